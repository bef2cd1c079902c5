import { expectTypeOf, test } from "vitest";
import type { AgentEvent, AgentResult, AgentStream } from "../../src/contracts/agent.ts";
import type {
  LoggedEvent,
  Stored,
  StoredError,
  StoredEvent,
  StreamEnd,
} from "../../src/contracts/event-log.ts";
import type { Json } from "../../src/contracts/message.ts";
import type { Store } from "../../src/contracts/store.ts";
import type { RunEvent } from "../../src/core/events.ts";
import { readStream } from "../../src/store/cancel-stream.ts";
import { resumableStream } from "../../src/store/resumable-stream.ts";

declare const store: Store;
declare const stream: AgentStream<{ city: string }>;
declare const event: StoredEvent<AgentEvent>;

test("a stored event is narrowed by its type, and an error in it is no AIError any more", () => {
  if (event.type === "agent.error") {
    expectTypeOf(event.error).toEqualTypeOf<StoredError>();
    // @ts-expect-error: methods and causes are not stored
    event.error.toJSON;
  }
  if (event.type === "agent.trip.streaming") expectTypeOf(event.delta).toEqualTypeOf<string>();
  if (event.type === "agent.object-delta") expectTypeOf(event.object).toEqualTypeOf<Json>();
  if (event.type === "agent.completed") expectTypeOf(event.result.report.runId).toEqualTypeOf<string>();
  if (event.type === "stream.omitted") expectTypeOf(event.omitted).toEqualTypeOf<string>();
});

test("what JSON changes, the type changes", () => {
  expectTypeOf<Stored<Date>>().toEqualTypeOf<string>();
  expectTypeOf<Stored<bigint>>().toEqualTypeOf<string>();
  expectTypeOf<Stored<() => void>>().toEqualTypeOf<undefined>();
  expectTypeOf<Stored<unknown>>().toEqualTypeOf<Json>();
  expectTypeOf<Stored<{ readonly a?: Date; readonly b: readonly bigint[] }>>().toEqualTypeOf<{
    readonly a?: string;
    readonly b: readonly string[];
  }>();
});

test("readings and results keep the types of the run", () => {
  const handle = resumableStream(stream, { store, id: "chat" });
  expectTypeOf(handle.result).toEqualTypeOf<Promise<AgentResult<{ city: string }>>>();
  expectTypeOf(handle.read()).toEqualTypeOf<AsyncGenerator<LoggedEvent<AgentEvent>, StreamEnd, undefined>>();
  expectTypeOf(readStream(store, "chat")).toEqualTypeOf<
    AsyncGenerator<LoggedEvent<RunEvent>, StreamEnd, undefined>
  >();
});
