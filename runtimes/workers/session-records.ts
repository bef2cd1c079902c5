import type { StoredError } from "../../src/contracts/event-log.ts";
import type { Json, Message } from "../../src/contracts/message.ts";
import type { SnapshotStatus } from "../../src/contracts/snapshot.ts";
import type { Store, StoreOperation } from "../../src/contracts/store.ts";
import { AIError } from "../../src/core/errors/ai-error.ts";
import type { Usage } from "../../src/core/usage.ts";
import { allKeysOf, deleteFromEnd } from "../../src/store/keys-of.ts";
import { plainJson } from "../../src/store/plain-json.ts";

/** How a run of a session stands. A run that waits for one before it is `queued`. Times are ISO texts. */
export interface RunState {
  readonly runId: string;
  readonly status: "queued" | SnapshotStatus;
  readonly input: string;
  readonly createdAt: string;
  readonly endedAt?: string;
  readonly text?: string;
  /** What the output schema of the agent made of the text. */
  readonly data?: Json;
  readonly error?: StoredError;
  readonly usage?: Usage;
}

/** A run as it is kept. */
export interface RunRecord extends RunState {
  /** How often it was begun or taken up in a row without any checkpoint in between. */
  readonly begun: number;
  /** How many checkpoints there were when it was taken up last. */
  readonly checkpoints: number;
  /** The index of the first message of the conversation that it knows, from its first beginning on. */
  readonly from?: number;
}

/** What a session has in flight. */
interface SessionHead {
  /** The runs that have not ended, in the order in which they run. */
  readonly open: readonly string[];
  /** Runs that have ended, of which something is still to be put away. */
  readonly ended: readonly string[];
  readonly turns: number;
  /** The name of the object, which the platform does not tell at every call. */
  readonly name?: string | undefined;
}

const HEAD_KEY = "session/head";

/**
 * What is kept of a session besides checkpoints and events: its runs, and its conversation, turn by turn, so that the bytes
 * grow with it. Every change is one write that is done wholly or not at all. Changes must not overlap.
 */
export class SessionRecords {
  readonly #store: Store;
  readonly #keepMs: number;
  #head: SessionHead | undefined;
  #messages: Message[] | undefined;

  constructor(store: Store, keepMs: number) {
    this.#store = store;
    this.#keepMs = keepMs;
  }

  async head(): Promise<SessionHead> {
    this.#head ??= (await this.#read<SessionHead>(HEAD_KEY)) ?? { open: [], ended: [], turns: 0 };
    return this.#head;
  }

  /** A run; `undefined` where it is not known, or what is kept of it is damaged: the session is not to stop for that. */
  run(runId: string): Promise<RunRecord | undefined> {
    return this.#read<RunRecord>(runKey(runId)).catch((cause: unknown) => {
      if (!AIError.is(cause) || cause.code !== "STORE_CORRUPT") throw cause;
      return undefined;
    });
  }

  /** The messages of all completed turns. */
  async messages(): Promise<readonly Message[]> {
    if (!this.#messages) {
      const keys = await allKeysOf(this.#store, turnKey());
      const turns = await Promise.all(keys.map((key) => this.#read<readonly Message[]>(key)));
      this.#messages = turns.flatMap((turn) => turn ?? []);
    }
    return this.#messages;
  }

  /** Removes the conversation. What a failure leaves of it is its beginning. */
  async clear(): Promise<void> {
    this.#messages = undefined;
    await deleteFromEnd(this.#store, await allKeysOf(this.#store, turnKey()));
  }

  /** Writes a new run down, before anything of it is begun. */
  async add(runId: string, input: string, name: string | undefined): Promise<RunRecord> {
    const head = await this.head();
    const createdAt = new Date().toISOString();
    const record: RunRecord = { runId, status: "queued", input, createdAt, begun: 0, checkpoints: 0 };
    const named = { ...head, name: name ?? head.name };
    await this.#write({ ...named, open: [...head.open, runId] }, [set(runKey(runId), record)]);
    return record;
  }

  /** Counts that a run is begun or taken up, before it is. */
  async begin(record: RunRecord, checkpoints: number, from: number): Promise<RunRecord> {
    const isFurther = checkpoints > record.checkpoints;
    const begun: RunRecord = {
      ...record,
      status: "running",
      begun: isFurther ? 1 : record.begun + 1,
      checkpoints,
      from: record.from ?? from,
    };
    await this.#store.set(runKey(record.runId), plainJson(begun), {});
    return begun;
  }

  /** Writes down how a run ended, and its messages where the conversation goes on with them. */
  async end(record: RunRecord, messages: readonly Message[]): Promise<void> {
    const { runId } = record;
    const { open, ended, turns, name } = await this.head();
    const known = messages.length > 0 ? await this.messages() : [];
    const next = { name, open: open.filter((id) => id !== runId), ended: [...ended, runId] };
    const written = { ...set(runKey(runId), record), ttlMs: this.#keepMs };
    if (messages.length === 0) return this.#write({ ...next, turns }, [written]);
    await this.#write({ ...next, turns: turns + 1 }, [written, set(turnKey(turns), messages)]);
    this.#messages = [...known, ...messages];
  }

  /** Gives an open run up of which nothing is known any more. */
  async giveUp(runId: string): Promise<void> {
    const head = await this.head();
    if (!head.open.includes(runId)) return;
    const open = head.open.filter((id) => id !== runId);
    await this.#write({ ...head, open, ended: [...head.ended, runId] }, []);
  }

  /** Nothing is left to do for an ended run. */
  async close(runId: string): Promise<void> {
    const head = await this.head();
    await this.#write({ ...head, ended: head.ended.filter((id) => id !== runId) }, []);
  }

  async #write(head: SessionHead, operations: readonly StoreOperation[]): Promise<void> {
    await this.#store.batch?.([set(HEAD_KEY, head), ...operations]);
    this.#head = head;
  }

  async #read<Value>(key: string): Promise<Value | undefined> {
    return (await this.#store.get(key))?.value as Value | undefined;
  }
}

/** What others may know of a run. */
export function runState({
  begun: _begun,
  checkpoints: _checkpoints,
  from: _from,
  ...state
}: RunRecord): RunState {
  return state;
}

export function hasEnded({ status }: RunState): boolean {
  return status !== "queued" && status !== "running";
}

function set(key: string, value: unknown): StoreOperation & { readonly type: "set" } {
  return { type: "set", key, value: plainJson(value) };
}

function runKey(runId: string): string {
  return `session/run/${runId}`;
}

function turnKey(turn?: number): string {
  return `session/turn/${turn === undefined ? "" : String(turn).padStart(9, "0")}`;
}
