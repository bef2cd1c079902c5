import type { CodingBrief, SuperPrompt } from "../../contracts/super-prompt.ts";
import { PromptParseError } from "../../core/errors/prompt-errors.ts";
import { readBullets, writeBullets } from "./bullets.ts";
import { isHeadingName } from "./headings.ts";
import { plainText, writeSections } from "./scan-sections.ts";
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
  const { text, list, rest } = checked(candidate, superSections);
  return {
    role: text("role"),
    task: text("task"),
    context: text("context"),
    chainOfThought: text("chainOfThought"),
    constraints: list("constraints"),
    formatSpec: text("formatSpec"),
    ...rest,
  };
}

/** A candidate as a coding brief. Throws as `toSuperPrompt` does. */
export function toCodingBrief(candidate: PromptCandidate): CodingBrief {
  const { text, list, rest } = checked(candidate, codingSections);
  return {
    goal: text("goal"),
    context: text("context"),
    requirements: list("requirements"),
    constraints: list("constraints"),
    acceptanceCriteria: list("acceptanceCriteria"),
    outOfScope: list("outOfScope"),
    ...rest,
  };
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

interface CheckedPrompt {
  text(field: string): string;
  list(field: string): readonly string[];
  readonly rest: Pick<SuperPrompt, "fullPrompt" | "extras" | "normalized" | "warnings">;
}

/** The one way from texts to a prompt: brings them into normal form and refuses what is missing. */
function checked(candidate: PromptCandidate, sections: readonly SectionDefinition[]): CheckedPrompt {
  const required = sections.filter(({ isOptional }) => !isOptional);
  refuse(
    "missing_section",
    "no section",
    required.filter(({ field }) => !candidate.texts.has(field)),
  );
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
  refuse(
    "empty_section",
    "no text under",
    required.filter(({ field }) => texts.get(field)?.trim() === ""),
  );
  const extras: [string, string][] = [];
  for (const [name, text] of Object.entries(candidate.extras)) {
    if (isHeadingName(name) && !sections.some(({ heading }) => heading === name))
      extras.push([name, plainText(text)]);
    else
      warnings.push(
        `The section ${JSON.stringify(name.slice(0, 40))} has no name in capitals; it was left out.`,
      );
  }
  const own = plainText(candidate.fullPrompt ?? "");
  return {
    text: (field) => texts.get(field) ?? "",
    list: (field) => lists.get(field) ?? [],
    rest: {
      fullPrompt: own.trim() === "" ? written(sections, texts, Object.fromEntries(extras)) : own,
      extras: Object.fromEntries(extras),
      ...(candidate.normalized && { normalized: true }),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

function refuse(
  issue: "missing_section" | "empty_section",
  what: string,
  missing: readonly SectionDefinition[],
): void {
  if (missing.length === 0) return;
  const sections = missing.map(({ heading }) => heading);
  throw new PromptParseError(`The answer has ${what} "## ${sections.join('", "## ')}".`, { issue, sections });
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
