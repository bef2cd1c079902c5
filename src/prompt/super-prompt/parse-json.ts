import type { CodingBrief, SuperPrompt } from "../../contracts/super-prompt.ts";
import { PromptParseError } from "../../core/errors/prompt-errors.ts";
import { readJson } from "../../schema/read-json.ts";
import { writeBullets } from "./bullets.ts";
import { type PromptCandidate, toCodingBrief, toSuperPrompt } from "./canonical.ts";
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
  return toSuperPrompt(candidateOf(text, superSections));
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
  return toCodingBrief(candidateOf(text, codingSections));
}

function candidateOf(text: string, definitions: readonly SectionDefinition[]): PromptCandidate {
  const reading = readJson(text, "lenient");
  if (!reading.ok) throw new PromptParseError(reading.message, { issue: reading.reason });
  if (reading.ambiguous) {
    throw new PromptParseError("The answer holds several JSON values.", { issue: "ambiguous" });
  }
  const value = reading.value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrongType([], "The answer is JSON, but no object.");
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  // A field is there, if empty: the spec's wire form takes one that is missing for its default.
  const texts = new Map(
    definitions.map((definition): [string, string] => [definition.field, fieldOf(fields, definition)]),
  );
  const fullPrompt = textOf("fullPrompt", fields.get("fullPrompt"));
  return { texts, extras: extrasOf(fields, definitions), fullPrompt };
}

function fieldOf(fields: ReadonlyMap<string, unknown>, definition: SectionDefinition): string {
  const names = [definition.field, ...(definition.aliases ?? [])];
  const read = definition.isList ? listOf : textOf;
  return names.map((name) => read(name, fields.get(name))).find((text) => text.trim() !== "") ?? "";
}

function extrasOf(
  fields: ReadonlyMap<string, unknown>,
  definitions: readonly SectionDefinition[],
): Record<string, string> {
  const known = [
    "fullPrompt",
    "extras",
    ...definitions.flatMap(({ field, aliases = [] }) => [field, ...aliases]),
  ];
  const given = fields.get("extras") ?? {};
  if (typeof given !== "object" || Array.isArray(given)) throw wrongType(["extras"]);
  const extras: [string, string][] = Object.entries(given).map(([name, text]) => [name, textOf(name, text)]);
  for (const [name, text] of fields) {
    if (!known.includes(name) && typeof text === "string") extras.push([headingFor(name), text]);
  }
  return Object.fromEntries(extras.filter(([, text]) => text.trim() !== ""));
}

/** `outputExamples` and `output_examples` become `OUTPUT EXAMPLES`. */
function headingFor(field: string): string {
  return field
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toUpperCase();
}

function textOf(field: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw wrongType([field]);
}

function listOf(field: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) throw wrongType([field]);
  return writeBullets(value.filter((item) => item.trim() !== ""));
}

function wrongType(sections: readonly string[], message?: string): PromptParseError {
  const said = message ?? `The field "${sections.join(", ")}" has a value of the wrong type.`;
  return new PromptParseError(said, { issue: "invalid_schema", sections });
}
