import type { LoggedEvent, StoredEvent, StreamEnd } from "../contracts/event-log.ts";
import { abortable, linkSignal } from "../core/abort.ts";
import { StreamError } from "../core/errors/stream-error.ts";
import type { RunEvent } from "../core/events.ts";
import { wait } from "../core/wait.ts";
import { END_EVENT, FAILURE_EVENT } from "./event-stream-response.ts";
import { eventDecoder, type ServerSentEvent } from "./stream.ts";

/** Asks the server for the events after an id, or for all. */
export type FetchEvents = (after: string | undefined, signal: AbortSignal | undefined) => Promise<Response>;

/** Options of reading a stream from a server. */
export interface ReadEventStreamOptions {
  /** The id of the last event that was read; the beginning where it is missing. */
  readonly after?: string | undefined;
  /** Stops reading: the iteration throws the signal's reason. The run goes on. */
  readonly signal?: AbortSignal | undefined;
  /** How often in a row to ask again without getting an event. Default 8, which is about a minute. */
  readonly maxRetries?: number | undefined;
  /** The pause before asking again, in milliseconds, doubled each time up to 15 seconds. Default 500. */
  readonly retryMs?: number | undefined;
  /**
   * For how many milliseconds the server may say nothing, not even a comment, until the connection counts as lost. Set it to
   * a few times the server's `heartbeatMs`: a dead connection may look like a quiet one for hours. Off where it is missing.
   */
  readonly quietMs?: number | undefined;
}

const LONGEST_PAUSE_MS = 15_000;

/**
 * Reads a stream that `eventStreamResponse` answers with, and asks again with `Last-Event-ID` where the connection breaks, so
 * that every event comes once and in order. Returns how the stream ended. The address is the application's own; hand in a
 * function for further headers. Leaving the loop leaves the run alone.
 *
 * Throws `StreamError`: `STREAM_NOT_FOUND` where the server says 404 or 410, or knows no such stream, `STREAM_DISCONNECTED` where it
 * refuses, answers with something else, fails to read the stream, or cannot be reached any more; and the signal's reason.
 *
 * @example
 * for await (const { event } of readEventStream<AgentEvent>("/chats/1", { after: "12" })) {
 *   if (event.type === "agent.trip.streaming") output.append(event.delta);
 * }
 */
export async function* readEventStream<Event extends RunEvent = RunEvent>(
  source: string | URL | FetchEvents,
  { after, signal, maxRetries = 8, retryMs = 500, quietMs }: ReadEventStreamOptions = {},
): AsyncGenerator<LoggedEvent<Event>, StreamEnd, undefined> {
  const ask = typeof source === "function" ? source : fetchEvents(source);
  const address = typeof source === "function" ? "the server" : addressOf(source);
  let last = after;
  for (let retries = 0; ; retries += 1) {
    let cause: unknown;
    const connection = linkSignal(signal);
    /** Waits for the server, but not for ever. */
    const patient: Patient = async (answer) => {
      const linked = linkSignal(connection.signal, quietMs);
      try {
        return await abortable(answer, linked.signal);
      } finally {
        linked.release();
      }
    };
    try {
      const response = await patient(ask(last, connection.signal));
      for await (const received of eventsOf(response, address, patient)) {
        const { id, event = "message", data } = received;
        if (event === FAILURE_EVENT) throw failure(data, address);
        if (event === END_EVENT) return JSON.parse(data) as StreamEnd;
        // A server that does not know the header begins anew.
        if (id === undefined || Number(id) <= Number(last ?? 0)) continue;
        const value = JSON.parse(data) as StoredEvent<Event>;
        last = id;
        retries = 0;
        yield { id, event: value };
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof StreamError && !error.retryable) throw error;
      cause = error;
    } finally {
      connection.abort();
      connection.release();
    }
    if (retries >= maxRetries) {
      const message = `The stream of ${address} broke off, and ${retries} tries to go on failed. Go on later after the last id.`;
      throw new StreamError("STREAM_DISCONNECTED", message, { stream: address, cause });
    }
    await wait(Math.min(retryMs * 2 ** retries, LONGEST_PAUSE_MS), signal);
  }
}

function fetchEvents(url: string | URL): FetchEvents {
  return (after, signal) => {
    const headers: Record<string, string> = { accept: "text/event-stream" };
    if (after !== undefined) headers["last-event-id"] = after;
    return globalThis.fetch(url, { headers, signal: signal ?? null, cache: "no-store" });
  };
}

/** What messages say of an address: a query may hold a key, and so may what stands before the host. */
function addressOf(url: string | URL): string {
  const [address = ""] = String(url).split(/[?#]/, 1);
  return address.replace(/\/\/[^/@]*@/, "//");
}

type Patient = <Value>(answer: Promise<Value>) => Promise<Value>;

/** The events of a response, up to where it breaks off. One that is cut off does not count: it will come again. */
async function* eventsOf(
  response: Response,
  address: string,
  patient: Patient,
): AsyncGenerator<ServerSentEvent> {
  const { status, body, headers } = response;
  if (!response.ok || !body || !headers.get("content-type")?.startsWith("text/event-stream")) {
    await body?.cancel().catch(() => undefined);
    throw refusal(status, address);
  }
  const decoder = eventDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await patient(reader.read());
      if (done) return;
      yield* decoder.push(value);
    }
  } finally {
    // Not awaited: a body that does not let itself be cancelled must not hold up who leaves.
    reader.cancel().catch(() => undefined);
  }
}

function refusal(status: number, address: string): StreamError {
  if (status === 404 || status === 410) {
    return new StreamError("STREAM_NOT_FOUND", `There is no stream at ${address} (status ${status}).`, {
      stream: address,
    });
  }
  const retryable = status >= 500 || status === 429 || status === 408;
  const message = `${address} answered with status ${status} instead of a stream of events. Check the address and what the request may do.`;
  return new StreamError("STREAM_DISCONNECTED", message, { stream: address, retryable });
}

/** The server's own word on why it cannot read the stream. */
function failure(data: string, address: string): StreamError {
  const told: unknown = JSON.parse(data);
  const { code, message, retryable } = (typeof told === "object" && told !== null ? told : {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly retryable?: unknown;
  };
  return new StreamError(
    code === "STREAM_NOT_FOUND" ? code : "STREAM_DISCONNECTED",
    `The server cannot read the stream: ${String(message)}`,
    { stream: address, retryable: retryable === true, context: { code } },
  );
}
