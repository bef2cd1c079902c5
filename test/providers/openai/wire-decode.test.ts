import { describe, expect, it } from "vitest";
import type { ToolCallRequest } from "../../../src/contracts/message.ts";
import type { ModelChunk } from "../../../src/contracts/model.ts";
import { AIError } from "../../../src/core/errors/index.ts";
import type { Usage } from "../../../src/core/usage.ts";
import { eventDecoder, type ServerSentEvent } from "../../../src/net/stream.ts";
import { adaptedService } from "../../../src/providers/openai/adapted-service.ts";
import { chatDecoder } from "../../../src/providers/openai/decoder.ts";
import { quirksOf } from "../../../src/providers/openai/quirks.ts";
import { responseOf } from "../../../src/providers/openai/response-of.ts";
import { callsOf, collect, doneOf, errorOf, modelAnswering, streamOf, textOf } from "./support.ts";
import { baseURLOf, type WireRow, wireRows } from "./wire-rows.ts";

const rows = await wireRows();
const whole = rows.filter(({ stream }) => !stream);
const streams = rows.filter(({ stream }) => stream);
/** Streams up to this size are decoded anew for each cut; of longer ones, only the events around the cut. */
const SHORT = 2_500;
/** A busy machine may need this long for the longest stream, in milliseconds. */
const SLOW = 60_000;

describe.skipIf(rows.length === 0)("recorded answers of chat completions", () => {
  console.log(`wire: ${whole.length} whole answers and ${streams.length} streams of chat completions`);

  it.each(whole.filter(({ expected }) => !expected.error))("$id is decoded", async (row) => {
    const response = await modelOf(row).complete([{ role: "user", content: "?" }]);
    expect(shapeOf(response.content, response.toolCalls ?? [], response)).toEqual(expectedOf(row));
  });

  it.each(whole.filter(({ expected }) => expected.error))("$id is a typed failure", async (row) => {
    const error = await errorOf(modelOf(row).complete([{ role: "user", content: "?" }]));
    expect(AIError.is(error)).toBe(true);
    expect(error).toMatchObject({ context: { status: row.status } });
  });

  it.each(streams)(
    "$id is decoded, in one piece and byte by byte",
    async (row) => {
      const bytes = new TextEncoder().encode(String(row.response));
      for (const pieces of [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))]) {
        const { chunks, error } = await collect(
          modelOf(row, pieces).stream([{ role: "user", content: "?" }]),
        );
        const done = doneOf(chunks);
        expect(shapeOf(textOf(chunks), callsOf(chunks), done ?? {})).toEqual(expectedOf(row));
        expect(AIError.is(error)).toBe(!done);
      }
    },
    SLOW,
  );

  it.each(streams)(
    "$id is the same cut in two at every byte",
    (row) => {
      const bytes = new TextEncoder().encode(String(row.response));
      if (bytes.length <= SHORT) {
        const expected = JSON.stringify(decodePieces(row, [bytes]));
        for (let cut = 1; cut < bytes.length; cut++) {
          const decoded = JSON.stringify(decodePieces(row, [bytes.subarray(0, cut), bytes.subarray(cut)]));
          if (decoded !== expected) expect(decoded, `cut at byte ${cut}`).toBe(expected);
        }
        return;
      }
      // Between two events the decoder holds nothing, so a cut reaches no further than the events that it touches.
      for (const part of eventsOf(bytes)) {
        const expected = JSON.stringify(eventsIn([part]));
        for (let cut = 1; cut < part.length; cut++) {
          const decoded = JSON.stringify(eventsIn([part.subarray(0, cut), part.subarray(cut)]));
          if (decoded !== expected) expect(decoded, `cut at byte ${cut}`).toBe(expected);
        }
      }
    },
    SLOW,
  );
});

function modelOf(row: WireRow, pieces?: readonly Uint8Array[]) {
  const baseURL = baseURLOf(row);
  const body = pieces ? streamOf(pieces) : row.response;
  const answer = { body, status: row.status, headers: { "content-type": row.contentType } };
  return modelAnswering(answer, baseURL ? { baseURL } : {}, row.request?.model).model;
}

function shapeOf(
  text: string,
  calls: readonly ToolCallRequest[],
  { rawFinishReason, usage }: { readonly rawFinishReason?: string; readonly usage?: Usage },
) {
  return {
    text,
    toolCalls: calls.map(({ name, input }) => ({ name, args: input })),
    finish: rawFinishReason ?? null,
    usage: {
      input: usage?.input,
      output: usage?.output,
      cached: usage?.cachedTokens,
      reasoning: usage?.reasoningTokens,
    },
  };
}

/** The corpus writes missing arguments as `null`; here they are those of a tool that takes none. */
function expectedOf({ expected }: WireRow) {
  return {
    text: expected.text,
    toolCalls: expected.toolCalls?.map(({ name, args }) => ({ name, args: args ?? {} })),
    finish: expected.finish ?? null,
    usage: { ...expected.usage },
  };
}

function decodePieces(row: WireRow, pieces: readonly Uint8Array[]): unknown {
  const service = adaptedService(quirksOf(baseURLOf(row) ?? ""));
  const target = { provider: "test", name: "test" };
  const decoder = chatDecoder({ service, target, toolNames: [], knownIds: [] });
  const chunks: ModelChunk[] = [];
  try {
    for (const event of eventsIn(pieces)) decoder.event(event, chunks);
    decoder.end(chunks, false);
  } catch (error) {
    return [chunks, String(error)];
  }
  return responseOf(chunks);
}

function eventsIn(pieces: readonly Uint8Array[]): ServerSentEvent[] {
  const events = eventDecoder();
  return [...pieces.flatMap((piece) => events.push(piece)), ...events.end()];
}

/** Pairs of neighbouring events, so that each border between two events lies inside one of them. */
function eventsOf(bytes: Uint8Array): Uint8Array[] {
  const starts = [0];
  for (let at = 2; at < bytes.length; at++) {
    if (bytes[at - 1] === 0x0a && bytes[at - 2] === 0x0a) starts.push(at);
  }
  return starts.map((start, index) => bytes.subarray(start, starts[index + 2] ?? bytes.length));
}
