import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  eventDecoder,
  jsonLineDecoder,
  lineDecoder,
  type ServerSentEvent,
  type StreamDecoder,
} from "../../src/net/stream.ts";

describe("eventDecoder", () => {
  it("decodes several events of one piece, multi-line data, comments and names", () => {
    const text =
      ": hello\n\ndata: one\n\nevent: error\ndata: two\ndata:  three\nid: 7\nretry: 10\n\ndata\n\n";
    expect(decodeWhole(eventDecoder(), text)).toEqual([
      { data: "one" },
      { id: "7", event: "error", data: "two\n three" },
      { data: "" },
    ]);
  });

  it("S2: takes CRLF, CR and LF, a byte order mark, and a last event without its blank line", () => {
    const text = "\ufeffdata: one\r\n\r\ndata: two\r\rdata: three\n\n: ping\r\ndata: four";
    const events = ["one", "two", "three", "four"].map((data) => ({ data }));
    expect(decodeWhole(eventDecoder(), text)).toEqual(events);
    expect(decodeWhole(eventDecoder(), "data: one\r\n\r\ndata: two\r")).toEqual(events.slice(0, 2));
  });

  it("S3: takes an event without a name", () => {
    expect(decodeWhole(eventDecoder(), "data: {}\n\n")).toEqual([{ data: "{}" }]);
  });

  it("drops an event without data, and a name with it", () => {
    expect(decodeWhole(eventDecoder(), "event: ping\n\ndata: one\n\n")).toEqual([{ data: "one" }]);
  });

  it("S1, S2: gives the same events however the bytes are cut, at every byte and byte by byte", () => {
    const text = "data: 🌊 北京\r\n\r\n: é\ndata: a\ndata: ß\n\nevent: x\rdata: 水\r\rdata: end";
    const bytes = new TextEncoder().encode(text);
    const whole = decodeWhole(eventDecoder(), text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(decodePieces(eventDecoder(), [bytes.slice(0, cut), bytes.slice(cut)])).toEqual(whole);
    }
    expect(decodePieces(eventDecoder(), byteByByte(bytes))).toEqual(whole);
    expect(JSON.stringify(whole)).not.toContain("\ufffd");
  });

  it("agrees with eventsource-parser on any text and any cut", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "data: a",
        "data:b",
        "data",
        "event: e",
        "event:",
        ": c",
        "id: 1",
        "retry: 5",
        "",
        "",
        "x: y",
      ),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 20 })
      .map((lines) => lines.flat().join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(400), { maxLength: 6 }), (source, cuts) => {
        const bytes = new TextEncoder().encode(source);
        expect(decodePieces(eventDecoder(), pieces(bytes, cuts))).toEqual(reference(source));
      }),
      { numRuns: 500 },
    );
  });

  it("takes time linear in a long line that comes in small pieces", () => {
    const bytes = new TextEncoder().encode(`data: ${"x".repeat(400_000)}\n\n`);
    const decoder = eventDecoder();
    const events: ServerSentEvent[] = [];
    for (let at = 0; at < bytes.length; at += 4) events.push(...decoder.push(bytes.subarray(at, at + 4)));
    expect(events[0]?.data.length).toBe(400_000);
  });
});

describe("lineDecoder and jsonLineDecoder", () => {
  it("give lines without their ends, also the last one without an end", () => {
    expect(decodeWhole(lineDecoder(), "one\r\n\ntwo\rthree")).toEqual(["one", "", "two", "three"]);
    expect(decodeWhole(lineDecoder(), "one\n")).toEqual(["one"]);
  });

  it("S1: give the same values however the bytes are cut", () => {
    const text = '{"a":"🌊"}\r\n\n  \n{"b":"北"}\n{"c":3}';
    const bytes = new TextEncoder().encode(text);
    const values = ['{"a":"🌊"}', '{"b":"北"}', '{"c":3}'];
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(decodePieces(jsonLineDecoder(), [bytes.slice(0, cut), bytes.slice(cut)])).toEqual(values);
    }
    expect(decodePieces(jsonLineDecoder(), byteByByte(bytes))).toEqual(values);
  });
});

function decodeWhole<Item>(decoder: StreamDecoder<Item>, text: string): Item[] {
  return decodePieces(decoder, [new TextEncoder().encode(text)]);
}

function decodePieces<Item>(decoder: StreamDecoder<Item>, parts: readonly Uint8Array[]): Item[] {
  return [...parts.flatMap((part) => decoder.push(part)), ...decoder.end()];
}

function byteByByte(bytes: Uint8Array): Uint8Array[] {
  return Array.from(bytes, (byte) => Uint8Array.of(byte));
}

function pieces(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const borders = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
  return borders.slice(1).map((border, index) => bytes.slice(borders[index], border));
}

/** What the library makes of the text; its end stands for the blank line that is missing. */
function reference(text: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ data, event, id }) => events.push({ ...(id && { id }), ...(event && { event }), data }),
  });
  parser.feed(text);
  parser.feed("\n\n");
  return events;
}
