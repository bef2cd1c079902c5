import type { RefinedSystemPromptOptions } from "../../contracts/refined-prompt.ts";
import type { Store } from "../../contracts/store.ts";
import { abortable, linkSignal } from "../../core/abort.ts";

/** How long one call of a store may take where nobody says otherwise, in milliseconds. */
export const STORE_TIMEOUT_MS: number = 5000;

type ShelfOptions = Pick<RefinedSystemPromptOptions, "store" | "timeoutMs">;

/** What stands under a key: anything, whoever wrote it. Where nothing stands there, both are absent. */
export interface ShelfRecord {
  readonly value?: unknown;
  /** Of a `Store`. */
  readonly version?: string;
}

/** Where a pin stands in a store, by its key. */
export function pinPath(key: string): string {
  return `refined/${key}`;
}

/** The store of a prompt, where it can compare and set. */
export function atomicStore({ store }: ShelfOptions): Store | undefined {
  return isStore(store) && store.traits.atomic ? store : undefined;
}

/** Reads what the store of a prompt has. Rejects where it fails, or takes longer than it may. */
export function readShelf(options: ShelfOptions, at: string, signal?: AbortSignal): Promise<ShelfRecord> {
  const { store } = options;
  return bounded(options, signal, async () => {
    if (isStore(store)) return (await store.get(at)) ?? {};
    const value = await store?.get(at);
    return { value: typeof value === "string" ? parsed(value) : value };
  });
}

/** Writes a record, into a plain store as its JSON text. Rejects as `readShelf` does, and with what `ifVersion` leads to. */
export function writeShelf(
  options: ShelfOptions,
  at: string,
  record: object,
  signal?: AbortSignal,
  ifVersion?: string | null,
): Promise<unknown> {
  const { store } = options;
  const text = JSON.stringify(record);
  return bounded(options, signal, async () =>
    isStore(store) ? store.set(at, JSON.parse(text), { ifVersion }) : store?.set(at, text),
  );
}

function isStore(store: ShelfOptions["store"] | Store): store is Store {
  return store !== undefined && "traits" in store;
}

async function bounded<Value>(
  { timeoutMs = STORE_TIMEOUT_MS }: ShelfOptions,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  const limit = linkSignal(signal, timeoutMs);
  try {
    return await abortable(work(), limit.signal);
  } finally {
    limit.release();
  }
}

/** A text that is no JSON stays what it is: an error would tell of it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
