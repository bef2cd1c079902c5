import { ANSWER } from "./script.ts";
import { type Body, textBody, toolCallBody } from "./wire.ts";

export type Fetch = typeof globalThis.fetch;

/** Puts a stub in the place of the global `fetch`, before clients are made: some take it when they are. */
export function installFetch(fetch: Fetch): void {
  globalThis.fetch = fetch;
}

/** Plays a service that calls the tool `trips` times and then answers; after `delayMs` where given. */
export function scriptedFetch(trips: number, delayMs?: number): Fetch {
  const bodies = [...Array.from({ length: trips }, (_, results) => toolCallBody(results)), textBody(ANSWER)];
  return async (_input, init) => {
    const request = requestText(init?.body);
    const body = bodies[countResults(request)];
    if (body === undefined) throw new Error("The service was sent more tool results than it asked for.");
    if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs));
    return responseTo(request, body);
  };
}

/** Plays a service that gives the same answer to everybody. */
export function constantFetch(content: string): Fetch {
  const body = textBody(content);
  return async (_input, init) => responseTo(requestText(init?.body), body);
}

/** Plays a service that streams the same answer to everybody, a chunk for each read. */
export function streamingFetch(chunks: readonly Uint8Array[]): Fetch {
  return async () => {
    let next = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks[next];
        next += 1;
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    });
    return new Response(body, { status: 200, headers: { "content-type": "text/event-stream" } });
  };
}

function requestText(body: BodyInit | null | undefined): string {
  if (typeof body !== "string") throw new Error("The stub reads requests whose body is a string.");
  return body;
}

/** How many tool results a request holds. Nothing is parsed, so that the stub costs little and everybody the same. */
function countResults(request: string): number {
  return request.split('"role":"tool"').length - 1;
}

function responseTo(request: string, body: Body): Response {
  const isStream = request.includes('"stream":true');
  const type = isStream ? "text/event-stream" : "application/json";
  return new Response(isStream ? body.streamed : body.whole, {
    status: 200,
    headers: { "content-type": type },
  });
}
