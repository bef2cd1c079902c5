import type { LoggedEvent, StoredEvent, StreamEnd } from "../contracts/event-log.ts";
import { abortable, linkSignal } from "../core/abort.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { StreamError } from "../core/errors/stream-error.ts";
import type { RunEvent } from "../core/events.ts";
import { wait } from "../core/wait.ts";
import type { EventRows } from "./event-rows.ts";
import type { LiveStream } from "./live-streams.ts";
import { checkPositive } from "./positive-options.ts";

/** How long readers wait. */
export interface StreamPatience {
  /**
   * The longest pause, in milliseconds, between two looks at the store for what another process writes. The first pauses are
   * shorter. Default 1,000.
   */
  readonly pollMs?: number | undefined;
  /**
   * For how many milliseconds a stream, or a part of it, that is not there is looked for before it counts as missing.
   * Default 5,000; on an eventual store 65,000, because a write may take a minute there until it is seen.
   */
  readonly waitMs?: number | undefined;
}

const FIRST_PAUSE_MS = 25;

/** Throws `ConfigError` (`INVALID_CONFIG`) for times that cannot work: pauses of nothing would ask the store without end. */
export function checkPatience({ pollMs, waitMs = 1 }: StreamPatience): void {
  checkPositive("a stream", { pollMs });
  if (!(waitMs >= 0)) throw new ConfigError(`The "waitMs" of a stream is ${waitMs}. Use 0 or more.`);
}

/** Reads the events of a stream after an id, to its end: what is stored, then what comes. */
export async function* readRows<Event extends RunEvent>(
  rows: EventRows,
  live: () => LiveStream | undefined,
  after: string | undefined,
  signal: AbortSignal | undefined,
  patience: StreamPatience,
): AsyncGenerator<LoggedEvent<Event>, StreamEnd, undefined> {
  const last = numberOf(after);
  const pauses = new Pauses(rows, patience, signal);
  let from = last === 0 ? 1 : await abortable(firstRow(rows, last + 1), signal);
  for (;;) {
    signal?.throwIfAborted();
    const writer = live();
    const seen = writer?.writes;
    const row = await abortable(rows.read(from), signal);
    if (row) {
      pauses.reset();
      for (const [index, event] of row.events.entries()) {
        signal?.throwIfAborted();
        if (from + index > last) yield { id: String(from + index), event: event as StoredEvent<Event> };
      }
      if (row.end) return row.end;
      from += row.events.length;
      // An own row without events has an end, so that each row but the last leads on.
      if (row.events.length === 0) throw rows.corrupt(`The stream "${rows.id}" has an empty part.`);
    } else await news(writer, seen, from, pauses, signal);
  }
}

/** Waits for the row of a number: its writer in this process tells, what another process writes is looked for. */
async function news(
  writer: LiveStream | undefined,
  seen: number | undefined,
  from: number,
  pauses: Pauses,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!writer || (writer.next ?? 0) > from) return pauses.pause(from);
  if (writer.failure !== undefined) throw writer.failure;
  if (writer.writes !== seen) return;
  // The timer only keeps the request of a Worker alive, whose writer may be another request: else it counts as hung.
  const linked = linkSignal(signal, pauses.longest);
  await writer.news(linked.signal);
  linked.release();
}

/** The pauses of a reader that looks for what another process writes. */
class Pauses {
  readonly #rows: EventRows;
  readonly #signal: AbortSignal | undefined;
  /** In milliseconds. */
  readonly longest: number;
  readonly #patience: number;
  #pause: number = FIRST_PAUSE_MS;
  #waited = 0;
  #checkAt: number;

  constructor(rows: EventRows, { pollMs = 1000, waitMs }: StreamPatience, signal: AbortSignal | undefined) {
    this.#rows = rows;
    this.#signal = signal;
    this.longest = pollMs;
    this.#patience = waitMs ?? (rows.store.traits.eventual ? 65_000 : 5000);
    this.#checkAt = this.#patience;
  }

  reset(): void {
    this.#pause = FIRST_PAUSE_MS;
    this.#waited = 0;
    this.#checkAt = this.#patience;
  }

  /** Waits a little longer than the time before. Rejects where the stream or the row is missing. */
  async pause(from: number): Promise<void> {
    if (this.#waited >= this.#checkAt) {
      await abortable(this.#check(from), this.#signal);
      // A quiet stream is looked after ever more seldom.
      this.#checkAt = Math.max(2 * this.#waited, this.#patience);
    }
    const pause = Math.min(this.#pause, this.longest);
    await wait(pause, this.#signal);
    this.#waited += pause;
    this.#pause = 2 * pause;
  }

  async #check(from: number): Promise<void> {
    const { id } = this.#rows;
    const last = (await this.#rows.numbers()).at(-1);
    if (last === undefined) {
      const message = `There is no stream "${id}": it has not begun, its time is over, or it was deleted.`;
      throw new StreamError("STREAM_NOT_FOUND", message, { stream: id });
    }
    // Looked at once more: it may have been written since.
    if (last > from && !(await this.#rows.read(from))) {
      const message = `The stream "${id}" has no event ${from}, though later ones: a part of it is lost.`;
      throw this.#rows.corrupt(message, await this.#rows.key(from));
    }
  }
}

/** The row that has the event of a number, or would have it. */
async function firstRow(rows: EventRows, number: number): Promise<number> {
  return (await rows.numbers()).findLast((from) => from <= number) ?? 1;
}

function numberOf(id: string | undefined): number {
  const number = Number(id || 0);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  const message = `"${String(id).slice(0, 40)}" is no id of an event. Pass the id of the last event that was read, such as "12".`;
  throw new AIError("INVALID_INPUT", message, {}, "validation");
}
