import type { HarnessEditResult } from "../contracts/harness.ts";
import { type KnownEntries, nextVersion, putEntry, saysSame } from "./known-entries.ts";

/**
 * Takes back what some edits did, the last of them first. An entry that somebody changed since stays as it is, and is told
 * of as a conflict. What comes back is as it was, with its first date and its writer, under a version that is new.
 */
export function undoEdits(
  known: KnownEntries,
  edits: readonly HarnessEditResult[],
  at: string,
): readonly HarnessEditResult[] {
  return edits
    .filter(({ status }) => status === "applied")
    .toReversed()
    .map(({ edit: { kind }, before: wanted, after: expected }) => {
      const id = (expected ?? wanted)?.id ?? "";
      const operation = wanted ? (expected ? "update" : "create") : "delete";
      const edit = { operation, kind, id } as const;
      const before = known.entries.get(id);
      if (!saysSame(before, expected)) {
        return { edit, status: "failed", reason: "entry changed since", ...(before && { before }) };
      }
      const after = wanted && { ...wanted, version: nextVersion(known, id), updatedAt: at };
      putEntry(known, id, after);
      return { edit, status: "applied", ...(before && { before }), ...(after && { after }) };
    });
}
