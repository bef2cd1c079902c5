import { describe, expect, it } from "vitest";
import { linkSignal } from "../../src/core/abort.ts";
import { openExchange, readText } from "../../src/net/exchange.ts";

describe("openExchange", () => {
  it("reads a body piece by piece and releases it at its end", async () => {
    const { body, log } = watchedBody(["one ", "two"]);
    const exchange = await openExchange(async () => new Response(body), linkSignal());
    expect(await readText(exchange)).toBe("one two");
    expect(await exchange.read()).toBeUndefined();
    exchange.close();
    expect(body.locked).toBe(false);
    expect(log.cancelled).toBe(0);
  });

  it("R24: reads the whole text once where there is no streamed body", async () => {
    let asked = 0;
    const text = async (): Promise<string> => {
      asked++;
      return "whole";
    };
    const bodyless = Object.assign(new Response(null), { text });
    const exchange = await openExchange(async () => bodyless, linkSignal());
    expect(await readText(exchange)).toBe("whole");
    expect(await exchange.read()).toBeUndefined();
    expect(asked).toBe(1);
  });

  it("R24: reads the whole bytes once where there is no streamed body and no text", async () => {
    const bytes = Uint8Array.of(0, 0xff, 0xc3);
    const headers = { "content-type": "application/vnd.amazon.eventstream" };
    const bodyless = Object.assign(new Response(null, { headers }), {
      arrayBuffer: async () => bytes.buffer,
    });
    const exchange = await openExchange(async () => bodyless, linkSignal());
    expect(await exchange.read()).toEqual(bytes);
    expect(await exchange.read()).toBeUndefined();
  });

  it("S21: an abort cancels the body once and settles a waiting read, though the transport ignores the signal", async () => {
    const { body, log } = watchedBody(["one"], { isEndless: true });
    const controller = new AbortController();
    const linked = linkSignal(controller.signal);
    const exchange = await openExchange(async () => new Response(body), linked);
    await exchange.read();
    const waiting = exchange.read();
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(exchange.read()).rejects.toBe(reason);
    exchange.close();
    expect(log.cancelled).toBe(1);
    expect(body.locked).toBe(false);
  });

  it("does not wait for a transport that ignores the abort, and cancels the body that comes too late", async () => {
    const { body, log } = watchedBody(["late"], { isEndless: true });
    let answer: (response: Response) => void = () => {};
    const controller = new AbortController();
    const opening = openExchange(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      linkSignal(controller.signal),
    );
    controller.abort(new Error("gone"));
    await expect(opening).rejects.toThrow("gone");
    answer(new Response(body));
    await expect.poll(() => log.cancelled).toBe(1);
  });

  it("sends nothing where the signal has aborted before", async () => {
    let sent = 0;
    const send = async (): Promise<Response> => {
      sent++;
      return new Response("");
    };
    await expect(openExchange(send, linkSignal(AbortSignal.abort(new Error("early"))))).rejects.toThrow(
      "early",
    );
    expect(sent).toBe(0);
  });

  it("breaks off with a TimeoutError where the response or a piece of it takes too long", async () => {
    const never = new Promise<Response>(() => {});
    await expect(openExchange(() => never, linkSignal(), 5)).rejects.toMatchObject({ name: "TimeoutError" });

    const { body, log } = watchedBody(["one"], { isEndless: true });
    const exchange = await openExchange(async () => new Response(body), linkSignal(), 20);
    expect(await exchange.read()).toBeDefined();
    await expect(exchange.read()).rejects.toMatchObject({ name: "TimeoutError" });
    expect(log.cancelled).toBe(1);
  });

  it("passes on what the transport throws", async () => {
    await expect(openExchange(() => Promise.reject(new TypeError("offline")), linkSignal())).rejects.toThrow(
      "offline",
    );
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new TypeError("cut off")),
    });
    const exchange = await openExchange(async () => new Response(broken), linkSignal());
    await expect(exchange.read()).rejects.toThrow("cut off");
  });

  it("reads no more text than asked for", async () => {
    const { body, log } = watchedBody(["12345", "67890", "abc"]);
    const exchange = await openExchange(async () => new Response(body), linkSignal());
    expect(await readText(exchange, undefined, 6)).toBe("1234567890");
    exchange.close();
    expect(log.cancelled).toBe(1);
  });
});

/** A body of these pieces that counts how often it is cancelled; an endless one waits after them. */
function watchedBody(pieces: readonly string[], { isEndless = false } = {}) {
  const log = { cancelled: 0 };
  const utf8 = new TextEncoder();
  let next = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[next++];
        if (piece !== undefined) controller.enqueue(utf8.encode(piece));
        else if (!isEndless) controller.close();
        return isEndless && piece === undefined ? new Promise(() => {}) : undefined;
      },
      cancel() {
        log.cancelled++;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, log };
}
