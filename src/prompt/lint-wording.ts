import type { LintedBlock, PromptLintFinding } from "./lint-finding.ts";
import { codeRanges, commentRanges, type TextRange } from "./markup-ranges.ts";

/** Words that make a rule of what follows, and those that forbid it. */
const OBLIGES = "always must shall should may can will ensure need";
const FORBIDS = "never not no avoid don't dont doesn't mustn't shouldn't can't cannot won't shan't refrain";
/** Words that change nothing about what a rule asks for. */
const FILLERS =
  "you your please the a an to do does be is are it that make sure from ever also any all then and simply just kindly";
const FORMAT =
  /\b(?:formats?|formatted|json|markdown|ya?ml|xml|html|csv|tables?|bullets?|bulleted|lists?|sentences?|words?|characters?|paragraphs?|plain text|schema|outputs?|headings?|sections?|concise(?:ly)?|brief(?:ly)?|short|(?:answer|reply|respond|write|return|give|speak) [^.\n]{0,40}\b(?:in|as|with|only)\b)/i;
const ENGLISH = /\b(?:the|you|your|and|with|this|that)\b/i;
/** Letters beyond ASCII, and common words of languages that do without them for a sentence. */
const OTHER_LANGUAGE =
  /(?=\P{ASCII})\p{L}|\b(?:und|der|das|ist|sie|du|el|los|una|que|les|est|vous|il|che|een|het|och|jest|para)\b/u;
const HEADING = /^ {0,3}(#{1,6})[ \t]([^\n]*)/gm;

/** A rule of a prompt, and where it stands. */
interface Obligation {
  readonly block: number;
  readonly offset: number;
  /** 1 asks for it, -1 forbids it, 0 is a sentence like any other. */
  readonly sense: number;
  readonly text: string;
}

/**
 * Finds rules that contradict each other, headings that come twice under one other heading, and a prompt that says nothing of the
 * form of its answers. Fenced code and comments are passed over, and placeholders are words.
 *
 * @example
 * lintWording([{ block: 0, text: "# Rules\n# Rules\nAnswer as JSON." }]).map(({ rule }) => rule); // ["duplicate-heading"]
 */
export function lintWording(blocks: readonly LintedBlock[]): PromptLintFinding[] {
  const proses = blocks.map(({ block, text }) => ({ block, text: proseOf(text) }));
  const findings = [...contradictions(proses), ...duplicateHeadings(proses)];
  const whole = blocks.map(({ text }) => text).join("\n");
  const isEnglish = ENGLISH.test(whole) || !OTHER_LANGUAGE.test(whole.toLowerCase());
  if (isEnglish && whole.trim() !== "" && !FORMAT.test(whole)) {
    const message = "Nothing says what an answer looks like: its format, its length or its language.";
    findings.push({ rule: "missing-output-format", severity: "warning", message });
  }
  return findings;
}

function contradictions(blocks: readonly LintedBlock[]): PromptLintFinding[] {
  const known = new Map<string, Obligation>();
  const findings: PromptLintFinding[] = [];
  for (const { block, text } of blocks) {
    for (const { 0: sentence, index } of text.matchAll(/(?:[^.!?;\n]|[.!?;](?!\s|$))+/g)) {
      const { sense, key, words } = readRule(sentence);
      // A bare sentence is a rule only where it says enough: "Lists" is none.
      if (words === 0 || (sense === 0 && words < 2)) continue;
      const offset = index + sentence.length - sentence.trimStart().length;
      const other = known.get(key);
      if (!other) {
        known.set(key, { block, offset, sense, text: sentence.trim() });
      } else if (Math.min(other.sense, sense) < 0 && Math.max(other.sense, sense) >= 0) {
        const message = `"${excerpt(sentence)}" contradicts "${excerpt(other.text)}".`;
        findings.push({ rule: "contradiction", severity: "warning", message, block, offset });
      }
    }
  }
  return findings;
}

/** What a sentence asks for or forbids. The word that does so comes first, or first after a comma. */
function readRule(sentence: string): {
  readonly sense: number;
  readonly key: string;
  readonly words: number;
} {
  let sense = 0;
  let leads = true;
  const words: string[] = [];
  for (const [token] of sentence
    .toLowerCase()
    .replaceAll("’", "'")
    .matchAll(/[\p{L}\p{M}\p{N}_']+|,/gu)) {
    if (token === ",") leads = true;
    else if (leads && isAmong(token, FORBIDS)) sense = -1;
    else if (leads && isAmong(token, OBLIGES)) sense ||= 1;
    else if (!isAmong(token, FILLERS)) {
      leads = false;
      words.push(token.replace(/^(..+?)(?:ing|ed|es|s|e)$/, "$1"));
    }
  }
  return { sense, key: words.join(" "), words: words.length };
}

function isAmong(word: string, list: string): boolean {
  return ` ${list} `.includes(` ${word} `);
}

function duplicateHeadings(blocks: readonly LintedBlock[]): PromptLintFinding[] {
  /** Numbers of headings, each by that of the heading above it, its level and its title. */
  const seen = new Map<string, number>();
  const findings: PromptLintFinding[] = [];
  let parents: { readonly level: number; readonly number: number }[] = [];
  for (const { block, text } of blocks) {
    for (const { 1: marks = "", 2: given = "", index: offset } of text.matchAll(HEADING)) {
      const level = marks.length;
      const title =
        given
          .toLowerCase()
          .match(/[\p{L}\p{M}\p{N}]+/gu)
          ?.join(" ") ?? "";
      parents = parents.filter((parent) => parent.level < level);
      const key = `${parents.at(-1)?.number ?? 0} ${level} ${title}`;
      const number = seen.get(key) ?? seen.size + 1;
      parents.push({ level, number });
      if (seen.has(key)) {
        const message = `The heading "${excerpt(given)}" comes twice.`;
        findings.push({ rule: "duplicate-heading", severity: "warning", message, block, offset });
      }
      seen.set(key, number);
    }
  }
  return findings;
}

/** Puts spaces in place of fenced code and comments, so that offsets stay. What a code span holds belongs to its sentence. */
function proseOf(text: string): string {
  const fences = codeRanges(text).filter(({ start, end }) => text.slice(start, end).includes("\n"));
  return [fences, commentRanges(text)].reduce(blank, text);
}

function blank(text: string, ranges: readonly TextRange[]): string {
  let prose = "";
  for (const { start, end } of ranges) {
    prose += text.slice(prose.length, start);
    prose += text.slice(prose.length, end).replace(/[^\n]/g, " ");
  }
  return prose + text.slice(prose.length);
}

function excerpt(text: string): string {
  const line = text.trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
