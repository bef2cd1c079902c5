import type { StoredEvent, StreamEnd } from "../contracts/event-log.ts";
import type { Json } from "../contracts/message.ts";
import type { Store } from "../contracts/store.ts";
import { StoreError } from "../core/errors/store-errors.ts";
import { keyPart } from "./key-part.ts";
import { deleteFromEnd, keysOf } from "./keys-of.ts";

/** How long what belongs to a stream is kept unless said otherwise: 7 days. */
export const KEPT_MS = 604_800_000;

/** What one write of a stream holds: events with numbers in a row, and the end of the stream in the last one. */
export interface EventRow {
  /** The number of the first event, and of the row. */
  readonly from: number;
  readonly events: readonly StoredEvent[];
  /** Who wrote it. */
  readonly by: string;
  readonly end?: StreamEnd;
}

/** The rows of one stream in a store, each under a key of its own: the number of its first event. */
export class EventRows {
  readonly store: Store;
  readonly id: string;
  #prefix: string | undefined;

  constructor(store: Store, id: string) {
    this.store = store;
    this.id = id;
  }

  /** The key of a row, or of the wish to cancel, which stands behind all rows. */
  async key(name: number | "cancel"): Promise<string> {
    // With zeros in front the order of keys is the order of numbers.
    return (await this.prefix()) + String(name).padStart(12, "0");
  }

  async read(from: number): Promise<EventRow | undefined> {
    const key = await this.key(from);
    const entry = await this.store.get(key);
    if (!entry) return undefined;
    const { value } = entry;
    if (isRow(value, from)) return value;
    throw this.corrupt(`What is stored under "${key}" is no part of a stream: it was damaged.`, key);
  }

  /** The numbers of all rows, ascending. */
  async numbers(): Promise<number[]> {
    const prefix = await this.prefix();
    const numbers: number[] = [];
    for await (const key of keysOf(this.store, prefix)) {
      const number = key.slice(prefix.length);
      if (/^\d+$/.test(number)) numbers.push(Number(number));
    }
    return numbers;
  }

  /** Removes all rows and the wish to cancel. */
  async delete(): Promise<void> {
    const keys: string[] = [];
    for await (const key of keysOf(this.store, await this.prefix())) keys.push(key);
    await deleteFromEnd(this.store, keys);
  }

  corrupt(message: string, key?: string): StoreError {
    return new StoreError("STORE_CORRUPT", message, { store: this.store.name, key });
  }

  async prefix(): Promise<string> {
    this.#prefix ??= `stream/${await keyPart(this.store.name, "id of a stream", this.id)}/`;
    return this.#prefix;
  }
}

function isRow(value: unknown, from: number): value is Json & EventRow {
  if (typeof value !== "object" || value === null) return false;
  const { from: number, events, by, end }: { [Name in keyof EventRow]?: unknown } = value;
  const isEnd = end === undefined || (typeof end === "object" && end !== null && "outcome" in end);
  return number === from && typeof by === "string" && isEnd && Array.isArray(events) && events.every(isEvent);
}

function isEvent(value: unknown): boolean {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
