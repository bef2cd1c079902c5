import type { LoggedEvent, ReadEvents, StoredEvent, StreamEnd } from "../contracts/event-log.ts";
import type { Json } from "../contracts/message.ts";
import { linkSignal } from "../core/abort.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import type { RunEvent } from "../core/events.ts";

/** Options of a response that streams events. */
export interface EventStreamResponseOptions<Event extends RunEvent = RunEvent> {
  /** The request: its `Last-Event-ID` says where to go on, and its signal when nobody listens any more. */
  readonly request: Request;
  /** Where to begin when the request has no `Last-Event-ID`, such as what a page has kept across a reload. */
  readonly after?: string | undefined;
  /** What the client gets of an event, or `undefined` for nothing of it. Reports name prompts and tools: send what is needed. */
  readonly send?: ((event: StoredEvent<Event>) => Json | undefined) | undefined;
  /** Sends a comment after so many quiet milliseconds, for proxies that end what is quiet. Off where it is missing. */
  readonly heartbeatMs?: number | undefined;
  /** Further headers, such as those of CORS. */
  readonly headers?: RequestInit["headers"] | undefined;
}

/** The name of the last event of a response, and its id: who comes back with it gets 204, after which browsers stop asking. */
export const END_EVENT = "end";
/**
 * The name of an event that says that the stream cannot be read, as an `AIError` in JSON. Where trying again cannot help it
 * has the id of the end, so that browsers stop asking.
 */
export const FAILURE_EVENT = "failure";

/**
 * Answers a request with the events of a stored stream as server-sent events (HTML Standard), one for each with `id`, `event`
 * (its type, unless that is `end` or `failure`) and `data`; then an event `end` with how the stream ended, or `failure` with why it cannot be read. A client that comes back
 * with `Last-Event-ID` goes on behind it. A client that leaves is disconnected, and the run goes on. Whoever may send the
 * request may read the stream: look at who asks before you answer.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a `heartbeatMs` that is not above 0.
 *
 * @example
 * const helper = agent({ model: mockModel({ name: "mock", responses: [{ content: "Cairo" }] }) });
 * const stream = resumableStream(helper.stream("Capital of Egypt?"), { store: memoryStore(), id: "chat-1" });
 * const response = eventStreamResponse(stream.read, { request: new Request("https://example.com/chat-1") });
 * response.headers.get("content-type"); // "text/event-stream"
 *
 * @example
 * // Where only the store is at hand, such as in another instance of a Worker:
 * const store = memoryStore();
 * const respond = (request: Request, id: string): Response =>
 *   eventStreamResponse((after, { signal } = {}) => readStream(store, id, { after, signal }), { request });
 */
export function eventStreamResponse<Event extends RunEvent>(
  read: ReadEvents<Event>,
  options: EventStreamResponseOptions<Event>,
): Response {
  const { request, send = (event: StoredEvent<Event>): unknown => event, heartbeatMs } = options;
  if (heartbeatMs !== undefined && !(heartbeatMs > 0)) {
    throw new ConfigError(
      `The "heartbeatMs" of a response is ${heartbeatMs}. Use more than 0, or leave it out.`,
    );
  }
  const after = request.headers.get("last-event-id") || options.after;
  const headers = new Headers(options.headers);
  headers.set("cache-control", "no-store, no-transform");
  if (after === END_EVENT) return new Response(null, { status: 204, headers });

  const { signal, abort, release } = linkSignal(request.signal);
  const events = read(after, { signal });
  const bytes = new TextEncoder();
  let over = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const write = (text: string): void => {
          if (!over) controller.enqueue(bytes.encode(text));
        };
        // Who does not read gets none: they would heap up.
        const beatTo = (): void => void ((controller.desiredSize ?? -1) < 0 || write(":\n\n"));
        const beat = heartbeatMs === undefined ? undefined : setInterval(beatTo, heartbeatMs);
        try {
          for (let text = ""; text === "" && !over; ) {
            const step = await events.next();
            text = step.done ? lastFrame(END_EVENT, step.value) : frame(step.value, send);
            write(text);
            if (step.done) finish(controller);
          }
        } catch (error) {
          write(lastFrame(FAILURE_EVENT, AIError.is(error) ? error : unreadable()));
          finish(controller);
        } finally {
          if (beat !== undefined) clearInterval(beat); // the types of Workers take no undefined
        }
      },
      cancel() {
        over = true;
        abort();
        release();
        // A reading that waits for nothing would never hear of the signal.
        events.return({ outcome: "cancelled" }).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const finish = (controller: ReadableStreamDefaultController): void => {
    if (over) return;
    over = true;
    release();
    controller.close();
  };

  headers.set("content-type", "text/event-stream");
  return new Response(body, { headers });
}

/** One event as text; empty where the client gets nothing of it. */
function frame<Event extends RunEvent>(
  { id, event }: LoggedEvent<Event>,
  send: (event: StoredEvent<Event>) => unknown,
): string {
  const data = JSON.stringify(send(event));
  if (data === undefined) return "";
  // A name with a line end in it, or one of ours, would be read as something else.
  const name = event.type.replace(/[\r\n]/g, " ");
  const named = name === END_EVENT || name === FAILURE_EVENT ? "" : `event: ${name}\n`;
  return `id: ${id}\n${named}data: ${data}\n\n`;
}

function lastFrame(name: string, value: StreamEnd | AIError): string {
  const id = "retryable" in value && value.retryable ? "" : `id: ${END_EVENT}\n`;
  return `${id}event: ${name}\ndata: ${JSON.stringify(value)}\n\n`;
}

/** What is told of an error that is none of ours: its text may name what is not the client's business. */
function unreadable(): AIError {
  return new AIError("AI_ERROR", "The stream cannot be read.");
}
