import type { IndexedDocument } from "../knowledge-base.ts";
import type { OpenBase } from "./open-base.ts";

/** The documents there are, in the order of their ids. */
export async function listDocuments(base: OpenBase): Promise<IndexedDocument[]> {
  const records = await base.documents("documents()");
  return records.map(({ document: id, chunks, metadata, tags }) => ({
    id,
    chunks,
    ...(metadata && { metadata }),
    ...(tags && { tags }),
  }));
}

/** Removes documents, all in one write. */
export async function removeDocuments(
  base: OpenBase,
  ids: string | readonly string[],
): Promise<{ readonly chunks: number }> {
  base.needs("remove()", "write", "read");
  const wanted = [...new Set([ids].flat())].sort();
  const releases: (() => void)[] = [];
  try {
    for (const id of wanted) releases.push(await base.hold(id, () => {}));
    const records = await base.records(wanted);
    return {
      chunks: await base.write(
        [],
        records.filter((record) => record !== undefined),
      ),
    };
  } finally {
    for (const release of releases) release();
  }
}
