import { describe, expect, it } from "vitest";
import type { ModelChunk } from "../../../src/contracts/model.ts";
import { joinBytes } from "../../../src/core/join-bytes.ts";
import { responseOf } from "../../../src/providers/adapter/response-of.ts";
import { eventFrames } from "../../../src/providers/bedrock/frames.ts";
import { collect, respond } from "../support.ts";
import { wireRows } from "../wire/wire-rows.ts";
import { nameOf } from "./converse-rows.ts";
import { decoder, encodeFrame, type Frame, modelOver, streamed } from "./support.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Streams up to this size are decoded anew for each cut. */
const SHORT = 1_500;
const SLOW = 60_000;
const QUESTION = [{ role: "user", content: "?" }] as const;

const rows = (await wireRows<string>("bedrock-converse")).filter(({ expected }) => !expected.error);

describe.skipIf(rows.length === 0)("recorded answers, written again as streams", () => {
  console.log(`wire: ${rows.length} answers of Converse are written again as streams`);

  it.each(rows)(
    "S1, S10: $id is what the whole answer is, however it is cut",
    async (row) => {
      const name = nameOf(row);
      const whole = await modelOver(async () => respond({ body: row.response }), { name }).complete(QUESTION);
      const frames = framesOf(row.response as Fields).map(encodeFrame);
      const bytes = joinBytes(frames);
      for (const pieces of [[bytes], frames, Array.from(bytes, (byte) => Uint8Array.of(byte))]) {
        const { chunks, error } = await collect(
          modelOver(async () => streamed(pieces), { name }).stream(QUESTION),
        );
        expect(error).toBeUndefined();
        expect(responseOf(chunks)).toEqual(whole);
      }
      // Byte by byte, every place has been cut; in two, those of short answers are enough.
      if (bytes.length > SHORT) return;
      const expected = JSON.stringify(decode(name, [bytes]));
      for (let cut = 1; cut < bytes.length; cut++) {
        const decoded = JSON.stringify(decode(name, [bytes.subarray(0, cut), bytes.subarray(cut)]));
        if (decoded !== expected) expect(decoded, `cut at byte ${cut}`).toBe(expected);
      }
    },
    SLOW,
  );
});

function decode(name: string, pieces: readonly Uint8Array[]): unknown {
  const reader = decoder(name.replace(/^us\./, ""));
  const frames = eventFrames();
  const chunks: ModelChunk[] = [];
  for (const event of [...pieces.flatMap((piece) => frames.push(piece)), ...frames.end()])
    reader.event(event, chunks);
  return responseOf(reader.end(chunks, false) as ModelChunk[]);
}

/** The frames that ConverseStream would have sent for a whole answer. */
function framesOf({ output, stopReason, additionalModelResponseFields, ...metadata }: Fields): Frame[] {
  const blocks = ((output as Fields).message as Fields).content as readonly Fields[];
  return [
    ["messageStart", { role: "assistant" }],
    ...blocks.flatMap(blockFrames),
    ["messageStop", { stopReason, additionalModelResponseFields }],
    ["metadata", metadata],
  ];
}

function blockFrames(block: Fields, contentBlockIndex: number): Frame[] {
  const start = (value: unknown): Frame => ["contentBlockStart", { contentBlockIndex, start: value }];
  const delta = (value: unknown): Frame => [
    "contentBlockDelta",
    { contentBlockIndex, delta: value, p: "abcdefgh" },
  ];
  const stop: Frame = ["contentBlockStop", { contentBlockIndex }];
  const { text, toolUse, toolResult, reasoningContent } = block as Record<string, Fields | undefined>;
  if (toolUse) {
    const { input, ...head } = toolUse;
    const pieces = Object.keys(input as object).length > 0 ? cut(JSON.stringify(input)) : [];
    return [start({ toolUse: head }), ...pieces.map((piece) => delta({ toolUse: { input: piece } })), stop];
  }
  if (toolResult) {
    const { content, ...head } = toolResult;
    return [start({ toolResult: head }), delta({ toolResult: content }), stop];
  }
  if (reasoningContent) {
    const { text: thought = "", signature } = (reasoningContent.reasoningText ?? {}) as Fields;
    const { redactedContent } = reasoningContent;
    return [
      ...cut(String(thought)).map((piece) => delta({ reasoningContent: { text: piece } })),
      ...(signature ? [delta({ reasoningContent: { signature } })] : []),
      ...(redactedContent ? [delta({ reasoningContent: { redactedContent } })] : []),
      stop,
    ];
  }
  return [...cut(String(text)).map((piece) => delta({ text: piece })), stop];
}

/** Pieces of up to 40 characters, so that words, escapes and characters of several bytes are cut as well. */
function cut(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / 40) }, (_, index) =>
    text.slice(index * 40, index * 40 + 40),
  );
}
