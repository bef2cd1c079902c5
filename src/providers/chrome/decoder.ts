import type { ModelChunk } from "../../contracts/model.ts";
import { randomId } from "../../core/ids.ts";
import type { Usage } from "../../core/usage.ts";
import type { AnswerDecoder, DecodeContext } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { deltaReader } from "./delta-reader.ts";
import type { ChromePiece } from "./session.ts";
import type { TextCalls } from "./text-calls.ts";

/** A piece of content, which newer drafts give in place of a text. */
interface TypedPiece {
  readonly type?: unknown;
  readonly value?: unknown;
}

/**
 * Makes a decoder of what the browser's model says: texts, or the typed pieces of newer drafts (`text`, `thought`,
 * `tool-call`).
 *
 * It throws at the end for an answer that has nothing in it.
 *
 * @param textual takes the calls of the tools that were offered out of the text.
 *
 * @example
 * const context = { target: { provider: "chrome", name: "built-in" }, toolNames: [], knownIds: [] };
 * const decoder = chromeDecoder(context);
 * const chunks: ModelChunk[] = [];
 * decoder.body({ piece: "Hi" }, chunks);
 * decoder.end(chunks, true);
 * chunks; // [{ type: "delta", content: "Hi" }, { type: "done", finishReason: "stop" }]
 */
export function chromeDecoder({ target }: DecodeContext, textual?: TextCalls): AnswerDecoder {
  const deltas = deltaReader();
  const calls: Extract<ModelChunk, { type: "tool-call" }>[] = [];
  let thought = "";
  let usage: Usage | undefined;
  let hasText = false;

  function say(content: string, chunks: ModelChunk[]): void {
    if (!content) return;
    hasText = true;
    if (textual) textual.push(content, chunks);
    else chunks.push({ type: "delta", content });
  }

  function hear(piece: unknown, chunks: ModelChunk[]): void {
    if (typeof piece === "string") say(deltas.push(piece), chunks);
    else if (Array.isArray(piece)) for (const part of piece) hear(part, chunks);
    else hearTyped(Object(piece), chunks);
  }

  function hearTyped({ type, value }: TypedPiece, chunks: ModelChunk[]): void {
    if (type === "text" && typeof value === "string") say(value, chunks);
    if (type === "thought" && typeof value === "string" && value) {
      thought += value;
      chunks.push({ type: "reasoning-delta", content: value });
    }
    if (type !== "tool-call") return;
    const { callId, name, arguments: input } = Object(value);
    const id = typeof callId === "string" && callId ? callId : `call_${randomId()}`;
    calls.push({ type: "tool-call", id, name: String(name), input: input ?? {} });
  }

  return {
    event() {
      throw unreadableAnswer(target, "came as an event stream");
    },
    body(body, chunks) {
      const { piece, usage: spent }: ChromePiece = Object(body);
      hear(piece, chunks);
      usage = spent ?? usage;
    },
    end(chunks) {
      say(deltas.end(), chunks);
      if (textual) calls.push(...textual.end(chunks));
      if (!hasText && calls.length === 0) throw unreadableAnswer(target, "is empty");
      if (thought) chunks.push({ type: "reasoning", part: { type: "reasoning", text: thought } });
      chunks.push(...calls);
      const finishReason = calls.length > 0 ? "tool_calls" : "stop";
      chunks.push({ type: "done", finishReason, ...(usage && { usage }) });
      return chunks;
    },
  };
}
