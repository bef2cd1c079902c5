import type { WordChange } from "../../src/contracts/prompt-review.ts";

/** Lines of two texts that stand beside each other. */
export interface ReviewRow {
  readonly before: readonly WordChange[];
  readonly after: readonly WordChange[];
  readonly changed: boolean;
}

/**
 * Puts the lines of two texts beside each other: a row ends where both have a line break.
 *
 * @example
 * rowsOf([{ kind: "same", text: "a\nb" }]).length; // 2
 */
export function rowsOf(changes: readonly WordChange[]): ReviewRow[] {
  const rows: ReviewRow[] = [];
  let before: WordChange[] = [];
  let after: WordChange[] = [];
  let changed = false;
  const close = (): void => {
    rows.push({ before: withoutEdges(before), after: withoutEdges(after), changed });
    [before, after, changed] = [[], [], false];
  };
  for (const { kind, text } of changes) {
    if (kind === "same") {
      for (const [at, line] of text.split("\n").entries()) {
        if (at > 0) close();
        if (line === "") continue;
        before.push({ kind, text: line });
        after.push({ kind, text: line });
      }
    } else {
      // Other white space is no change that anybody can see: it is shown as it is.
      const isBlank = text.trim() === "";
      (kind === "removed" ? before : after).push({ kind: isBlank ? "same" : kind, text });
      changed ||= !isBlank;
    }
  }
  close();
  return rows;
}

/** Leaves out line breaks at the edges: where one text has a blank line more, the rows stand apart anyway. */
function withoutEdges(pieces: readonly WordChange[]): readonly WordChange[] {
  const last = pieces.length - 1;
  return pieces.flatMap(({ kind, text }, at) => {
    let kept = text;
    while (at === 0 && kept.startsWith("\n")) kept = kept.slice(1);
    while (at === last && kept.endsWith("\n")) kept = kept.slice(0, -1);
    return kept === "" ? [] : [{ kind, text: kept }];
  });
}
