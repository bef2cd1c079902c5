import type { LoggedEvent, ReadEventsOptions, StoredEvent, StreamEnd } from "../contracts/event-log.ts";
import type { Json } from "../contracts/message.ts";
import type { Store } from "../contracts/store.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { StreamError } from "../core/errors/stream-error.ts";
import type { RunEvent } from "../core/events.ts";
import { randomId } from "../core/ids.ts";
import { wait } from "../core/wait.ts";
import { MAX_VALUE_BYTES } from "./define-store.ts";
import { type EventRow, EventRows, KEPT_MS } from "./event-rows.ts";
import { type LiveStream, liveStream, registerStream } from "./live-streams.ts";
import { checkPositive } from "./positive-options.ts";
import { checkPatience, readRows, type StreamPatience } from "./read-rows.ts";
import { storedEvent } from "./stored-event.ts";

/** Options of an event log. */
export interface EventLogOptions extends StreamPatience {
  /** How long each part is kept, in milliseconds. Default 7 days; `Infinity` keeps it until `delete()`. */
  readonly ttlMs?: number | undefined;
}

/** An append-only log of events in a store. */
export interface EventLog<Event extends RunEvent = RunEvent> {
  readonly id: string;
  /** Adds events. They are written in the background; `flushed()` tells when. Does nothing after a failure or the end. */
  append(events: readonly Event[]): void;
  /** Resolves when everything that was added is stored. Rejects with why it could not be, a `StoreError` or `StreamError`. */
  flushed(): Promise<void>;
  /** Ends the log: its readers end too. Rejects as `flushed()` does. */
  end(end: StreamEnd): Promise<void>;
  /** Reads after an id, or from the beginning, to the end. Throws `StoreError`, and `StreamError` where there is no log. */
  read(after?: string, options?: ReadEventsOptions): AsyncGenerator<LoggedEvent<Event>, StreamEnd, undefined>;
  /** Removes everything that is stored of it. */
  delete(): Promise<void>;
}

/** What one write holds at most, unless it is one event. A reader has one write in memory. */
const ROW_BYTES = 1_048_576;
/** What may wait for the store before whoever adds events should wait too. */
const WAITING_BYTES = 16_777_216;
const TRIES = 6;
/** So many turns without a new event end a burst. */
const QUIET_TURNS = 24;

/**
 * A log of events in a store, for readers anywhere that has the store. While one write is under way the next events gather,
 * so that a fast stream makes few writes, each under a key of its own, and the bytes grow with the events. Ids go on where a
 * log was left. On a store with compare-and-set a second writer gets `STORE_CONFLICT`.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for times that cannot work.
 *
 * @example
 * const log = eventLog(memoryStore(), "chat-1");
 * log.append([{ type: "greeted", runId: "r", rootRunId: "r" }]);
 * await log.end({ outcome: "completed" });
 * for await (const { id, event } of log.read()) console.log(id, event.type);
 */
export function eventLog<Event extends RunEvent = RunEvent>(
  store: Store,
  id: string,
  options: EventLogOptions = {},
): EventLog<Event> {
  return new EventWriter(store, id, options);
}

/** An event log with what the pump of a run needs to know of it. */
export class EventWriter<Event extends RunEvent> implements EventLog<Event>, LiveStream {
  readonly id: string;
  readonly #rows: EventRows;
  readonly #options: EventLogOptions;
  readonly #by: string = randomId();
  readonly #largestEvent: number;
  readonly #rowBytes: number;
  /** Who waits for the next write. */
  readonly #waiting: Set<() => void> = new Set();
  #events: StoredEvent[] = [];
  #sizes: number[] = [];
  #bytes = 0;
  #end: StreamEnd | undefined;
  #work: Promise<void> | undefined;
  #forget: (() => void) | undefined;
  #done = false;
  next: number | undefined;
  writes = 0;
  failure: unknown;
  /** Told before each write. */
  beforeWrite: (() => void) | undefined;
  cancel?: (reason: string | undefined) => void;

  constructor(store: Store, id: string, options: EventLogOptions) {
    checkPatience(options);
    checkPositive("a stream", { ttlMs: options.ttlMs });
    this.id = id;
    this.#rows = new EventRows(store, id);
    this.#options = options;
    // The row around an event takes some bytes too.
    this.#largestEvent = (store.traits.maxValueBytes ?? MAX_VALUE_BYTES) - 2000;
    this.#rowBytes = Math.min(ROW_BYTES, this.#largestEvent);
  }

  /** Whether so much waits for the store that whoever adds events should await `news()`. */
  get isBehind(): boolean {
    return this.#bytes > WAITING_BYTES;
  }

  append(events: readonly Event[]): void {
    if (this.failure !== undefined || this.#end) return;
    for (const event of events) {
      const stored = storedEvent(event, this.#largestEvent);
      this.#events.push(stored.event);
      this.#sizes.push(stored.bytes);
      this.#bytes += stored.bytes;
    }
    this.open();
  }

  async flushed(): Promise<void> {
    await this.#work;
    if (this.failure !== undefined) throw this.failure;
  }

  async end(end: StreamEnd): Promise<void> {
    this.#end ??= end;
    this.open();
    await this.flushed();
  }

  read(
    after?: string,
    { signal }: ReadEventsOptions = {},
  ): AsyncGenerator<LoggedEvent<Event>, StreamEnd, undefined> {
    const live = (): LiveStream | undefined => (this.#forget ? this : liveStream(this.#rows.store, this.id));
    return readRows<Event>(this.#rows, live, after, signal, this.#options);
  }

  delete(): Promise<void> {
    return this.#rows.delete();
  }

  news(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const tell = (): void => {
        this.#waiting.delete(tell);
        signal?.removeEventListener("abort", tell);
        resolve();
      };
      this.#waiting.add(tell);
      signal?.addEventListener("abort", tell);
      if (signal?.aborted) tell();
    });
  }

  /** Finds out where the log goes on, and writes what waits. Never rejects: `failure` tells. */
  open(): Promise<void> {
    this.#forget ??= registerStream(this.#rows.store, this.id, this);
    this.#work ??= this.#write();
    return this.#work;
  }

  async #write(): Promise<void> {
    // What follows shall not be over before `#work` is set.
    await undefined;
    try {
      this.next ??= await this.#nextNumber();
      while (!this.#done && this.failure === undefined && (this.#events.length > 0 || this.#end)) {
        await this.#gather();
        await this.#writeRow(this.next);
      }
    } catch (error) {
      this.failure ??= error;
      this.#take(this.#events.length);
    }
    if (this.#done || this.failure !== undefined) this.#forget?.();
    this.#work = undefined;
    this.#tell();
  }

  /** Lets a burst of events come to its end. No timer: a hidden tab would hold it up for a second each time. */
  async #gather(): Promise<void> {
    let seen = 0;
    for (let quiet = 0; quiet < QUIET_TURNS && this.#bytes < this.#rowBytes && !this.#end; quiet += 1) {
      if (this.#events.length > seen) quiet = 0;
      seen = this.#events.length;
      await undefined;
    }
  }

  async #writeRow(from: number): Promise<void> {
    let bytes = 0;
    const over = this.#sizes.findIndex((size, index) => {
      bytes += size;
      return bytes > this.#rowBytes && index > 0;
    });
    const events = this.#take(over === -1 ? this.#events.length : over);
    const isLast = this.#end !== undefined && this.#events.length === 0;
    const row: EventRow = { from, events, by: this.#by, ...(isLast && this.#end ? { end: this.#end } : {}) };
    this.beforeWrite?.();
    await this.#store(row);
    this.next = from + events.length;
    this.writes += 1;
    this.#done = isLast;
    this.#tell();
  }

  /** Stores a row. The same row each time, so that a write which is late does no harm. */
  async #store(row: EventRow): Promise<void> {
    const { store } = this.#rows;
    const key = await this.#rows.key(row.from);
    const ifVersion = store.traits.atomic ? null : undefined;
    const ttlMs = this.#options.ttlMs ?? KEPT_MS;
    for (let tried = 1; ; tried += 1) {
      try {
        await store.set(key, row as EventRow & Json, { ifVersion, ttlMs });
        return;
      } catch (error) {
        const code = AIError.is(error) ? error.code : undefined;
        // A write that timed out may have been done all the same.
        if (code === "STORE_CONFLICT" && (await this.#isOwn(row.from))) return;
        if (tried === TRIES || !AIError.is(error) || !error.retryable) throw error;
        await wait(25 * 4 ** tried);
      }
    }
  }

  async #isOwn(from: number): Promise<boolean> {
    const row = await this.#rows.read(from).catch(() => undefined);
    return row?.by === this.#by;
  }

  /** Where a log goes on that another process has left, or 1. */
  async #nextNumber(): Promise<number> {
    let next = (await this.#rows.numbers()).at(-1) ?? 1;
    // A listing may lag behind on an eventual store, so it is followed row by row.
    for (let row = await this.#rows.read(next); row; row = await this.#rows.read(next)) {
      if (row.end) {
        const message = `The stream "${this.id}" has ended already. Give what comes now an id of its own, or delete the old stream.`;
        throw new StreamError("STREAM_ENDED", message, { stream: this.id });
      }
      next = row.from + row.events.length;
    }
    return next;
  }

  #take(count: number): StoredEvent[] {
    for (const size of this.#sizes.splice(0, count)) this.#bytes -= size;
    return this.#events.splice(0, count);
  }

  #tell(): void {
    for (const tell of [...this.#waiting]) tell();
  }
}
