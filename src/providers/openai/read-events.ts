import type { ModelChunk } from "../../contracts/model.ts";
import type { ServerSentEvent } from "../../net/stream.ts";
import { type CallTarget, serviceFailure } from "../adapter/failure.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";

/** Reads the events of one answer. */
export interface EventReader {
  /** Takes one event. Tells whether more may come. */
  event(event: ServerSentEvent, chunks: ModelChunk[]): boolean;
  /** Takes a parsed body: of an event that an official client has read, or of a whole answer. */
  body(body: unknown, chunks: ModelChunk[], name?: string): void;
  /** Whether `[DONE]` came, or may have come: official clients do not pass it on. */
  isClosed(): boolean;
}

const KEEP_ALIVE: RegExp = /^(?:ping|heartbeat|keep-?alive)$/i;

/**
 * Makes what reads the events of an answer and hands their bodies to `take`: up to `[DONE]`, without pings, and with an
 * error event's account as `error`. What `take` cannot make sense of is an `unreadableAnswer` that is not `what`.
 *
 * @example
 * const target = { provider: "openai", name: "gpt-4o" };
 * const texts: unknown[] = [];
 * const events = eventReader(target, "a chat completion", (body) => texts.push(body));
 * events.event({ data: '{"choices":[]}' }, []); // true
 * events.event({ data: "[DONE]" }, []); // false
 */
export function eventReader<Body extends object>(
  target: CallTarget,
  what: string,
  take: (body: Body, chunks: ModelChunk[], name?: string) => void,
): EventReader {
  let hasEvents = false;
  let isClosed = false;

  function body(value: unknown, chunks: ModelChunk[], name?: string): void {
    try {
      take(value as Body, chunks, name);
    } catch (error) {
      throw error instanceof TypeError ? unreadableAnswer(target, `is not ${what}`, error) : error;
    }
  }

  function event({ data, event: name }: ServerSentEvent, chunks: ModelChunk[]): boolean {
    hasEvents = true;
    isClosed ||= data.startsWith("[DONE]");
    // Some proxies leave out the blank line between events.
    if (/\n[{[]/.test(data)) for (const part of data.split("\n")) event({ data: part, event: name }, chunks);
    else if (data && !isClosed) body(parse(data, name, target), chunks, name);
    return !isClosed;
  }

  return { event, body, isClosed: () => isClosed || !hasEvents };
}

function parse(data: string, event: string | undefined, target: CallTarget): object {
  const isError = event === "error";
  let value: { readonly error?: unknown } | null;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    if (event && KEEP_ALIVE.test(event)) return {};
    throw isError
      ? serviceFailure(200, data)
      : unreadableAnswer(target, "holds an event that is not JSON", cause);
  }
  return isError ? { error: value?.error ?? value ?? data } : (value ?? {});
}
