import type { FinishReason, ModelChunk } from "../../contracts/model.ts";
import { type CallTarget, serviceFailure } from "../adapter/failure.ts";
import type { AnswerDecoder, DecodeContext } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { contentBlocks } from "./content-blocks.ts";
import { usageMeter } from "./usage.ts";
import { FAMILY, type WireBody, type WireMessage } from "./wire.ts";

/**
 * Makes a decoder that turns a message, or the events of one, into chunks. Text and thoughts come as they come in, a block
 * of reasoning with its signature when it ends, calls before `done`. What of the answer no part can say, such as blocks of
 * the service's own tools, citations and the container, stands in the `providerMetadata` of `done`.
 *
 * It throws for an error inside the answer, for what it cannot read, and at the end for an answer that was cut off.
 *
 * @example
 * const target = { provider: "anthropic", name: "claude-opus-5" };
 * const decoder = messageDecoder({ target, toolNames: [], knownIds: [] });
 * const chunks: ModelChunk[] = [];
 * decoder.body({ type: "message", content: [{ type: "text", text: "Hi" }], stop_reason: "end_turn" }, chunks);
 * decoder.end(chunks, true);
 * chunks.map(({ type }) => type); // ["delta", "done"]
 */
export function messageDecoder(context: DecodeContext): AnswerDecoder {
  const { target, pricing } = context;
  const blocks = contentBlocks(context);
  const meter = usageMeter();
  const extra: Record<string, unknown> = {};
  let stop: string | undefined;
  let isClosed = false;

  /** What a message has beside its content: at its start, at its end, or as a whole. */
  function note(message: WireMessage): void {
    meter.take(message.usage);
    if (typeof message.stop_reason === "string") stop = message.stop_reason;
    for (const [name, value] of Object.entries(message))
      if (value !== null && KEPT.test(name)) extra[name] = value;
  }

  /** The content is not empty at the start, too, where the service goes on with a call that it made itself. */
  function hear(message: WireMessage, chunks: ModelChunk[]): void {
    note(message);
    for (const block of message.content ?? []) blocks.open({ ...block }, undefined, chunks);
  }

  function read(body: WireBody, name: string | undefined, chunks: ModelChunk[]): void {
    const { type = name, index = 0, message, content_block: block, delta } = body;
    if (type === "content_block_delta") blocks.feed(delta ?? {}, index, chunks);
    else if (type === "content_block_start") blocks.open({ ...block }, index, chunks);
    else if (type === "content_block_stop") blocks.close(index, chunks);
    else if (type === "message_start") hear(Object(message), chunks);
    else if (type === "message_delta") note({ ...body, ...delta });
    else if (type === "message_stop") isClosed = true;
    else if (type === "error" || body.error || (!type && typeof message === "string")) {
      throw serviceFailure(200, body);
    } else if (Array.isArray(body.content)) {
      hear(body, chunks);
      isClosed = true;
    }
  }

  function take(body: unknown, name: string | undefined, chunks: ModelChunk[]): void {
    try {
      read(Object(body), name, chunks);
    } catch (error) {
      throw error instanceof TypeError ? unreadableAnswer(target, "is not a message", error) : error;
    }
  }

  return {
    body(body, chunks) {
      if (!isClosed) take(body, undefined, chunks);
    },
    event({ data, event: name }, chunks) {
      isClosed ||= data === "[DONE]";
      if (!data || isClosed) return !isClosed;
      let body: unknown;
      try {
        body = JSON.parse(data);
      } catch (cause) {
        throw name === "error"
          ? serviceFailure(200, data)
          : unreadableAnswer(target, "holds an event that is not JSON", cause);
      }
      take(body, name, chunks);
      return !isClosed;
    },
    end(chunks) {
      blocks.close(undefined, chunks);
      if (stop === undefined && !(isClosed && blocks.hasOutput())) {
        throw unreadableAnswer(target, "is empty or was cut off");
      }
      const calls = blocks.calls();
      const content = blocks.layout();
      const usage = meter.usage(pricing);
      const kept = { ...extra, ...(content && { content }) };
      chunks.push(...calls, {
        type: "done",
        finishReason: reasonOf(
          stop ?? "end_turn",
          calls.some(({ settled }) => !settled),
        ),
        ...(stop !== undefined && { rawFinishReason: stop }),
        ...(usage && { usage }),
        ...(Object.keys(kept).length > 0 && { providerMetadata: { [FAMILY]: kept } }),
      });
      const isOdd = calls.some(({ name, unreadable }) => !name || unreadable);
      return isOdd ? settle(chunks, target) : chunks;
    },
  };
}

/** Calls that are not as they should be are rare, and so is what deals with them. */
async function settle(chunks: ModelChunk[], target: CallTarget): Promise<ModelChunk[]> {
  const { tellUnreadable } = await import("../adapter/tell-unreadable.ts");
  return chunks.map((chunk) => (chunk.type === "tool-call" ? tellUnreadable(chunk, target) : chunk));
}

/** What of a message is kept for whoever wants to know, or goes on with it. */
const KEPT: RegExp = /^(?:container|context_management|stop_details|stop_sequence)$/;

/** A word that is not known counts as an error. A turn that was paused goes on when it is sent back. */
function reasonOf(word: string, hasCalls: boolean): FinishReason {
  if (word === "max_tokens" || word === "model_context_window_exceeded") return "length";
  if (word === "refusal") return "content_filter";
  if (!/^(?:end_turn|stop_sequence|tool_use|pause_turn|compaction)$/.test(word)) return "error";
  return hasCalls ? "tool_calls" : "stop";
}
