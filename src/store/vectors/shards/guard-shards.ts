import type { StoreFailure } from "../../../contracts/store.ts";
import { bounded } from "../../../core/bounded.ts";
import { AIError } from "../../../core/errors/ai-error.ts";
import { StoreError } from "../../../core/errors/store-errors.ts";
import type { ShardDriver } from "./shards.ts";

/** A driver whose errors are those of this package, and which ends what hangs. */
export function guardShards(
  driver: ShardDriver,
  failure: (cause: unknown) => StoreFailure | undefined,
  timeoutMs: number,
): ShardDriver {
  const { name: store } = driver;
  const guarded = async <Value>(what: string, work: Promise<Value>): Promise<Value> => {
    try {
      return await bounded(work, timeoutMs);
    } catch (cause) {
      if (AIError.is(cause)) throw cause;
      const message = `The ${store} store did not ${what} vectors`;
      if (cause instanceof DOMException && cause.name === "TimeoutError") {
        const advice = "It may still do it: read before you try again.";
        throw new StoreError("STORE_TIMEOUT", `${message} within ${timeoutMs} ms. ${advice}`, {
          store,
          limit: timeoutMs,
        });
      }
      const known = failure(cause);
      throw new StoreError(known?.code ?? "STORE_UNAVAILABLE", known?.message ?? `${message}: ${cause}`, {
        store,
        cause,
        retryable: known?.retryable,
      });
    }
  };
  return {
    name: store,
    delayMs: driver.delayMs,
    commits: () => guarded("list", driver.commits()),
    open: (ids) => guarded("read", driver.open(ids)),
    values: (places) => guarded("read", driver.values(places)),
    floats: (places) => guarded("read", driver.floats(places)),
    contents: (place) => guarded("read", driver.contents(place)),
    write: (write) => guarded("write", driver.write(write)),
    close: () => guarded("close", Promise.resolve(driver.close?.())),
  };
}
