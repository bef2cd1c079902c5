import type { Block, Frame, PageNode, Table } from "./blocks.ts";
import { longestRun } from "./inline-text.ts";

/** Writes blocks as plain text: a blank line between them, one line for each item and row. */
export function blocksToText(blocks: readonly Block[]): string {
  let out = "";
  let last: Block | undefined;
  for (const block of blocks) {
    const text = block.node.code ? withoutBorderLines(block.text) : block.text.trimEnd();
    if (last) out += sameRow(last, block) ? " " : isClose(last, block) ? "\n" : "\n\n";
    out += text;
    last = block;
  }
  return out;
}

/** Writes blocks as Markdown; frames and cells outside of `root` leave no mark. */
export function blocksToMarkdown(blocks: readonly Block[], root: PageNode | undefined): string {
  const parts: string[] = [];
  let last: Block | undefined;
  for (let place = 0; place < blocks.length; place++) {
    const block = blocks[place];
    if (!block) break;
    const frame = within(block.node.frame, root);
    const isNew = frame !== undefined && !frame.written;
    const first = firstPrefix(frame, root);
    const rest = restPrefix(frame, root);
    if (last) {
      const shared = sharedFrame(within(last.node.frame, root), frame, root);
      parts.push(isNew && isClose(last, block) ? "\n" : `\n${restPrefix(shared, root).trimEnd()}\n`);
    }
    let text: string;
    const table = tableOf(block, root);
    if (table) {
      let end = place;
      while (end < blocks.length && tableOf(blocks[end], root) === table) end++;
      text = tableText(blocks.slice(place, end), table);
      place = end - 1;
    } else text = blockText(block);
    parts.push(first, rest === "" ? text : text.replace(/\n/g, `\n${rest}`));
    last = blocks[place];
  }
  return parts.join("");
}

function blockText({ node, text }: Block): string {
  if (node.code) return fenced(withoutBorderLines(text), node.code.language);
  const line = text.trimEnd();
  return node.level > 0 ? `${"#".repeat(node.level)} ${line.replace(/\n/g, " ")}` : escaped(line);
}

function fenced(code: string, language: string): string {
  const mark = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${mark}${language}\n${code}\n${mark}`;
}

/** Takes away the break after `<pre>` and the blank end. */
function withoutBorderLines(code: string): string {
  return code.replace(/\r\n?/g, "\n").replace(/^\n/, "").trimEnd();
}

/** Text at the start of a line that Markdown would take for a mark of a block. */
function escaped(text: string): string {
  if (!/^[#>+*~=_`|\d-]/m.test(text)) return text;
  return text.replace(
    /^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|(\d{1,9})[.)](?=\s|$)|(?:```|~~~)|[=-]+$|(?:[-*_] ?){3,}$|\|)/gm,
    (mark, digits?: string) =>
      digits === undefined ? `\\${mark}` : `${digits}\\${mark.slice(digits.length)}`,
  );
}

/** The table that a block is in, if it holds data and is not around what is written. */
function tableOf(block: Block | undefined, root: PageNode | undefined): Table | undefined {
  const table = block?.node.cell?.table;
  return table && !table.layout && table.columns > 1 && table !== root?.table ? table : undefined;
}

function tableText(blocks: readonly Block[], table: Table): string {
  const rows: string[][] = [];
  let number = -1;
  for (const { node, text } of blocks) {
    const { cell } = node;
    if (!cell) continue;
    if (cell.row !== number) rows.push([]);
    number = cell.row;
    const row = rows.at(-1) ?? [];
    while (row.length < cell.column) row.push("");
    const words = text.replace(/\s+/g, " ").trim().replace(/\|/g, "\\|");
    row[cell.column] = row[cell.column] ? `${row[cell.column]} ${words}` : words;
  }
  const [head = []] = rows;
  while (head.length < table.columns) head.push("");
  const line = (row: readonly string[]): string => `| ${row.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.slice(1).map(line)].join("\n");
}

/** Whether two blocks stand on lines below one another: items of a list, a term and what it means, rows. */
function isClose(one: Block, other: Block): boolean {
  if (other.node.name === "dd" && other.node.frame?.node === other.node) return true;
  const list = listOf(one);
  if (list && list === listOf(other)) return true;
  return one.node.cell !== undefined && one.node.cell.table === other.node.cell?.table;
}

/** The outermost list of those that hold one another around a block. */
function listOf({ node }: Block): PageNode | undefined {
  let { frame } = node;
  if (frame?.node.name !== "li") return undefined;
  while (frame.parent?.node.name === "li") frame = frame.parent;
  return frame.node.parent;
}

function sameRow(one: Block, other: Block): boolean {
  const [before, after] = [one.node.cell, other.node.cell];
  return (
    before !== undefined && before.table === after?.table && before.row === after.row && !before.table.layout
  );
}

/** The innermost frame that is inside of the root, which comes before it on the page. */
function within(frame: Frame | undefined, root: PageNode | undefined): Frame | undefined {
  return frame && (!root || frame.node.index > root.index) ? frame : undefined;
}

function firstPrefix(frame: Frame | undefined, root: PageNode | undefined): string {
  let prefix = "";
  for (let at = frame; at; at = within(at.parent, root)) {
    prefix = (at.written ? at.indent : at.mark) + prefix;
    at.written = true;
  }
  return prefix;
}

function restPrefix(frame: Frame | undefined, root: PageNode | undefined): string {
  let prefix = "";
  for (let at = frame; at; at = within(at.parent, root)) prefix = at.indent + prefix;
  return prefix;
}

function sharedFrame(
  one: Frame | undefined,
  other: Frame | undefined,
  root: PageNode | undefined,
): Frame | undefined {
  let [a, b] = [one, other];
  while (a !== b) {
    if ((a?.depth ?? 0) >= (b?.depth ?? 0)) a = within(a?.parent, root);
    else b = within(b?.parent, root);
  }
  return a;
}
