import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { type Answer, respond } from "../support.ts";
import { OFFICIAL_CLIENTS } from "./official-clients.ts";

export * from "../support.ts";

/** What a test's server was asked: JSON as it is, of a form the fields, lists under their names with `[]`. */
export interface MediaAsked {
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  readonly signal: AbortSignal | undefined;
}

/** An SDK over a server that answers this way, and what the server was asked. */
export function sdkAnswering(
  over: string,
  answer: Answer | ((asked: MediaAsked) => Response | Promise<Response>),
): { sdk: OpenAISDK; asked: MediaAsked[] } {
  const asked: MediaAsked[] = [];
  const serve = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const request: MediaAsked = {
      path: new URL(String(url)).pathname,
      headers: new Headers(init.headers),
      body: init.body instanceof FormData ? fieldsOf(init.body) : JSON.parse(String(init.body)),
      signal: init.signal ?? undefined,
    };
    asked.push(request);
    return typeof answer === "function" ? answer(request) : respond(answer);
  };
  const client = OFFICIAL_CLIENTS[over];
  const sdk = client
    ? new OpenAISDK({ client: client(serve) })
    : new OpenAISDK({ apiKey: "sk-test-key-of-no-account", fetch: serve });
  return { sdk, asked };
}

/** Our own transport, and the official client in both versions. */
export const TRANSPORTS: readonly string[] = ["fetch", ...Object.keys(OFFICIAL_CLIENTS)];

/** Everything that an iteration yields, and what it threw after that. */
export async function gather<Item>(items: AsyncIterable<Item>): Promise<{ items: Item[]; error?: unknown }> {
  const gathered: Item[] = [];
  try {
    for await (const item of items) gathered.push(item);
    return { items: gathered };
  } catch (error) {
    return { items: gathered, error };
  }
}

/** A body that answers the first pieces and then never again; tells whether it was cancelled. */
export function hangingBody(...pieces: readonly string[]): {
  body: ReadableStream;
  isCancelled: () => boolean;
} {
  let isCancelled = false;
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
    },
    cancel() {
      isCancelled = true;
    },
  });
  return { body, isCancelled: () => isCancelled };
}

function fieldsOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, name.endsWith("[]") ? values : values[0]];
    }),
  );
}
