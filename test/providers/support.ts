import type { ModelChunk } from "../../src/contracts/model.ts";
import type { FetchFunction } from "../../src/providers/adapter/transport.ts";

/** What a test's server was asked. */
export interface Asked {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
  readonly signal: AbortSignal;
}

/** How a test's server answers. */
export interface Answer {
  readonly body?: unknown;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

/** A `fetch` that answers every request alike and keeps what it was asked. JSON for objects, else the body as it is. */
export function answering(answer: Answer | ((asked: Asked) => Response | Promise<Response>)): {
  fetch: FetchFunction;
  asked: Asked[];
} {
  const asked: Asked[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const signal = init.signal ?? new AbortController().signal;
    const headers = init.headers as Record<string, string>;
    const request: Asked = { url, headers, body: JSON.parse(String(init.body)), signal };
    asked.push(request);
    return typeof answer === "function" ? answer(request) : respond(answer);
  };
  return { fetch, asked };
}

export function respond({ body, status = 200, headers = {} }: Answer): Response {
  const isRaw = typeof body === "string" || body instanceof ReadableStream || body === null;
  const type = { "content-type": isRaw ? "text/event-stream" : "application/json" };
  return new Response(isRaw ? body : JSON.stringify(body), { status, headers: { ...type, ...headers } });
}

/** Events as a server writes them; texts stand for themselves. */
export function sse(...events: readonly unknown[]): string {
  return events
    .map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`)
    .join("");
}

/** A body that comes in these pieces. */
export function streamOf(pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[next++];
      if (piece === undefined) controller.close();
      else controller.enqueue(typeof piece === "string" ? utf8.encode(piece) : piece);
    },
  });
}

/** All chunks of a stream, and what it threw after them. */
export async function collect(
  chunks: AsyncIterable<ModelChunk>,
): Promise<{ chunks: ModelChunk[]; error?: unknown }> {
  const collected: ModelChunk[] = [];
  try {
    for await (const chunk of chunks) collected.push(chunk);
    return { chunks: collected };
  } catch (error) {
    return { chunks: collected, error };
  }
}

export function textOf(chunks: readonly ModelChunk[]): string {
  return chunks.map((chunk) => (chunk.type === "delta" ? chunk.content : "")).join("");
}

export function callsOf(chunks: readonly ModelChunk[]): Extract<ModelChunk, { type: "tool-call" }>[] {
  return chunks.flatMap((chunk) => (chunk.type === "tool-call" ? chunk : []));
}

export function doneOf(chunks: readonly ModelChunk[]): Extract<ModelChunk, { type: "done" }> | undefined {
  return chunks.flatMap((chunk) => (chunk.type === "done" ? chunk : [])).at(-1);
}

/** The error that a promise rejects with; fails where it does not. */
export async function errorOf(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error("The promise did not reject.");
}

/** A body that sends its pieces and then nothing, and tells when it has, and how often it was cancelled. */
export function hangingBody(pieces: readonly Uint8Array[]) {
  const left = [...pieces];
  const state = { cancelled: 0, isIdle: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = left.shift();
        if (piece) return controller.enqueue(piece);
        state.isIdle = true;
        return new Promise<void>(() => {});
      },
      cancel() {
        state.cancelled += 1;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}
