import type { SourceFile } from "./source.ts";

/** Code that a reader is shown: of a docstring, or of a page. */
export interface Example {
  path: string;
  /** The line of the file on which the code begins, counted from 1. */
  line: number;
  /** Where the code stands in its file, as an offset. */
  offset: number;
  code: string;
}

/** The code of every `@example` in the docstrings of a file. */
export function docstringExamples({ path, text, comments }: SourceFile): Example[] {
  return comments.flatMap(({ value, start }) => {
    if (!value.startsWith("*")) return [];
    const lines = value.split("\n").map((line) => line.replace(/^ *\*? ?/, ""));
    return lines.flatMap((line, index) => {
      if (!line.startsWith("@example")) return [];
      const rest = lines.slice(index + 1);
      const end = rest.findIndex((next) => next.startsWith("@"));
      const code = rest.slice(0, end < 0 ? undefined : end).join("\n");
      return [{ path, line: lineAt(text, start) + index + 1, offset: start, code: code.trimEnd() }];
    });
  });
}

/** The code of every fenced `ts` block of a Markdown page, in order. */
export function pageExamples(path: string, text: string): Example[] {
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => ({
    path,
    line: lineAt(text, match.index) + 1,
    offset: match.index,
    code: (match[1] ?? "").trimEnd(),
  }));
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
