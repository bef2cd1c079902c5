import { describe, expect, it } from "vitest";
import type { ToolCallRequest } from "../../../src/contracts/message.ts";
import type { Model, ModelChunk } from "../../../src/contracts/model.ts";
import { AIError } from "../../../src/core/errors/index.ts";
import type { Usage } from "../../../src/core/usage.ts";
import { eventDecoder, type ServerSentEvent } from "../../../src/net/stream.ts";
import type { AnswerDecoder } from "../../../src/providers/adapter/protocol.ts";
import { responseOf } from "../../../src/providers/adapter/response-of.ts";
import type { FetchFunction } from "../../../src/providers/adapter/transport.ts";
import { callsOf, collect, doneOf, errorOf, respond, streamOf, textOf } from "../support.ts";
import { type WireRow, type WireUsageField, wireRows } from "./wire-rows.ts";

/** How the recorded answers of one protocol are decoded. */
export interface DecodeSuite<Request> {
  /** The `api` of the rows. */
  readonly api: string;
  /** What these answers are, for people: `chat completions`. */
  readonly name: string;
  /** A model of the adapter whose server is `fetch`. */
  modelOf(row: WireRow<Request>, fetch: FetchFunction): Model;
  /** What reads the row's answer. */
  decoderOf(row: WireRow<Request>): AnswerDecoder;
  /** The same model over each official client, whose server is `fetch`; `undefined` where a client cannot ask like this. */
  readonly clients?: Readonly<
    Record<string, (row: WireRow<Request>, fetch: typeof globalThis.fetch) => Model | undefined>
  >;
  /** Counts that the independent reader left out, so that they cannot be compared. */
  readonly unread?: readonly WireUsageField[];
  /** Whether an answer is a failure that its status calls a success; it is then a typed failure, without a finish. */
  isFailure?(row: WireRow<Request>): boolean;
  /** Whether the service runs this tool itself; the corpus leaves such calls out, but where its reader did not know them. */
  isServerTool?(name: string): boolean;
  /** Whether a stream ends with another text than the one that it told before, which cannot be taken back. */
  isContradictory?(row: WireRow<Request>): boolean;
  /** Turns the recorded text of a stream into the bytes of one, where they are not the text's own. */
  bytesOf?(row: WireRow<Request>): Uint8Array;
}

/** Streams up to this size are decoded anew for each cut; of longer ones, only the events around the cut. */
const SHORT = 2_500;
/** A busy machine may need this long for the longest stream, in milliseconds. */
const SLOW = 60_000;
const QUESTION = [{ role: "user", content: "?" }] as const;

/**
 * Decodes every recorded answer of a protocol: whole, as a stream in one piece, byte by byte, and cut in two at each byte,
 * through our own transport and through official clients, and compares with what an independent reader made of it.
 */
export async function describeDecoding<Request>(suite: DecodeSuite<Request>): Promise<void> {
  const rows = await wireRows<Request>(suite.api);
  const isFailure = (row: WireRow<Request>): boolean => isError(row) || Boolean(suite.isFailure?.(row));
  const whole = rows.filter(({ stream }) => !stream);
  const streams = rows.filter(({ stream }) => stream);
  const bytesOf = suite.bytesOf ?? (({ response }) => new TextEncoder().encode(String(response)));

  describe.skipIf(rows.length === 0)(`recorded answers: ${suite.name}`, () => {
    console.log(`wire: ${whole.length} whole answers and ${streams.length} streams of ${suite.name}`);

    it.each(whole.filter((row) => !isFailure(row)))("$id is decoded", async (row) => {
      const response = await suite.modelOf(row, serving(row)).complete(QUESTION);
      const shape = shapeOf(row, response.content, response.toolCalls ?? [], response, suite.unread);
      expect(shape).toEqual(expectedOf(row, suite));
    });

    it.each(whole.filter(isFailure))("$id is a typed failure", async (row) => {
      const error = await errorOf(suite.modelOf(row, serving(row)).complete(QUESTION));
      expect(AIError.is(error)).toBe(true);
      if (row.expected.error) expect(error).toMatchObject({ context: { status: row.status } });
    });

    it.each(streams)(
      "$id is decoded, in one piece and byte by byte",
      async (row) => {
        const bytes = bytesOf(row);
        for (const pieces of [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))]) {
          const { chunks, error } = await collect(suite.modelOf(row, serving(row, pieces)).stream(QUESTION));
          const done = doneOf(chunks);
          const shape = shapeOf(row, textOf(chunks), callsOf(chunks), done ?? {}, suite.unread);
          const expected = expectedOf(row, suite);
          const text = suite.isContradictory?.(row) ? shape.text : expected.text;
          expect(shape).toEqual({ ...expected, text, finish: isFailure(row) ? null : expected.finish });
          expect(AIError.is(error)).toBe(!done);
        }
      },
      SLOW,
    );

    it.each(streams)(
      "$id is the same cut in two at every byte",
      (row) => {
        const bytes = bytesOf(row);
        const frames = suite.decoderOf(row).frames ?? eventDecoder;
        if (bytes.length <= SHORT) {
          const expected = JSON.stringify(decodePieces(suite.decoderOf(row), [bytes]));
          for (let cut = 1; cut < bytes.length; cut++) {
            const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
            const decoded = JSON.stringify(decodePieces(suite.decoderOf(row), pieces));
            if (decoded !== expected) expect(decoded, `cut at byte ${cut}`).toBe(expected);
          }
          return;
        }
        // Between two events the decoder holds nothing, so a cut reaches no further than the events that it touches.
        for (const part of eventsOf(bytes)) {
          const expected = eventsIn(frames, [part]);
          for (let cut = 1; cut < part.length; cut++) {
            const decoded = eventsIn(frames, [part.subarray(0, cut), part.subarray(cut)]);
            if (!areSame(decoded, expected)) expect(decoded, `cut at byte ${cut}`).toEqual(expected);
          }
        }
      },
      SLOW,
    );

    for (const [client, modelOf] of Object.entries(suite.clients ?? {})) {
      let same = 0;
      it.each(rows)(`$id gives the same through ${client}`, async (row) => {
        const fetch: typeof globalThis.fetch = async () =>
          serve(row, row.stream ? [bytesOf(row)] : undefined);
        const model = modelOf(row, fetch);
        if (!model) return;
        const ours = await outcomeOf(
          suite.modelOf(row, () => fetch("")),
          row,
        );
        expect(await outcomeOf(model, row)).toEqual(ours);
        same += 1;
      });
      it(`compares answers through ${client}`, () => {
        console.log(
          `wire: ${same} of ${rows.length} answers of ${suite.name} are the same through ${client}`,
        );
        expect(same).toBeGreaterThan(0);
      });
    }
  });
}

/** A failure may also stand in the body of what the status calls a success. */
function isError<Request>({ expected, response }: WireRow<Request>): boolean {
  return Boolean(expected.error || Object(response).error);
}

function serving<Request>(row: WireRow<Request>, pieces?: readonly Uint8Array[]): FetchFunction {
  return async () => serve(row, pieces);
}

function serve<Request>(row: WireRow<Request>, pieces?: readonly Uint8Array[]): Response {
  const body = pieces ? streamOf(pieces) : row.response;
  return respond({ body, status: row.status, headers: { "content-type": row.contentType } });
}

/** Everything that a call gives: the whole answer, or all chunks and what was thrown after them. */
async function outcomeOf<Request>(model: Model, { stream }: WireRow<Request>): Promise<unknown> {
  if (!stream) return model.complete(QUESTION).catch(failureOf);
  const { chunks, error } = await collect(model.stream(QUESTION));
  return { chunks, error: error && failureOf(error) };
}

function failureOf(error: unknown): unknown {
  return AIError.is(error) ? { code: error.code, status: error.context?.status } : error;
}

function shapeOf<Request>(
  { expected }: WireRow<Request>,
  text: string,
  calls: readonly ToolCallRequest[],
  { rawFinishReason, usage }: { readonly rawFinishReason?: string; readonly usage?: Usage },
  unread: readonly WireUsageField[] = [],
) {
  const known: Record<WireUsageField, number | undefined> = {
    input: usage?.input,
    output: usage?.output,
    cached: usage?.cachedTokens,
    cacheWrite: expected.usage && "cacheWrite" in expected.usage ? usage?.cacheWriteTokens : undefined,
    reasoning: usage?.reasoningTokens,
  };
  for (const field of unread) delete known[field];
  return {
    text,
    toolCalls: calls.map(({ name, input }) => ({ name, args: input })),
    finish: rawFinishReason ?? null,
    usage: known,
  };
}

/** The corpus writes missing arguments as `null`; here they are those of a tool that takes none. */
function expectedOf<Request>({ expected }: WireRow<Request>, { isServerTool }: DecodeSuite<Request>) {
  const calls = expected.toolCalls?.filter(({ name }) => !isServerTool?.(name));
  return {
    text: expected.text,
    toolCalls: calls?.map(({ name, args }) => ({ name, args: args ?? {} })),
    finish: expected.finish ?? null,
    usage: { ...expected.usage },
  };
}

function decodePieces(decoder: AnswerDecoder, pieces: readonly Uint8Array[]): unknown {
  const chunks: ModelChunk[] = [];
  try {
    for (const event of eventsIn(decoder.frames ?? eventDecoder, pieces)) decoder.event(event, chunks);
    const ended = decoder.end(chunks, false);
    return ended instanceof Promise ? chunks : responseOf(ended);
  } catch (error) {
    return [chunks, String(error)];
  }
}

function eventsIn(frames: typeof eventDecoder, pieces: readonly Uint8Array[]): ServerSentEvent[] {
  const events = frames();
  return [...pieces.flatMap((piece) => events.push(piece)), ...events.end()];
}

/** Much faster than writing long events out to compare them. */
function areSame(some: readonly ServerSentEvent[], others: readonly ServerSentEvent[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ data, event, id }, index) => {
      const other = others[index];
      return data === other?.data && event === other.event && id === other.id;
    })
  );
}

/** Pairs of neighbouring events, so that each border between two events lies inside one of them. */
function eventsOf(bytes: Uint8Array): Uint8Array[] {
  const starts = [0];
  for (let at = 2; at < bytes.length; at++) {
    const isBlankLine = bytes[at - 1] === 0x0a && (bytes[at - 2] === 0x0a || bytes[at - 3] === 0x0a);
    if (isBlankLine) starts.push(at);
  }
  return starts.map((start, index) => bytes.subarray(start, starts[index + 2] ?? bytes.length));
}
