import type { PublicSymbol } from "./public-symbols.ts";
import { place } from "./source.ts";

/** What the docstring of a public symbol lacks: that it is there, its first sentence, an example where one is due. */
export function docstringFindings(symbol: PublicSymbol): string[] {
  const docstrings = symbol.statements.flatMap((statement) => docstringOf(symbol, statement.start) ?? []);
  const [first] = symbol.statements;
  const at = `${first ? place(symbol.file, first) : symbol.file.path} ${symbol.name}`;
  if (docstrings.length === 0) return [`${at} has no docstring`];
  const findings: string[] = [];
  if (!docstrings.some(beginsWithSentence)) findings.push(`${at} does not begin with a sentence`);
  if (needsExample(symbol) && !docstrings.some((text) => text.includes("@example"))) {
    findings.push(`${at} has no @example`);
  }
  return findings;
}

/** Types are shown in the examples of what takes them, errors in the examples of what ends with them. */
function needsExample({ kind, name }: PublicSymbol): boolean {
  return kind === "function" || (kind === "class" && (name === "AIError" || !name.endsWith("Error")));
}

/** The docstring directly above a place; comments of the other kind may stand between. */
function docstringOf({ file }: PublicSymbol, start: number): string | undefined {
  let end = start;
  for (const comment of file.comments.filter((one) => one.end <= start).reverse()) {
    if (file.text.slice(comment.end, end).trim() !== "") return undefined;
    if (comment.value.startsWith("*")) return comment.value.replace(/^ *\*+ ?/gm, "").trim();
    end = comment.start;
  }
  return undefined;
}

/** The first paragraph, which editors show, opens with a capital or a name in code and is closed by a full stop. */
function beginsWithSentence(docstring: string): boolean {
  const [paragraph = ""] = docstring.split(/\n *\n|\n@/);
  return /^[A-Z`]/.test(paragraph) && /\.(?:$|\s)/.test(paragraph.trimEnd());
}
