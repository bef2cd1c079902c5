import type { Store } from "../../contracts/store.ts";
import type { VectorStore } from "../../contracts/vector-store.ts";
import { ConfigError } from "../../core/errors/config-error.ts";

/** A store of vectors as it is, or one over any other store. */
export async function vectorStoreOf(target: VectorStore | Store, _namespace: string): Promise<VectorStore> {
  if ("query" in target) return target;
  throw new ConfigError("not yet");
}
