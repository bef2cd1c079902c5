import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinBytes } from "../../../src/core/join-bytes.ts";
import type { ServerSentEvent } from "../../../src/net/stream.ts";
import { eventFrames } from "../../../src/providers/bedrock/frames.ts";
import { codec, encodeFrame, exceptionFrame, framesOf } from "./support.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function decode(pieces: readonly Uint8Array[]): ServerSentEvent[] {
  const frames = eventFrames();
  return [...pieces.flatMap((piece) => frames.push(piece)), ...frames.end()];
}

/** A header of every type that there is. */
const header = fc.oneof(
  fc.boolean().map((value) => ({ type: "boolean", value }) as const),
  fc.integer({ min: -128, max: 127 }).map((value) => ({ type: "byte", value }) as const),
  fc.integer({ min: -32_768, max: 32_767 }).map((value) => ({ type: "short", value }) as const),
  fc.integer().map((value) => ({ type: "integer", value }) as const),
  fc.uint8Array({ maxLength: 40 }).map((value) => ({ type: "binary", value }) as const),
  fc.string({ maxLength: 40, unit: "grapheme" }).map((value) => ({ type: "string", value }) as const),
  fc.date({ noInvalidDate: true, min: new Date(0) }).map((value) => ({ type: "timestamp", value }) as const),
  fc.uuid().map((value) => ({ type: "uuid", value }) as const),
);

const message = fc.record({
  event: fc.string({ maxLength: 20 }),
  others: fc.dictionary(
    fc.string({ minLength: 1, maxLength: 10 }).filter((name) => !name.startsWith(":")),
    header,
    { maxKeys: 5 },
  ),
  data: fc.string({ maxLength: 200, unit: "grapheme" }),
});

describe("frames of AWS's event stream", () => {
  it("reads whatever AWS's own library writes, however it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        (messages, cuts) => {
          const bytes = joinBytes(
            messages.map(({ event, others, data }) =>
              codec().encode({
                headers: { ...others, ":event-type": { type: "string", value: event } },
                body: bytesOf(data),
              }),
            ),
          );
          const places = [
            0,
            ...cuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other),
            bytes.length,
          ];
          const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
          expect(decode(pieces)).toEqual(messages.map(({ event, data }) => ({ event, data })));
        },
      ),
    );
  });

  it("S1: is the same cut in two at every byte, and byte by byte", () => {
    const bytes = framesOf(
      ["contentBlockDelta", { delta: { text: "潮 🌊" } }],
      ["messageStop", { stopReason: "end_turn" }],
    );
    const whole = decode([bytes]);
    expect(whole.map(({ event }) => event)).toEqual(["contentBlockDelta", "messageStop"]);
    expect(JSON.parse(whole[0]?.data ?? "")).toEqual({ delta: { text: "潮 🌊" } });
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(decode([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
    }
    expect(decode(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  it("tells every flipped bit", () => {
    const first = encodeFrame(["messageStart", { role: "assistant" }]);
    const second = encodeFrame(["contentBlockDelta", { delta: { text: "Hi" } }]);
    for (let at = 0; at < second.length; at++) {
      const broken = second.slice();
      broken[at] = (broken[at] ?? 0) ^ (1 << (at % 8));
      const events = decode([first, broken, first]);
      expect(events.map(({ event }) => event)).toEqual(["messageStart", "damaged"]);
    }
  });

  it("S11: tells a stream that was cut off inside a frame", () => {
    const bytes = framesOf(
      ["messageStart", { role: "assistant" }],
      ["messageStop", { stopReason: "end_turn" }],
    );
    expect(decode([bytes.subarray(0, -1)]).map(({ event }) => event)).toEqual(["messageStart", "damaged"]);
    expect(decode([])).toEqual([]);
  });

  it("tells exceptions, and errors without a payload, by their kind", () => {
    const error = {
      headers: { ":message-type": "error", ":error-code": "InternalFailure", ":error-message": "No." },
      body: "",
    };
    expect(
      decode([framesOf(exceptionFrame("throttlingException", { message: "Slow down." }), error)]),
    ).toEqual([
      { event: "exception", id: "throttlingException", data: '{"message":"Slow down."}' },
      { event: "exception", id: "InternalFailure", data: '{"message":"No."}' },
    ]);
  });

  it("reads headers that do not fit as damage", () => {
    const bytes = codec().encode({ headers: { a: { type: "string", value: "abc" } }, body: bytesOf("{}") });
    // Claims a longer value; both checksums are made anew.
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    view.setUint16(15, 60_000);
    view.setUint32(bytes.length - 4, crc(bytes.subarray(0, -4)));
    expect(decode([bytes])).toEqual([{ event: "damaged", data: "" }]);
  });

  it("S2: reads an event stream of text, as some gateways write it", () => {
    const text = 'event: messageStop\r\ndata: {"stopReason":"end_turn"}';
    expect(decode([bytesOf(text)])).toEqual([{ event: "messageStop", data: '{"stopReason":"end_turn"}' }]);
  });

  it("S19: takes a time linear in the bytes", () => {
    const bytes = encodeFrame(["contentBlockDelta", { delta: { text: "x".repeat(2_000_000) } }]);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += 100) pieces.push(bytes.subarray(at, at + 100));
    expect(decode(pieces)).toHaveLength(1);
  });
});

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}
