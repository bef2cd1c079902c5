import type { StoredEvent } from "../contracts/event-log.ts";
import type { RunEvent } from "../core/events.ts";
import { utf8Length } from "./utf8.ts";

/** An event as JSON, and how many bytes it takes at most. */
export interface MeasuredEvent {
  readonly event: StoredEvent;
  readonly bytes: number;
}

/** Makes JSON of an event. Never throws: what cannot be stored in so many bytes becomes an `OmittedEvent`. */
export function storedEvent(event: RunEvent, maxBytes: number): MeasuredEvent {
  const text = textOf(event);
  // A unit of a text takes three bytes of UTF-8 at most; only where that could be too much, the bytes are counted.
  const most = text === undefined ? 0 : text.length * 3;
  const bytes = text !== undefined && most > maxBytes ? utf8Length(text) : most;
  if (text !== undefined && bytes <= maxBytes) return { event: JSON.parse(text) as StoredEvent, bytes };
  const { type, runId, rootRunId } = event;
  const omitted = { type: "stream.omitted", runId, rootRunId, omitted: type } as const;
  return { event: omitted, bytes: 1000 };
}

function textOf(event: RunEvent): string | undefined {
  try {
    return JSON.stringify(event, plainBigint);
  } catch {
    try {
      return JSON.stringify(event, cutCircles());
    } catch {
      return undefined;
    }
  }
}

function plainBigint(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** A replacer that writes `null` for an object inside of itself. It is called with the object that has the property. */
function cutCircles(): (this: unknown, key: string, value: unknown) => unknown {
  const ancestors: unknown[] = [];
  return function (key, value) {
    if (typeof value !== "object" || value === null) return plainBigint(key, value);
    while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
    if (ancestors.includes(value)) return null;
    ancestors.push(value);
    return value;
  };
}
