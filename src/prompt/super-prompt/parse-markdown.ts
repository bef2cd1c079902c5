import type { CodingBrief, SuperPrompt } from "../../contracts/super-prompt.ts";
import { type PromptCandidate, toCodingBrief, toSuperPrompt } from "./canonical.ts";
import { scanSections } from "./scan-sections.ts";
import { codingSections, type SectionDefinition, superSections } from "./sections.ts";

/** How Markdown is read. */
export interface ParsePromptOptions {
  /** Takes headings of any level, in small letters, bold, with a colon; the result is `normalized` then. Default false. */
  readonly lenient?: boolean | undefined;
}

/**
 * Reads a super prompt that a model wrote in Markdown: `## ROLE`, `## TASK`, `## CONTEXT`, `## APPROACH` (may be missing),
 * `## CONSTRAINTS` and `## OUTPUT FORMAT`. A fence around the whole and words before it are left out; other sections in
 * capitals are kept in `extras`; headings in code blocks are text.
 *
 * @throws PromptParseError (`PROMPT_PARSE_FAILED`) where a section is missing, empty, or there twice.
 * @example
 * const { task } = parseSuperPromptMarkdown(
 *   "## ROLE\nEditor\n\n## TASK\nEdit.\n\n## CONTEXT\nA blog.\n\n## CONSTRAINTS\n- Be brief.\n\n## OUTPUT FORMAT\nText.",
 * );
 * task; // "Edit."
 */
export function parseSuperPromptMarkdown(text: string, options: ParsePromptOptions = {}): SuperPrompt {
  return toSuperPrompt(candidateOf(text, superSections, options));
}

/**
 * Reads a coding brief that a model wrote in Markdown: `## GOAL`, `## CONTEXT`, `## REQUIREMENTS`, `## CONSTRAINTS`,
 * `## ACCEPTANCE CRITERIA` and `## OUT OF SCOPE` (may be missing).
 *
 * @throws PromptParseError (`PROMPT_PARSE_FAILED`) where a section is missing, empty, or there twice.
 * @example
 * const { acceptanceCriteria } = parseCodingBriefMarkdown(
 *   "## GOAL\nAdd a flag.\n## CONTEXT\nA tool.\n## REQUIREMENTS\n- --json\n## CONSTRAINTS\n- Small.\n## ACCEPTANCE CRITERIA\n- A test.",
 * );
 * acceptanceCriteria; // ["A test."]
 */
export function parseCodingBriefMarkdown(text: string, options: ParsePromptOptions = {}): CodingBrief {
  return toCodingBrief(candidateOf(text, codingSections, options));
}

function candidateOf(
  text: string,
  definitions: readonly SectionDefinition[],
  { lenient = false }: ParsePromptOptions,
): PromptCandidate {
  const headings = definitions.map(({ heading }) => heading);
  const { sections, extras, source, normalized, warnings } = scanSections(text, headings, lenient);
  const texts = new Map<string, string>();
  for (const { heading, field } of definitions) {
    const found = sections.get(heading);
    if (found !== undefined) texts.set(field, found);
  }
  return { texts, extras, fullPrompt: source, normalized, warnings };
}
