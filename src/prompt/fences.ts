/** The first line of a fenced block, or its last one. */
export interface Fence {
  /** Its backticks or tildes. */
  readonly marks: string;
  /** What stands behind them, such as the language. */
  readonly info: string;
}

const FENCE: RegExp = /^[ \t]*(`{3,}|~{3,})/;
/** Those of Markdown need a blank behind them, those of typesetters and of Chinese and Japanese lists do not. */
const BULLET: RegExp = /^[ \t]*(?:(?:[-*+–—]|\d{1,3}[.)])[ \t]+|(?:[•‣◦⁃∙·●○▪▫■□]|\d{1,3}[、．])[ \t]*)/;

/**
 * The bullet or the number that a line of a list begins with, and the blanks around it; `""` where there is none.
 *
 * @example
 * bulletOf("  2. Cite."); // "  2. "
 */
export function bulletOf(line: string): string {
  return BULLET.exec(line)?.[0] ?? "";
}

/** Reads a line as the fence of a block; `undefined` where it is none. */
export function fenceOf(line: string): Fence | undefined {
  const [opening = "", marks = ""] = FENCE.exec(line) ?? [];
  const rest = line.slice(opening.length);
  // Backticks behind backticks are a code span.
  if (marks === "" || (marks.startsWith("`") && rest.includes("`"))) return undefined;
  return { marks, info: rest.trim() };
}

/** Goes through lines and tells which stand in a fenced block. */
export class FenceState {
  #open: Fence | undefined;

  /** The fence that is open, from the line after it on. */
  get open(): Fence | undefined {
    return this.#open;
  }

  /** Takes the next line; tells whether it is part of a block, its fences with it. */
  take(line: string): boolean {
    if (!this.#open) {
      let content = line;
      // A block in a list may begin behind its bullets.
      for (let bullet = bulletOf(content); bullet !== ""; bullet = bulletOf(content)) {
        content = content.slice(bullet.length);
      }
      this.#open = fenceOf(content);
      return this.#open !== undefined;
    }
    const fence = fenceOf(line);
    if (fence && closes(this.#open, fence)) this.#open = undefined;
    return true;
  }
}

/** Whether a fence ends the block that another one began (CommonMark 4.5). */
export function closes(open: Fence, fence: Fence): boolean {
  return fence.info === "" && fence.marks.startsWith(open.marks);
}

/** A text in which a block that is open at the end has been closed. */
export function withClosedFence(text: string): string {
  const state = new FenceState();
  for (const line of text.split("\n")) state.take(line);
  return state.open ? `${text}\n${state.open.marks}` : text;
}
