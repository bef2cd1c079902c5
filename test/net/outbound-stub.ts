import type { OutboundFetch } from "../../src/contracts/outbound-policy.ts";

/** What one call of a stub asked for. */
export interface StubCall {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly init: RequestInit;
}

export interface OutboundStub {
  readonly fetch: OutboundFetch;
  readonly calls: StubCall[];
}

/** A `fetch` that gives the answers in turn and keeps what it was asked for. */
export function outboundStub(...answers: (Response | (() => Response | Promise<Response>))[]): OutboundStub {
  const calls: StubCall[] = [];
  return {
    calls,
    fetch(url, init) {
      const answer = answers[calls.length];
      calls.push({ url, method: init.method, headers: new Headers(init.headers), init });
      if (!answer) throw new Error(`The stub has no answer left for ${url}.`);
      return typeof answer === "function" ? answer() : answer;
    },
  };
}

/** A redirect whose body tells when it is cancelled. */
export function redirectTo(location: string | undefined, status: number = 302): Response {
  return new Response(null, { status, headers: location === undefined ? {} : { location } });
}

/** What a browser shows of a redirect under `redirect: "manual"`; it cannot be constructed. */
export function opaqueRedirect(): Response {
  const shape = { status: 0, type: "opaqueredirect", ok: false, body: null, headers: new Headers(), url: "" };
  return shape as unknown as Response;
}

/** A body of chunks, and a count of how often it was cancelled. Without an end it stays pending after the chunks. */
export function watchedBody(
  chunks: readonly string[],
  end: "close" | "pending" = "close",
): { stream: ReadableStream<Uint8Array>; cancelled: () => number } {
  let cancelled = 0;
  let next = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[next++];
        if (chunk !== undefined) return controller.enqueue(new TextEncoder().encode(chunk));
        if (end === "close") return controller.close();
        return new Promise(() => {});
      },
      cancel: () => void cancelled++,
    },
    { highWaterMark: 0 },
  );
  return { stream, cancelled: () => cancelled };
}

/** A signal that counts the listeners it has at the moment. */
export function watchedSignal(): { controller: AbortController; listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  const active = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  Object.defineProperties(signal, {
    addEventListener: {
      value(...[type, listener, options]: Parameters<typeof add>) {
        active.add(listener);
        add(type, listener, options);
      },
    },
    removeEventListener: {
      value(...[type, listener, options]: Parameters<typeof remove>) {
        active.delete(listener);
        remove(type, listener, options);
      },
    },
  });
  return { controller, listeners: () => active.size };
}
