import { PromptParseError } from "../../core/errors/prompt-errors.ts";
import { FenceState, fenceOf, withClosedFence } from "../fences.ts";
import { type FoundHeading, headingOf } from "./headings.ts";

/** A Markdown text taken apart by its headings. */
export interface ScannedSections {
  /** The text of each section that was asked for and found. */
  readonly sections: ReadonlyMap<string, string>;
  /** The other ones. */
  readonly extras: Readonly<Record<string, string>>;
  /** What the sections were read from: without a fence around it and without a word before or after. */
  readonly source: string;
  readonly normalized: boolean;
  readonly warnings: readonly string[];
}

/**
 * Takes a text apart at the headings of its sections. Headings in code blocks are text; a fence around the whole, and what
 * stands before and after it, is left out.
 *
 * Throws `PromptParseError` where a section that was asked for is there twice.
 */
export function scanSections(text: string, known: readonly string[], lenient: boolean): ScannedSections {
  const heading = (line: string): FoundHeading | undefined => headingOf(line, known, lenient);
  const warnings: string[] = [];
  const lines = unwrapped(plainLines(text).split("\n"), heading, warnings);
  const strict = strictNamesIn(lines, known);
  const found = new Map<string, string[]>();
  const state = new FenceState();
  let current: string[] | undefined;
  let normalized = false;
  for (const line of lines) {
    const at = state.take(line) ? undefined : heading(line);
    if (!at || (at.isLoose && strict.has(at.name))) {
      current?.push(state.open ? line : unescaped(line, known));
      continue;
    }
    const standing = found.get(at.name);
    if (standing && at.isKnown) {
      throw new PromptParseError(`The heading "## ${at.name}" stands there twice.`, {
        issue: "duplicate_heading",
        sections: [at.name],
      });
    }
    normalized ||= at.isLoose;
    current = standing ?? [];
    found.set(at.name, current);
  }
  if (state.open) warnings.push("A code block was not closed; it is now.");
  const sections = new Map<string, string>();
  const extras: Record<string, string> = Object.create(null);
  for (const [name, content] of found) {
    if (known.includes(name)) sections.set(name, plainText(content.join("\n")));
    else extras[name] = plainText(content.join("\n"));
  }
  return { sections, extras: { ...extras }, source: plainText(lines.join("\n")), normalized, warnings };
}

/** The names that stand there as they were asked for. Then a loose heading of the same name is one inside a section. */
function strictNamesIn(lines: readonly string[], known: readonly string[]): ReadonlySet<string> {
  const state = new FenceState();
  const names = lines.map((line) => (state.take(line) ? undefined : headingOf(line, known, false)?.name));
  return new Set(names.filter((name) => name !== undefined));
}

/**
 * Writes sections that `scanSections` reads as they were: a line that would be a heading gets a backslash.
 *
 * @example
 * writeSections([["TASK", "Say it."]], ["TASK"]); // "## TASK\nSay it."
 */
export function writeSections(
  sections: Iterable<readonly [heading: string, text: string]>,
  known: readonly string[],
): string {
  return Array.from(sections, ([name, text]) => `## ${name}\n${escaped(text, known)}`.trimEnd()).join("\n\n");
}

/**
 * A text as sections hold it: line feeds alone, no blank line in front, nothing blank at the end, every code block closed.
 *
 * @example
 * plainText("\r\nSay\r\nit. "); // "Say\nit."
 */
export function plainText(text: string): string {
  const plain = plainLines(text).trimEnd();
  const line = plain.lastIndexOf("\n", plain.search(/\S/)) + 1;
  return withClosedFence(plain.slice(line).replace(/^\uFEFF+/, ""));
}

function plainLines(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n");
}

/** The lines from the first heading to the end, or to that of a fence around the whole. */
function unwrapped(
  lines: readonly string[],
  heading: (line: string) => FoundHeading | undefined,
  warnings: string[],
): readonly string[] {
  const first = lines.findIndex((line) => heading(line)?.isKnown);
  if (first < 0) return lines;
  const outer = openFenceBefore(lines, first);
  const begin = firstHeading(lines, outer + 1, first, heading);
  const before = [...lines.slice(0, Math.max(outer, 0)), ...lines.slice(outer + 1, begin)];
  if (before.some((line) => line.trim() !== "")) {
    warnings.push("What stood before the first heading was left out.");
  }
  const end = outer < 0 ? lines.length : endOfFence(lines, outer, (line) => heading(line)?.isKnown === true);
  if (lines.slice(end + 1).some((line) => line.trim() !== "")) {
    warnings.push("What stood after the fence was left out.");
  }
  return lines.slice(begin, end);
}

/** The first heading of any section outside of code blocks; at the latest that of one that was asked for. */
function firstHeading(
  lines: readonly string[],
  from: number,
  known: number,
  heading: (line: string) => FoundHeading | undefined,
): number {
  const state = new FenceState();
  const at = lines.slice(from, known).findIndex((line) => !state.take(line) && heading(line));
  return at < 0 ? known : from + at;
}

/** The line of the fence that is still open at a line, or -1. */
function openFenceBefore(lines: readonly string[], before: number): number {
  const state = new FenceState();
  let at = -1;
  for (const [index, line] of lines.slice(0, before).entries()) {
    const wasOpen = state.open !== undefined;
    state.take(line);
    if (!wasOpen && state.open) at = index;
  }
  return state.open ? at : -1;
}

/**
 * Where the fence around the whole ends. A bare fence may also begin a block inside; then a heading, or that block's end and
 * the end of the whole, are still to come.
 */
function endOfFence(lines: readonly string[], outer: number, isHeading: (line: string) => boolean): number {
  const marks = fenceOf(lines[outer] ?? "")?.marks ?? "";
  const fencesAfter = new Int32Array(lines.length + 1);
  let lastHeading = -1;
  for (let index = lines.length - 1; index > outer; index--) {
    const line = lines[index] ?? "";
    fencesAfter[index] = (fencesAfter[index + 1] ?? 0) + (fenceOf(line) ? 1 : 0);
    if (lastHeading < 0 && isHeading(line)) lastHeading = index;
  }
  const inner = new FenceState();
  for (let index = outer + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const fence = inner.open ? undefined : fenceOf(line);
    const mayEnd = fence?.info === "" && fence.marks.startsWith(marks);
    if (mayEnd && index > lastHeading && (fencesAfter[index + 1] ?? 0) < 2) return index;
    inner.take(line);
  }
  return lines.length;
}

function escaped(text: string, known: readonly string[]): string {
  const state = new FenceState();
  const escapedLine = (line: string): string =>
    !state.take(line) && headingOf(line.replace(/^\\+/, ""), known, false) ? `\\${line}` : line;
  return text.split("\n").map(escapedLine).join("\n");
}

function unescaped(line: string, known: readonly string[]): string {
  return line.startsWith("\\") && headingOf(line.replace(/^\\+/, ""), known, false) ? line.slice(1) : line;
}
