import type { JsonSchema } from "../../contracts/schema.ts";
import type { CodingBrief, SuperPrompt } from "../../contracts/super-prompt.ts";
import { PromptParseError } from "../../core/errors/prompt-errors.ts";
import { readJson } from "../../schema/read-json.ts";
import { writeBullets } from "./bullets.ts";
import { type PromptCandidate, toCodingBrief, toSuperPrompt } from "./canonical.ts";
import { isHeadingName } from "./headings.ts";
import { CodingBriefWireSchema, SuperPromptWireSchema, wrongFields } from "./schema.ts";
import { codingSections, type SectionDefinition, superSections } from "./sections.ts";

/**
 * Reads a super prompt that a model wrote as JSON, bare, in a fence or in prose. Any field may be missing or `null`, none may
 * have another type: nothing is converted. `fullPrompt` is put together where it is missing or blank.
 *
 * @throws PromptParseError (`PROMPT_PARSE_FAILED`) where it is no JSON, has a value of another type, or lacks a section.
 * @example
 * const { constraints } = parseSuperPromptJson(
 *   '{"role":"Editor","task":"Edit.","context":"A blog.","constraints":["Be brief."],"formatSpec":"Text."}',
 * );
 * constraints; // ["Be brief."]
 */
export function parseSuperPromptJson(text: string): SuperPrompt {
  return toSuperPrompt(candidateOf(text, superSections, SuperPromptWireSchema));
}

/**
 * Reads a coding brief that a model wrote as JSON, as `parseSuperPromptJson` reads a super prompt.
 *
 * @throws PromptParseError (`PROMPT_PARSE_FAILED`) where it is no JSON, has a value of another type, or lacks a section.
 * @example
 * const { goal } = parseCodingBriefJson(
 *   '{"goal":"Add a flag.","context":"A tool.","requirements":["--json"],"constraints":["Small."],"acceptanceCriteria":["A test."]}',
 * );
 * goal; // "Add a flag."
 */
export function parseCodingBriefJson(text: string): CodingBrief {
  return toCodingBrief(candidateOf(text, codingSections, CodingBriefWireSchema));
}

function candidateOf(
  text: string,
  definitions: readonly SectionDefinition[],
  schema: JsonSchema,
): PromptCandidate {
  const reading = readJson(text, "lenient");
  if (!reading.ok) throw new PromptParseError(reading.message, { issue: reading.reason });
  if (reading.ambiguous) {
    throw new PromptParseError("The answer holds several JSON values.", { issue: "ambiguous" });
  }
  const wrong = wrongFields(schema, reading.value);
  if (wrong) {
    const what = wrong.length > 0 ? `"${wrong.join('", "')}"` : "The answer as a whole";
    throw new PromptParseError(`${what} has a value of the wrong type.`, {
      issue: "invalid_schema",
      sections: wrong,
    });
  }
  const answer = reading.value as WireForm;
  const fields = new Map<string, unknown>(Object.entries(answer));
  // One that is missing has its default: it is there, and empty.
  const texts = new Map<string, string>();
  for (const { field, names = [field] } of definitions) {
    const written = names.map((name) => textOf(fields.get(name)) ?? "");
    texts.set(field, written.find((text) => text.trim() !== "") ?? "");
    for (const name of names) fields.delete(name);
  }
  const { fullPrompt, extras } = answer;
  for (const name of ["fullPrompt", "extras"]) fields.delete(name);
  const headings = definitions.map(({ heading }) => heading);
  return {
    texts,
    fullPrompt: fullPrompt ?? "",
    ...extrasOf([...Object.entries(extras ?? {}), ...fields], headings),
  };
}

/** What the wire schemas have in common. */
interface WireForm {
  readonly fullPrompt?: string | null;
  readonly extras?: Readonly<Record<string, string | null>> | null;
}

/** Texts and lists under other names, each under a heading that can be read again. */
function extrasOf(
  fields: Iterable<readonly [name: string, value: unknown]>,
  known: readonly string[],
): Pick<PromptCandidate, "extras" | "warnings"> {
  const extras = new Map<string, string>();
  const warnings: string[] = [];
  for (const [name, value] of fields) {
    const text = textOf(value);
    const heading = headingFor(name, known);
    const before = extras.get(heading);
    if (text === undefined)
      warnings.push(`The field ${JSON.stringify(name.slice(0, 40))} is no text; it was left out.`);
    else if (text.trim() !== "") extras.set(heading, before === undefined ? text : `${before}\n\n${text}`);
  }
  return { extras: Object.fromEntries(extras), warnings };
}

/** `outputExamples` and `output_examples` become `OUTPUT EXAMPLES`. */
function headingFor(field: string, known: readonly string[]): string {
  const name = field
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toUpperCase()
    .replace(/[^\p{Lu}\p{Lo}\p{N}&/()'-]+/gu, " ")
    .trim();
  return isHeadingName(name) && !known.includes(name) ? name : `EXTRA ${name}`.trim();
}

/** A text, or a list as Markdown; nothing where it is neither. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) return undefined;
  return writeBullets(value.filter((item) => item.trim() !== ""));
}
