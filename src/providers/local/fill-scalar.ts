import type { JsonSchema } from "../../contracts/schema.ts";
import { findFormat, findNumber } from "./find-facts.ts";
import { closestSentence, findText, type Wanted, wordsOfName } from "./find-text.ts";

/** A value for a place, and whether the text had one. */
export interface FilledScalar {
  readonly value: unknown;
  readonly found: boolean;
}

/** How far a text is repeated to reach `minLength`, in characters. */
const longestFilling = 10_000;

/** What stands in for a format where the text has nothing of the kind. */
const plainFormats: Readonly<Record<string, string>> = {
  email: "nobody@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
  date: "1970-01-01",
  "date-time": "1970-01-01T00:00:00Z",
  time: "00:00:00Z",
  ipv4: "0.0.0.0",
};

/**
 * A number for a number or integer schema: from the text where one is near the property's words and within bounds, else
 * the one nearest to zero that the schema takes.
 */
export function fillNumber(schema: JsonSchema, text: string, wanted: Wanted): FilledScalar {
  const integer =
    schema.type === "integer" || (Array.isArray(schema.type) && schema.type.includes("integer"));
  const step = positive(schema.multipleOf) ?? (integer ? 1 : undefined);
  const smallest = step ?? 1e-6;
  const least = bound(schema.minimum, schema.exclusiveMinimum, smallest, Number.NEGATIVE_INFINITY);
  const most = bound(schema.maximum, schema.exclusiveMaximum, -smallest, Number.POSITIVE_INFINITY);
  const number = findNumber(text, wanted, { integer, least, most });
  if (number !== undefined && (step === undefined || isMultiple(number, step)))
    return { value: number, found: true };
  const plain = Math.min(Math.max(0, least), most);
  return { value: step === undefined ? plain : roundWithin(plain, step, least), found: false };
}

/**
 * A string for a string schema: of its format where it has one, else what the text says for the property, else the
 * nearest sentence; cut or repeated to the lengths that the schema wants.
 */
export function fillString(schema: JsonSchema, text: string, wanted: Wanted): FilledScalar {
  const format = typeof schema.format === "string" ? schema.format : formatByName(wanted.name);
  if (format !== undefined) {
    const found = findFormat(text, format);
    if (found !== undefined) return { value: found, found: true };
    const plain = schema.format === format ? plainFormats[format] : undefined;
    if (plain !== undefined) return { value: plain, found: false };
  }
  const named = findText(text, wanted);
  const whole = text.trim();
  const candidates = [named, closestSentence(text, wanted), whole].filter(
    (candidate) => candidate !== undefined,
  );
  if (typeof schema.pattern === "string") {
    const match = matching(schema.pattern, [...candidates, slug(whole), ...whole.split(/[^\p{L}\p{N}_-]+/u)]);
    if (match !== undefined) return { value: match, found: true };
  }
  return { value: fitLength(candidates[0] ?? "", schema), found: named !== undefined };
}

function formatByName(name: string): string | undefined {
  const words = wordsOfName(name);
  return ["email", "url", "uri", "uuid"].find((format) => words.includes(format));
}

function matching(pattern: string, candidates: readonly string[]): string | undefined {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
  // The pattern is the developer's, the text is not: short texts keep a slow pattern harmless.
  return candidates.find((candidate) => candidate.length <= 200 && expression.test(candidate));
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
}

function fitLength(text: string, schema: JsonSchema): string {
  const least = Math.min(positive(schema.minLength) ?? 0, longestFilling);
  const most = typeof schema.maxLength === "number" ? schema.maxLength : Number.POSITIVE_INFINITY;
  // Lengths of JSON Schema count code points.
  let characters = [...text];
  if (characters.length > most) {
    const cut = characters.slice(0, most).join("");
    const space = cut.lastIndexOf(" ");
    characters = [...(space > cut.length / 2 && space >= least ? cut.slice(0, space) : cut)];
  }
  const filler = [...` ${text || "-"}`];
  while (characters.length < least) characters.push(filler[characters.length % filler.length] ?? "-");
  return characters.join("");
}

function bound(inclusive: unknown, exclusive: unknown, nudge: number, none: number): number {
  const soft = typeof inclusive === "number" ? inclusive : none;
  if (typeof exclusive !== "number") return soft;
  const hard = exclusive + nudge;
  return nudge > 0 ? Math.max(soft, hard) : Math.min(soft, hard);
}

function positive(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 ? value : undefined;
}

function isMultiple(value: number, step: number): boolean {
  return Math.abs(value / step - Math.round(value / step)) < 1e-9;
}

function roundWithin(value: number, step: number, least: number): number {
  const below = Math.floor(value / step) * step;
  return below >= least ? below : below + step;
}
