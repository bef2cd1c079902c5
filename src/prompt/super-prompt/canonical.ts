import type { JsonSchema } from "../../contracts/schema.ts";
import type { CodingBrief, SuperPrompt } from "../../contracts/super-prompt.ts";
import { PromptParseError } from "../../core/errors/prompt-errors.ts";
import { readBullets, writeBullets } from "./bullets.ts";
import { plainText, writeSections } from "./scan-sections.ts";
import { CodingBriefSchema, PromptQualitySchema, wrongFields } from "./schema.ts";
import { codingSections, type SectionDefinition, superSections } from "./sections.ts";

/** What was read of a prompt, before it is known to be one. */
export interface PromptCandidate {
  /** A text by field; lists as Markdown lists. */
  readonly texts: ReadonlyMap<string, string>;
  readonly extras: Readonly<Record<string, string>>;
  /** The whole prompt; put together from the sections where it is blank. */
  readonly fullPrompt?: string | undefined;
  readonly normalized?: boolean | undefined;
  readonly warnings?: readonly string[] | undefined;
}

/** A candidate as a super prompt. Throws `PromptParseError` where a section is missing or empty: the last gate. */
export function toSuperPrompt(candidate: PromptCandidate): SuperPrompt {
  const { text, list, rest } = partsOf(candidate, superSections);
  const prompt = {
    role: text("role"),
    task: text("task"),
    context: text("context"),
    chainOfThought: text("chainOfThought"),
    constraints: list("constraints"),
    formatSpec: text("formatSpec"),
    ...rest,
  };
  return conforming(prompt, PromptQualitySchema, superSections);
}

/** A candidate as a coding brief. Throws as `toSuperPrompt` does. */
export function toCodingBrief(candidate: PromptCandidate): CodingBrief {
  const { text, list, rest } = partsOf(candidate, codingSections);
  const brief = {
    goal: text("goal"),
    context: text("context"),
    requirements: list("requirements"),
    constraints: list("constraints"),
    acceptanceCriteria: list("acceptanceCriteria"),
    outOfScope: list("outOfScope"),
    ...rest,
  };
  return conforming(brief, CodingBriefSchema, codingSections);
}

/**
 * Writes a super prompt in Markdown, so that reading it gives the same object.
 *
 * @example
 * const prompt = parseSuperPromptMarkdown(
 *   "## ROLE\nEditor\n\n## TASK\nEdit.\n\n## CONTEXT\nA blog.\n\n## CONSTRAINTS\n- Be brief.\n\n## OUTPUT FORMAT\nText.",
 * );
 * assembleSuperPrompt(prompt) === prompt.fullPrompt; // true
 */
export function assembleSuperPrompt(prompt: Omit<SuperPrompt, "fullPrompt">): string {
  const { role, task, context, chainOfThought, constraints, formatSpec, extras } = prompt;
  const texts = { role, task, context, chainOfThought, constraints: writeBullets(constraints), formatSpec };
  return written(superSections, new Map(Object.entries(texts)), extras);
}

/**
 * Writes a coding brief in Markdown, as `assembleSuperPrompt` does with a super prompt.
 *
 * @example
 * assembleCodingBrief({
 *   goal: "Add a flag.",
 *   context: "A command line tool.",
 *   requirements: ["--json prints JSON."],
 *   constraints: ["No new dependency."],
 *   acceptanceCriteria: ["A test shows it."],
 *   outOfScope: [],
 *   extras: {},
 * }).startsWith("## GOAL\nAdd a flag."); // true
 */
export function assembleCodingBrief(brief: Omit<CodingBrief, "fullPrompt">): string {
  const { goal, context, requirements, constraints, acceptanceCriteria, outOfScope, extras } = brief;
  const lists = { requirements, constraints, acceptanceCriteria, outOfScope };
  const texts = new Map([
    ["goal", goal],
    ["context", context],
    ...Object.entries(lists).map(([field, items]): [string, string] => [field, writeBullets(items)]),
  ]);
  return written(codingSections, texts, extras);
}

interface PromptPartsRead {
  text(field: string): string;
  list(field: string): readonly string[];
  readonly rest: Pick<SuperPrompt, "fullPrompt" | "extras" | "normalized" | "warnings">;
}

/** The one way from texts to a prompt: refuses what is missing and brings the rest into normal form. */
function partsOf(candidate: PromptCandidate, sections: readonly SectionDefinition[]): PromptPartsRead {
  const missing = sections.filter(({ field, isOptional }) => !isOptional && !candidate.texts.has(field));
  if (missing.length > 0) throw refusal("missing_section", "no section", missing);
  const warnings = [...(candidate.warnings ?? [])];
  const lists = new Map<string, readonly string[]>();
  const texts = new Map<string, string>();
  for (const { field, heading, isList } of sections) {
    const text = plainText(candidate.texts.get(field) ?? "");
    texts.set(field, text);
    if (!isList) continue;
    const { items, isProse } = readBullets(text);
    if (isProse) warnings.push(`${heading} has no list; its text is taken for one item.`);
    lists.set(field, items);
    texts.set(field, writeBullets(items));
  }
  const extras = Object.fromEntries(
    Object.entries(candidate.extras).map(([name, text]) => [name, plainText(text)]),
  );
  const own = plainText(candidate.fullPrompt ?? "");
  return {
    text: (field) => texts.get(field) ?? "",
    list: (field) => lists.get(field) ?? [],
    rest: {
      fullPrompt: own.trim() === "" ? written(sections, texts, extras) : own,
      extras,
      ...(candidate.normalized && { normalized: true }),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

/** The last gate. */
function conforming<Prompt>(
  prompt: Prompt,
  schema: JsonSchema,
  sections: readonly SectionDefinition[],
): Prompt {
  const wrong = wrongFields(schema, prompt);
  if (!wrong) return prompt;
  throw refusal(
    "empty_section",
    "no text under",
    sections.filter(({ field }) => wrong.includes(field)),
  );
}

function refusal(
  issue: "missing_section" | "empty_section",
  what: string,
  sections: readonly SectionDefinition[],
): PromptParseError {
  const headings = sections.map(({ heading }) => heading);
  return new PromptParseError(`The answer has ${what} "## ${headings.join('", "## ')}".`, {
    issue,
    sections: headings,
  });
}

function written(
  sections: readonly SectionDefinition[],
  texts: ReadonlyMap<string, string>,
  extras: Readonly<Record<string, string>>,
): string {
  const own = sections.flatMap(({ heading, field, isOptional }): [string, string][] => {
    const text = texts.get(field) ?? "";
    return isOptional && text === "" ? [] : [[heading, text]];
  });
  return writeSections(
    [...own, ...Object.entries(extras)],
    sections.map(({ heading }) => heading),
  );
}
