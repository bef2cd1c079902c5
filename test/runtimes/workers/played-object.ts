import {
  type AgentObject,
  type AgentObjectContext,
  type AgentObjectOptions,
  agentObject,
  type SessionAgent,
} from "../../../runtimes/workers/index.ts";
import type { Store, StoreOperation } from "../../../src/contracts/store.ts";
import { StoreError } from "../../../src/core/errors/store-errors.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";

/** The disk and the clock of an object, which its instances share. */
export interface Platform {
  readonly store: Store;
  /** The bytes of JSON that were written, by the first part of the key. */
  readonly written: Map<string, number>;
  /** Whether a write of a key finds no room. */
  isFull: (key: string) => boolean;
  alarm: number | null;
}

export function platform(): Platform {
  const inner = memoryStore();
  const check = (keys: readonly string[]): void => {
    const key = keys.find((one) => own.isFull(one));
    if (key) throw new StoreError("STORE_QUOTA", "The disk is full.", { store: "test", key });
  };
  const written = new Map<string, number>();
  const note = (key: string, value: unknown): void => {
    const part = key.split("/")[0] ?? "";
    written.set(part, (written.get(part) ?? 0) + JSON.stringify(value).length);
  };
  const store: Store = {
    ...inner,
    traits: inner.traits,
    async set(key, value, options) {
      check([key]);
      note(key, value);
      return inner.set(key, value, options);
    },
    async batch(operations: readonly StoreOperation[]) {
      check(operations.map(({ key }) => key));
      for (const one of operations) if (one.type === "set") note(one.key, one.value);
      await inner.batch?.(operations);
    },
  };
  const own: Platform = { store, written, isFull: () => false, alarm: null };
  return own;
}

/** What an instance is made with: its agent, and the options of the object. `name: ""` is an object without a name. */
type Make = (env: unknown, context: AgentObjectContext) => SessionAgent;
interface PlayedOptions extends AgentObjectOptions {
  readonly name?: string;
}

/** A new instance of the object. */
export function instance(
  on: Platform,
  make: Make,
  { name = "session", ...options }: PlayedOptions = {},
): AgentObject {
  const Chat = agentObject(make, { store: () => on.store, ...options });
  const storage = {
    sql: { exec: () => ({ toArray: () => [] }) },
    transactionSync: <Value>(work: () => Value): Value => work(),
    async setAlarm(time: number) {
      on.alarm = time;
    },
    async deleteAlarm() {
      on.alarm = null;
    },
    sync: async () => undefined,
  };
  const state = {
    id: { ...(name === "" ? {} : { name }), toString: () => "0123abcd" },
    storage,
    acceptWebSocket: () => undefined,
    getWebSockets: () => [],
  };
  return new Chat(state, undefined);
}
