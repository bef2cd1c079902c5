import type { AIError, AIErrorCode, ErrorCategory } from "../core/errors/ai-error.ts";
import type { RunEvent } from "../core/events.ts";
import type { Json } from "./message.ts";

/** An error as it is stored and sent: what `AIError.toJSON()` gives, without cause, stack and secrets. */
export interface StoredError {
  readonly name: string;
  readonly code: AIErrorCode;
  readonly category: ErrorCategory;
  readonly message: string;
  readonly retryable: boolean;
  readonly context?: Json;
}

/** What becomes of a value that is stored as JSON: errors are records, dates texts, and what nobody knows is any JSON. */
export type Stored<Value> = unknown extends Value
  ? Json
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends bigint
      ? string
      : Value extends AIError
        ? StoredError
        : Value extends (...values: never[]) => unknown
          ? undefined
          : Value extends { toJSON(): infer Plain }
            ? Stored<Plain>
            : Value extends object
              ? { readonly [Name in keyof Value]: Stored<Value[Name]> }
              : undefined;

/** Stands where an event cannot be stored, being nested too deeply or larger than the store takes. `omitted` is its type. */
export interface OmittedEvent extends RunEvent {
  readonly type: "stream.omitted";
  readonly omitted: string;
}

/** An event as it is stored. Circles in values of the application's own are cut by `null`. */
export type StoredEvent<Event extends RunEvent = RunEvent> =
  | (Event extends unknown ? RunEvent & Stored<Event> : never)
  | OmittedEvent;

/** An event of a stored stream. Ids are whole numbers as texts, from `"1"`, without gaps, and stay what they are. */
export interface LoggedEvent<Event extends RunEvent = RunEvent> {
  readonly id: string;
  readonly event: StoredEvent<Event>;
}

/** How a stored stream ended. `reason` is what the one who cancelled it said. */
export interface StreamEnd {
  readonly outcome: "completed" | "failed" | "cancelled";
  readonly reason?: string | undefined;
}

/** Options of reading a stored stream. */
export interface ReadEventsOptions {
  /** Stops reading: the iteration throws the signal's reason. The run goes on. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a stored stream after an id, or from its beginning: first what is stored, then what comes, up to the end. What the
 * generator returns is how the stream ended. Leaving the loop leaves the run alone.
 */
export type ReadEvents<Event extends RunEvent = RunEvent> = (
  after?: string,
  options?: ReadEventsOptions,
) => AsyncGenerator<LoggedEvent<Event>, StreamEnd, undefined>;
