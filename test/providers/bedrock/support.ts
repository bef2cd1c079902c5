import { EventStreamCodec } from "@smithy/eventstream-codec";
import type { Model } from "../../../src/contracts/model.ts";
import { joinBytes } from "../../../src/core/join-bytes.ts";
import type { AnswerDecoder } from "../../../src/providers/adapter/protocol.ts";
import type { FetchFunction } from "../../../src/providers/adapter/transport.ts";
import { converseDecoder } from "../../../src/providers/bedrock/decoder.ts";
import {
  type BedrockModelConfig,
  type BedrockOptions,
  BedrockSDK,
} from "../../../src/providers/bedrock/index.ts";
import { streamOf } from "../support.ts";

export const CLAUDE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
export const NOVA = "amazon.nova-lite-v1:0";
export const STREAM_TYPE = "application/vnd.amazon.eventstream";

/** One frame: the name of an event and its payload, or the headers and the body as they are. */
export type Frame = readonly [event: string, payload: unknown] | RawFrame;

export interface RawFrame {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What AWS's own library makes of messages. */
export function codec(): EventStreamCodec {
  return new EventStreamCodec(
    (bytes) => new TextDecoder().decode(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes),
    (text) => new TextEncoder().encode(text),
  );
}

export function encodeFrame(frame: Frame): Uint8Array {
  const { headers, body } = "headers" in frame ? frame : eventFrame(frame);
  const values = Object.entries(headers).map(([name, value]) => [name, { type: "string", value }] as const);
  return codec().encode({ headers: Object.fromEntries(values), body: new TextEncoder().encode(body) });
}

function eventFrame([event, payload]: readonly [string, unknown]): RawFrame {
  return {
    headers: { ":event-type": event, ":content-type": "application/json", ":message-type": "event" },
    body: JSON.stringify(payload),
  };
}

/** A failure that the stream tells. */
export function exceptionFrame(kind: string, body: unknown): RawFrame {
  return {
    headers: { ":exception-type": kind, ":content-type": "application/json", ":message-type": "exception" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

export function framesOf(...frames: readonly Frame[]): Uint8Array {
  return joinBytes(frames.map(encodeFrame));
}

/** The frames of a short answer. */
export function answerFrames(
  text: string,
  usage: object = { inputTokens: 3, outputTokens: 1, totalTokens: 4 },
): Frame[] {
  return [
    ["messageStart", { role: "assistant" }],
    ["contentBlockDelta", { contentBlockIndex: 0, delta: { text }, p: "abcdef" }],
    ["contentBlockStop", { contentBlockIndex: 0 }],
    ["messageStop", { stopReason: "end_turn" }],
    ["metadata", { usage, metrics: { latencyMs: 12 } }],
  ];
}

/** A response that streams these bytes. */
export function streamed(bytes: Uint8Array | readonly Uint8Array[]): Response {
  const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
  return new Response(streamOf(pieces), { headers: { "content-type": STREAM_TYPE } });
}

/** A whole answer with this content. */
export function answer(content: readonly unknown[], stopReason: string = "end_turn"): object {
  return {
    output: { message: { role: "assistant", content } },
    stopReason,
    usage: { inputTokens: 3, outputTokens: 1, totalTokens: 4 },
    metrics: { latencyMs: 12 },
  };
}

export function modelOver(
  fetch: FetchFunction,
  config: Partial<BedrockModelConfig> = {},
  options: Partial<BedrockOptions> = {},
): Model {
  const sdk = new BedrockSDK({
    region: "us-east-1",
    apiKey: "bedrock-api-key-of-no-account",
    fetch,
    ...options,
  });
  return sdk.model({ name: CLAUDE, ...config });
}

export function decoder(name: string = CLAUDE, knownIds: readonly string[] = []): AnswerDecoder {
  return converseDecoder({ target: { provider: "bedrock", name }, model: name, toolNames: [], knownIds });
}
