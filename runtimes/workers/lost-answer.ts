import type { StoreChange, StoreCommit, StoreDriver } from "../../src/contracts/store.ts";
import { unansweredWrite } from "../../src/store/unanswered-write.ts";

/**
 * What became of a commit whose answer was lost. It is never sent again, since it may have been done and another may have
 * written since: one look at the store tells, or else the commit fails with `STORE_TIMEOUT`, the code that leaves it open.
 */
export async function settleLostAnswer(
  { name, read }: Pick<StoreDriver, "name" | "read">,
  changes: readonly StoreChange[],
  cause: unknown,
): Promise<StoreCommit> {
  // Only what was written tells, for all of the commit: what is not there may never have been there.
  const written = changes.find(({ record }) => record !== undefined);
  if (written) {
    const present = await read(written.key).catch(() => undefined);
    if (present?.version === written.record?.version) return { existed: changes.map(() => true) };
  }
  throw unansweredWrite(name, changes[0]?.key ?? "", cause);
}
