import { abortable, type LinkedSignal, timeoutError } from "../core/abort.ts";

/** One request and its response, whose body is read piece by piece. */
export interface Exchange {
  readonly response: Response;
  /** The next bytes of the body, or `undefined` at its end. Rejects with the signal's reason once that aborted. */
  read(): Promise<Uint8Array | undefined>;
  /** Cancels what is left of the body. Does nothing after its end. */
  close(): void;
}

/**
 * Sends a request and waits for its response. When the signal aborts, everything stops at once, even where the transport
 * ignores the signal it was given: the body is cancelled, once, its reader is released, and the pending step rejects. A
 * wait that takes longer than `timeoutMs`, for the response or for one piece of its body, aborts with a `TimeoutError`.
 * No timer outlives a step; the linked signal is the caller's to release.
 *
 * @param send makes the request; it should hand the signal on to `fetch`.
 *
 * @example
 * const linked = linkSignal(undefined);
 * const exchange = await openExchange((signal) => fetch("https://example.com", { signal }), linked, 10_000);
 * await exchange.read();
 */
export async function openExchange(
  send: (signal: AbortSignal) => Promise<Response>,
  { signal, abort }: LinkedSignal,
  timeoutMs?: number,
): Promise<Exchange> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let isOver = false;
  let giveUp: ((reason: unknown) => void) | undefined;

  // Registered before the transport's own listener: this settles whatever waits, no matter what the transport does.
  signal.addEventListener("abort", () => {
    close();
    giveUp?.(signal.reason);
  });

  function close(): void {
    reader?.cancel().catch(() => {});
    release();
  }

  function release(): void {
    isOver = true;
    reader?.releaseLock();
    reader = undefined;
  }

  async function timed<Value>(step: Promise<Value>): Promise<Value> {
    const timer = timeoutMs && setTimeout(() => abort(timeoutError(timeoutMs)), timeoutMs);
    try {
      return await step;
    } finally {
      if (timer) clearTimeout(timer);
      signal.throwIfAborted();
    }
  }

  signal.throwIfAborted();
  const response = await timed(
    new Promise<Response>((resolve, reject) => {
      giveUp = reject;
      send(signal).then((response) => {
        reader = response.body?.getReader();
        // Too late for whoever asked.
        if (signal.aborted) close();
        resolve(response);
      }, reject);
    }),
  );
  return {
    response,
    close,
    async read() {
      signal.throwIfAborted();
      if (isOver) return undefined;
      if (!reader) {
        // React Native has no streamed bodies: the whole is the only piece.
        isOver = true;
        return timed(abortable(wholeOf(response), signal));
      }
      // The wait for a piece is the hot path; only a clock makes it longer.
      const { value } = await (timeoutMs ? timed(reader.read()) : reader.read());
      signal.throwIfAborted();
      if (!value) release();
      return value;
    },
  };
}

/** As a text where it is one, because not every version of React Native has another way. */
async function wholeOf(response: Response): Promise<Uint8Array> {
  const isText = /^text\/|json|^$/i.test(response.headers.get("content-type") ?? "");
  return isText
    ? new TextEncoder().encode(await response.text())
    : new Uint8Array(await response.arrayBuffer());
}

/**
 * Reads the rest of a body as text, after the bytes `first` that were read before; stops soon after `limit` characters.
 *
 * @example
 * const exchange = await openExchange(async () => new Response("hello"), linkSignal());
 * await readText(exchange); // "hello"
 */
export async function readText(
  exchange: Pick<Exchange, "read">,
  first?: Uint8Array,
  limit: number = Number.POSITIVE_INFINITY,
): Promise<string> {
  const utf8 = new TextDecoder();
  let text = "";
  let bytes = first ?? (await exchange.read());
  while (bytes) {
    text += utf8.decode(bytes, { stream: true });
    bytes = text.length < limit ? await exchange.read() : undefined;
  }
  return text + utf8.decode();
}
