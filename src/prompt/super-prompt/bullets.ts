import { bulletOf, FenceState, withClosedFence } from "../fences.ts";

/** The items of a list, each in one line but for its code blocks. `isProse` tells that there was no list. */
export interface BulletList {
  readonly items: readonly string[];
  readonly isProse: boolean;
}

interface ItemLine {
  readonly text: string;
  readonly isCode: boolean;
}

/** A line that parts what stands above from what stands below. */
const RULE: RegExp = /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/;

/**
 * Reads the items of a list with any kind of bullet or number, nested ones too. A line that goes on with an item is joined to
 * it; a paragraph of its own is an item; a text without any bullet is one item.
 *
 * @example
 * readBullets("- Be brief,\n  but kind.\n1. Cite.").items; // ["Be brief, but kind.", "Cite."]
 */
export function readBullets(text: string): BulletList {
  const lines = withClosedFence(text).split("\n");
  const isProse = lines.every((line) => bulletOf(line) === "");
  const items: ItemLine[][] = [];
  const state = new FenceState();
  let indent = 0;
  let current: ItemLine[] | undefined;
  for (const line of lines) {
    const bullet = state.open ? "" : bulletOf(line);
    const content = line.slice(bullet.length);
    const isCode = state.take(content);
    if (bullet !== "") {
      indent = bullet.length;
      current = undefined;
    }
    if (!isCode && (content.trim() === "" || RULE.test(line))) {
      // A blank line ends an item; in a text without bullets there is one item only.
      if (!isProse) current = undefined;
      continue;
    }
    if (!current) {
      current = [];
      items.push(current);
    }
    const isFirst = current.length === 0;
    const text =
      isCode && !isFirst ? withoutIndent(content, indent) : withoutIndent(content, content.length).trimEnd();
    current.push({ text, isCode });
  }
  return { items: items.map(joined), isProse: isProse && items.length > 0 };
}

/**
 * Writes a list that `readBullets` reads as it was.
 *
 * @example
 * writeBullets(["Be brief.", "Cite."]); // "- Be brief.\n- Cite."
 */
export function writeBullets(items: readonly string[]): string {
  return items.map((item) => `- ${item.replace(/\n(?=[^\n])/g, "\n  ")}`).join("\n");
}

/** Lines of code stay lines, and so does a bullet without words: with what follows it would begin an item. */
function joined(lines: readonly ItemLine[]): string {
  let item = "";
  let isApart = true;
  for (const [index, { text, isCode }] of lines.entries()) {
    const isNewLine: boolean = isApart || isCode;
    item += (index === 0 ? "" : isNewLine ? "\n" : " ") + text;
    isApart = isCode || (isNewLine && bulletOf(`${text} `).trim() === text);
  }
  return item;
}

function withoutIndent(line: string, most: number): string {
  const blank = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(blank, most));
}
