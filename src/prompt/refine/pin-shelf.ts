import type { RefinedSystemPromptOptions } from "../../contracts/refined-prompt.ts";
import type { Store } from "../../contracts/store.ts";
import { bounded } from "../../core/bounded.ts";

/** What stands under the key of a pin: anything, whoever wrote it. Where nothing stands there, both are absent. */
interface ShelfRecord {
  readonly value?: unknown;
  /** Of a `Store`. */
  readonly version?: string;
}

/** Where a pin stands in the store of a prompt. Calls reject where the store fails, or takes longer than it may. */
export interface PinShelf {
  readonly key: string;
  readonly timeoutMs: number;
  read(): Promise<ShelfRecord>;
  /** Writes a record, into a plain store as its JSON text. Rejects as well where `ifVersion` is not what stands there. */
  write(record: object, ifVersion?: string | null): Promise<unknown>;
}

type ShelfOptions = Pick<RefinedSystemPromptOptions, "store" | "timeoutMs">;

/** The place of a pin, by the pin's key. Without a store nothing stands there. */
export function pinShelf(
  { store, timeoutMs = 5000 }: ShelfOptions,
  pinKey: string,
  signal: AbortSignal | undefined,
): PinShelf {
  const key = `refined/${pinKey}`;
  const asked = <Value>(work: () => Promise<Value>): Promise<Value> => bounded(work(), timeoutMs, signal);
  return {
    key,
    timeoutMs,
    read: () =>
      asked(async () => {
        if (isStore(store)) return (await store.get(key)) ?? {};
        const value = await store?.get(key);
        return { value: typeof value === "string" ? parsed(value) : value };
      }),
    write: (record, ifVersion) => {
      const text = JSON.stringify(record);
      return asked(async () =>
        isStore(store) ? store.set(key, JSON.parse(text), { ifVersion }) : store?.set(key, text),
      );
    },
  };
}

/** The store of a prompt, where it can compare and set. */
export function atomicStore({ store }: ShelfOptions): Store | undefined {
  return isStore(store) && store.traits.atomic ? store : undefined;
}

function isStore(store: ShelfOptions["store"] | Store): store is Store {
  return store !== undefined && "traits" in store;
}

/** A text that is no JSON stays what it is: an error would tell of it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
