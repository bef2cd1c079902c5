import type { FinishReason, ModelChunk } from "../../contracts/model.ts";
import type { Usage } from "../../core/usage.ts";
import { serviceFailure } from "../adapter/failure.ts";
import type { AnswerDecoder, DecodeContext } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { closeAnswer } from "./close-answer.ts";
import { eventReader } from "./read-events.ts";
import type { Service } from "./service.ts";
import { type ToolCallChunk, toolCallBuffers } from "./tool-calls.ts";
import { latestUsage } from "./usage.ts";
import type { WireBody, WireMessage, WirePart } from "./wire.ts";

/** What the decoder knows of the call whose answer it reads. */
export interface ChatContext extends DecodeContext {
  readonly service: Service;
}

/**
 * Makes a decoder that turns the events of a chat completion into chunks, as they come and without keeping the text. A
 * refusal comes as text and ends with `content_filter`. Tool calls come whole before `done`; whether they may run, the
 * finish reason tells.
 *
 * It throws for an error inside the answer, for what it cannot read, and at the end for an answer that was cut off: one
 * without a finish reason that does not close with its usage and `[DONE]`.
 *
 * @example
 * const target = { provider: "openai", name: "gpt-4o" };
 * const decoder = chatDecoder({ service: OPENAI, target, toolNames: [], knownIds: [] });
 * const chunks: ModelChunk[] = [];
 * decoder.event({ data: '{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}' }, chunks);
 * decoder.end(chunks, false);
 * chunks.map(({ type }) => type); // ["delta", "done"]
 */
export function chatDecoder(known: ChatContext): AnswerDecoder {
  const { target, service, pricing, ...context } = known;
  const { family } = service;
  const calls = toolCallBuffers({ ...context, family });
  const watch = service.watch?.(target.name);
  const annotations: unknown[] = [];
  let finish: string | undefined;
  let usage: Usage | undefined;
  let hasText = false;
  let isRefusal = false;

  function say(content: unknown, chunks: ModelChunk[]): boolean {
    if (typeof content !== "string" || !content) return false;
    hasText = true;
    chunks.push({ type: "delta", content });
    return true;
  }

  function hearPart(part: WirePart | string | null, chunks: ModelChunk[]): void {
    const { type = "text", text = part, refusal }: WirePart = Object(part);
    // Parts of other types have texts as well, such as thoughts.
    if (type === "text" || type === "output_text") say(text, chunks);
    if (say(refusal, chunks)) isRefusal = true;
  }

  function hear(message: WireMessage, isWhole: boolean, chunks: ModelChunk[]): void {
    const { content, refusal, tool_calls, function_call, annotations: notes } = message;
    if (Array.isArray(content)) for (const part of content) hearPart(part, chunks);
    else say(content, chunks);
    if (say(refusal, chunks)) isRefusal = true;
    tool_calls?.forEach((call, position) => {
      if (call) calls.add(call, call.index ?? (isWhole ? position : undefined), chunks);
    });
    // What there was before there were tools; some services send both.
    if (function_call && !tool_calls) calls.add({ function: function_call }, undefined, chunks);
    if (Array.isArray(notes)) annotations.push(...notes);
  }

  function read(body: WireBody, chunks: ModelChunk[]): void {
    const { choices } = body;
    // Of several alternatives, the first is the answer.
    const choice = choices?.[0]?.index ? choices.find(({ index }) => !index) : choices?.[0];
    watch?.take(body, chunks);
    const message = choice?.delta ?? choice?.message;
    if (message) hear(message, !choice?.delta, chunks);
    // Some services send an empty word until they have one.
    if (typeof choice?.finish_reason === "string") finish = choice.finish_reason || finish || "";
    usage = latestUsage(usage, body.usage ?? choice?.usage ?? body.x_groq?.usage, pricing);
    const error = body.error ?? choice?.error ?? (!choices && isComplaint(body) && body);
    // A service may repeat as an error why it cut the answer; then it is told already.
    if (error && !CUT.test(finish ?? "")) throw serviceFailure(200, { error });
  }

  const { body, event, isClosed } = eventReader(target, "a chat completion", read);

  return {
    body,
    event,
    end(chunks, isWhole) {
      const toolCalls = calls.finish();
      const hasOutput = hasText || toolCalls.length > 0;
      if (!finish && !(hasOutput && (isWhole || (isClosed() && usage)))) {
        throw unreadableAnswer(target, "is empty or was cut off");
      }
      if (watch?.reasoning) chunks.push({ type: "reasoning", part: watch.reasoning });
      const extra = { ...watch?.extra, ...(annotations.length > 0 && { annotations }) };
      const done = {
        finishReason: isRefusal ? "content_filter" : reasonOf(finish ?? "", toolCalls),
        rawFinishReason: finish,
        usage,
        providerMetadata: Object.keys(extra).length > 0 ? { [family]: extra } : undefined,
      } as const;
      return closeAnswer(chunks, toolCalls, done, known);
    },
  };
}

const CUT: RegExp = /length|max_tokens|context_window|content_filter|sensitive|safety|guardrail|prohibited/i;

/** Services have many words; one that is not known counts as an error. */
function reasonOf(word: string, calls: readonly ToolCallChunk[]): FinishReason {
  if (CUT.test(word)) return /_tok|len|window/i.test(word) ? "length" : "content_filter";
  if (!/^(?:stop|eos|end_turn|tool_(?:calls|use)|function_call$|$)/i.test(word)) return "error";
  return calls.length > 0 ? "tool_calls" : "stop";
}

/** Whether a body says in some service's own way that the call failed. */
function isComplaint({ message, detail, errors }: WireBody): boolean {
  return typeof message === "string" || Boolean(detail) || Boolean(errors);
}
