import { sentencesOf, type TextSpan } from "../../core/text/sentences.ts";

/** The headings that a prompt is sorted under, in their order. */
const headings = ["ROLE", "TASK", "CONTEXT", "CONSTRAINTS", "OUTPUT FORMAT"] as const;

type Heading = (typeof headings)[number];

/** What a sentence starts or speaks with tells where it belongs; the first rule that fits is taken. */
const rules: readonly (readonly [heading: Heading, pattern: RegExp])[] = [
  ["ROLE", /^\W*(?:you are|you're|act as|your role|as an? \w+ (?:assistant|expert))\b/i],
  [
    "OUTPUT FORMAT",
    /\b(?:output|format|json|markdown|bullet points?|table|(?:reply|respond|answer|write|return) (?:only )?(?:in|with|as)|words? (?:or less|at most)|at most \d+ (?:words|sentences))\b/i,
  ],
  [
    "CONSTRAINTS",
    /\b(?:must|never|always|do not|don't|avoid|only|no more than|at most|at least|should|unless|ensure|make sure)\b/i,
  ],
  [
    "TASK",
    /^\W*(?:(?:please|then|first|next|finally),? )?(?:your (?:task|job|goal)|help|answer|write|explain|summari[sz]e|translate|classify|extract|find|list|describe|generate|create|review|analy[sz]e|compare|decide|give|use|tell|ask|check|suggest|rewrite|plan|solve)\b/i,
  ],
];

/**
 * Sorts the sentences of a prompt under ROLE, TASK, CONTEXT, CONSTRAINTS and OUTPUT FORMAT, word for word: no sentence is
 * lost, added or reworded, and each `{{placeholder}}` and code block stays whole. A prompt with headings of its own, and
 * one that all goes under one heading, comes back as it is.
 *
 * @example
 * restructurePrompt("You are a guide. Help {{name}}. Never lie.");
 * // "## ROLE\nYou are a guide.\n\n## TASK\nHelp {{name}}.\n\n## CONSTRAINTS\n- Never lie."
 */
export function restructurePrompt(prompt: string): string {
  const text = prompt.trim();
  if (/^#{1,6} /m.test(text)) return text;
  const sorted = new Map<Heading, string[]>();
  for (const unit of unitsOf(text)) {
    const heading = rules.find(([, pattern]) => pattern.test(unit))?.[0] ?? "CONTEXT";
    const units = sorted.get(heading);
    if (units) units.push(unit);
    else sorted.set(heading, [unit]);
  }
  if (sorted.size < 2) return text;
  const sections = headings.flatMap((heading) => {
    const units = sorted.get(heading);
    return units ? [`## ${heading}\n${heading === "CONSTRAINTS" ? asList(units) : units.join("\n")}`] : [];
  });
  return sections.join("\n\n");
}

/** Sentences, but never a cut inside a placeholder or a code block, whose texts may hold full stops and blank lines. */
function unitsOf(text: string): string[] {
  const units: string[] = [];
  let open: TextSpan | undefined;
  let braces = 0;
  let fences = 0;
  for (const span of sentencesOf(text)) {
    const start = open?.start ?? span.start;
    // What lies between two sentences is white space, so counting their marks counts those of the unit.
    const sentence = text.slice(span.start, span.end);
    braces += count(sentence, "{{") - count(sentence, "}}");
    fences += count(sentence, "```");
    open = braces > 0 || fences % 2 === 1 ? { start, end: span.end } : undefined;
    if (open) continue;
    units.push(text.slice(start, span.end));
    braces = 0;
    fences = 0;
  }
  if (open) units.push(text.slice(open.start, open.end));
  return units;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function asList(units: readonly string[]): string {
  return units
    .map((unit) => (/^\s*[-*+]\s/.test(unit) || unit.includes("```") ? unit : `- ${unit}`))
    .join("\n");
}
