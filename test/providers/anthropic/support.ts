import {
  type AnthropicModelConfig,
  type AnthropicOptions,
  AnthropicSDK,
} from "../../../src/providers/anthropic/index.ts";
import { answering } from "../support.ts";

export * from "../support.ts";

/** A model of an SDK whose server answers this way. */
export function modelAnswering(
  answer: Parameters<typeof answering>[0],
  options: AnthropicOptions = {},
  config: Partial<AnthropicModelConfig> = {},
) {
  const { fetch, asked } = answering(answer);
  const sdk = new AnthropicSDK({ apiKey: "sk-ant-test-key-of-no-account", fetch, ...options });
  return { model: sdk.model({ name: "claude-sonnet-4-5", ...config }), asked };
}

/** A whole message. */
export function message(content: readonly unknown[], rest: Record<string, unknown> = {}) {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5-20250929",
    content,
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
    ...rest,
  };
}

export function text(value: string): Record<string, unknown> {
  return { type: "text", text: value };
}

/** Events as the service writes them, each with its name. */
export function events(...list: readonly Record<string, unknown>[]): string {
  return list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

export function begin(usage: Record<string, unknown> = { input_tokens: 10, output_tokens: 1 }) {
  return { type: "message_start", message: message([], { stop_reason: null, usage }) };
}

/** The events of one block: its start, its deltas and its stop. */
export function block(index: number, start: Record<string, unknown>, ...deltas: Record<string, unknown>[]) {
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

export function textBlock(index: number, ...pieces: string[]) {
  return block(index, text(""), ...pieces.map((piece) => ({ type: "text_delta", text: piece })));
}

/** The events that end an answer. */
export function end(stop_reason = "end_turn", usage: Record<string, unknown> = { output_tokens: 5 }) {
  return [
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}
