import { pickSentences } from "./pick-sentences.ts";
import { type Evidence, type Passage, readEvidence } from "./read-evidence.ts";
import { readQuestion } from "./read-question.ts";

/** A result that a tool returned. */
export interface ToolResult {
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** How an answer is written. */
export interface AnswerOptions {
  /** Whether a numbered list of the sources ends the answer. */
  readonly sources: boolean;
}

/**
 * Answers a question with sentences quoted from tool results, each followed by the number of its source: `[1]`. Numbers
 * are those that the results give their passages, else in the order of use. Results that are plain values are repeated as
 * they are. `undefined` where the results say too little of what is asked.
 *
 * @example
 * answer("What pulls the sea?", [{ name: "search", text: '[{"text":"The moon pulls the sea.","source":"tides.md"}]', isError: false }], { sources: true });
 * // "The moon pulls the sea. [1]\n\nSources:\n[1] tides.md"
 */
export function answer(
  question: string,
  results: readonly ToolResult[],
  options: AnswerOptions,
): string | undefined {
  const worked = results.filter(({ isError }) => !isError);
  if (worked.length === 0) {
    const failed = results.map(({ name, text }) => `The tool "${name}" failed: ${oneLine(text)}`);
    return [...failed, "Without its result I cannot answer."].join("\n");
  }
  const evidence = worked.map(({ text }) => readEvidence(text));
  const passages = evidence.flatMap((one) => one.passages);
  const facts = worked.flatMap(({ name }, index) => factLines(name, evidence[index]));
  const quoted = quote(question, passages, options);
  if (quoted) return quoted;
  return facts.length > 0 && passages.length === 0 ? facts.join("\n") : undefined;
}

/** What is said where `answer` has nothing: that the results do not hold it, and how much was looked at. */
export function noAnswer(results: readonly ToolResult[]): string {
  const passages = results.flatMap(({ text }) => readEvidence(text).passages.map((passage) => passage.text));
  const count = new Set(passages).size;
  if (count === 0) return "I found nothing about that.";
  const searched = count === 1 ? "the one passage" : `the ${count} passages`;
  return `I did not find an answer to that in ${searched} that I looked at.`;
}

function quote(
  question: string,
  passages: readonly Passage[],
  { sources }: AnswerOptions,
): string | undefined {
  const picked = pickSentences(readQuestion(question), passages);
  if (picked.length === 0) return undefined;
  const numbers = new Map<string, number>();
  const cited = new Map<number, Passage>();
  const sentences = picked.map(({ text, passage: index }) => {
    const passage = passages[index];
    if (passage?.source === undefined && passage?.number === undefined) return text;
    const key = `${passage.source} ${passage.span}`;
    const number = passage.number ?? numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    cited.set(number, passage);
    return `${text} [${number}]`;
  });
  const list = [...cited]
    .sort(([left], [right]) => left - right)
    .map(([number, passage]) => sourceLine(number, passage));
  return sources && list.length > 0
    ? `${sentences.join(" ")}\n\nSources:\n${list.join("\n")}`
    : sentences.join(" ");
}

function sourceLine(number: number, { source, title, span }: Passage): string {
  const name = source ?? title ?? "tool result";
  return `[${number}] ${name}${span ? `, characters ${span[0]} to ${span[1]}` : ""}`;
}

function factLines(name: string, evidence: Evidence | undefined): string[] {
  const facts = evidence?.facts ?? [];
  if (facts.length === 0) return [];
  const shown = facts.slice(0, 5);
  const more = facts.length - shown.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return shown.length === 1
    ? [`${name}: ${shown[0]}`]
    : [`${name}:`, ...[...shown, ...rest].map((fact) => `- ${fact}`)];
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
