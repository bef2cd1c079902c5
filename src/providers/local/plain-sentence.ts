/**
 * A sentence as it reads without its Markdown: no list mark, emphasis, code marks or link targets, a table row of two
 * cells as `name: value`. Images go, so that a quoted text cannot make a page load an address. Empty for a table's rule.
 *
 * @example
 * plainSentence("- The **moon** pulls, see [tides](t.md)."); // "The moon pulls, see tides."
 */
export function plainSentence(sentence: string): string {
  const text = sentence
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)]|>)\s+/, "")
    .replace(/!\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)/g, "")
    .replace(/\[([^[\]\n]{1,200})\]\([^)\n]{0,500}\)/g, "$1")
    .replaceAll("**", "")
    .replaceAll("__", "")
    .replace(/(^|[\s(])[*_]([^\s*_][^*_\n]{0,200})[*_](?=$|[\s).,;:!?])/g, "$1$2")
    .replaceAll("`", "");
  return fromTableRow(text).replace(/\s+/g, " ").trim();
}

function fromTableRow(text: string): string {
  if (!text.trimStart().startsWith("|")) return text;
  const cells = text
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");
  if (cells.every((cell) => /^:?-+:?$/.test(cell))) return "";
  return cells.length === 2 ? `${cells[0]}: ${cells[1]}` : cells.join(", ");
}
