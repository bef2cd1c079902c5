import { joinBytes } from "../../core/join-bytes.ts";
import { eventDecoder, type ServerSentEvent, type StreamDecoder } from "../../net/stream.ts";

/** The event of a frame in which the service reports a failure; its `id` is the kind of the failure. */
export const EXCEPTION = "exception";
/** The event of bytes that are no frame. */
export const DAMAGED = "damaged";

/** Two lengths and their checksum. */
const PRELUDE = 12;
/** The prelude, and the checksum of the whole. */
const SMALLEST = 16;
/** How many bytes the values of a header take, by its type; the two types in between tell it themselves. */
const SIZES: readonly (number | undefined)[] = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16];
const STRING = 7;

/**
 * Decodes AWS's binary event stream (`application/vnd.amazon.eventstream`) into events: `event` is the `:event-type`, `data`
 * the payload. Frames may be cut anywhere; both checksums of each are checked. What is no frame becomes one event
 * `damaged`, and everything after it is passed over. An answer that comes as an event stream of text, as some gateways
 * write it, is read as one.
 *
 * @example
 * const frames = eventFrames();
 * frames.push(new TextEncoder().encode('event: messageStop\ndata: {"stopReason":"end_turn"}\n\n'));
 * // [{ event: "messageStop", data: '{"stopReason":"end_turn"}' }]
 */
export function eventFrames(): StreamDecoder<ServerSentEvent> {
  const utf8 = new TextDecoder();
  const table = crcTable();
  let text: StreamDecoder<ServerSentEvent> | undefined;
  let isFirst = true;
  let isDamaged = false;
  let pieces: Uint8Array[] = [];
  let size = 0;
  /** How many bytes it takes to get on. */
  let needed = PRELUDE;

  function crc(bytes: Uint8Array): number {
    let value = -1;
    for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
    return (value ^ -1) >>> 0;
  }

  function damaged(): ServerSentEvent {
    isDamaged = true;
    pieces = [];
    return { event: DAMAGED, data: "" };
  }

  function cut(): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    const bytes = joinBytes(pieces);
    const view = new DataView(bytes.buffer);
    let start = 0;
    for (needed = PRELUDE; bytes.length - start >= needed; ) {
      if (needed === PRELUDE) {
        needed = view.getUint32(start);
        if (needed < SMALLEST || view.getUint32(start + 8) !== crc(bytes.subarray(start, start + 8))) {
          return [...events, damaged()];
        }
        continue;
      }
      const frame = bytes.subarray(start, start + needed);
      const end = needed - 4;
      const event = view.getUint32(start + end) === crc(frame.subarray(0, end)) && read(frame, utf8);
      if (!event) return [...events, damaged()];
      events.push(event);
      start += needed;
      needed = PRELUDE;
    }
    pieces = [bytes.subarray(start)];
    size = bytes.length - start;
    return events;
  }

  return {
    push(bytes) {
      // The first byte of a frame is that of its length, and no frame is as long as this.
      if (isFirst && bytes[0]) text = eventDecoder();
      isFirst &&= bytes.length === 0;
      if (text) return text.push(bytes);
      if (isDamaged) return [];
      pieces.push(bytes);
      size += bytes.length;
      return size < needed ? [] : cut();
    },
    end() {
      if (text) return text.end();
      return size > 0 && !isDamaged ? [damaged()] : [];
    },
  };
}

/** The event in a frame; `undefined` where its headers do not fit in it. */
function read(frame: Uint8Array, utf8: TextDecoder): ServerSentEvent | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  const payload = PRELUDE + view.getUint32(4);
  const headers: Record<string, string> = {};
  if (payload > frame.length - 4) return undefined;
  let at = PRELUDE;
  while (at < payload) {
    const nameEnd = at + 1 + view.getUint8(at);
    if (nameEnd >= payload) return undefined;
    const type = view.getUint8(nameEnd);
    let start = nameEnd + 1;
    let size = SIZES[type];
    if (size === undefined) {
      if (start + 2 > payload) return undefined;
      size = view.getUint16(start);
      start += 2;
    }
    if (type === STRING) {
      headers[utf8.decode(frame.subarray(at + 1, nameEnd))] = utf8.decode(
        frame.subarray(start, start + size),
      );
    }
    at = start + size;
  }
  if (at > payload) return undefined;
  const data = utf8.decode(frame.subarray(payload, frame.length - 4));
  const { ":message-type": kind, ":event-type": event = "", ":exception-type": exception } = headers;
  if (kind === "exception") return { event: EXCEPTION, id: exception, data };
  if (kind !== "error") return { event, data };
  const { ":error-code": id, ":error-message": message } = headers;
  return { event: EXCEPTION, id, data: JSON.stringify({ message }) };
}

/** The remainders of CRC-32 (ISO 3309) for each byte. */
function crcTable(): Int32Array {
  return new Int32Array(256).map((_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
}
