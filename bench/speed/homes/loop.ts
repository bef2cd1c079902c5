import type { Store } from "../../../src/contracts/store.ts";

/** How long one kind of work took, in milliseconds. */
export interface Timing {
  readonly set: number;
  readonly get: number;
}

const VALUE = {
  role: "user",
  text: "When does the tide turn at the north pier today?",
  tags: ["tide", "pier"],
};

/** Writes small values under many keys, one after the other. */
export async function setAll(store: Store, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await store.set(`session:${turn}`, { ...VALUE, turn });
}

/** Reads them again. Throws where one is not there. */
export async function getAll(store: Store, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    if (!(await store.get(`session:${turn}`))) throw new Error(`Key ${turn} is lost.`);
  }
}

/** Times both, after a tenth of the work that does not count. */
export async function timeStore(store: Store, count: number): Promise<Timing> {
  await setAll(store, Math.ceil(count / 10));
  await getAll(store, Math.ceil(count / 10));
  const begun = performance.now();
  await setAll(store, count);
  const between = performance.now();
  await getAll(store, count);
  return { set: between - begun, get: performance.now() - between };
}
