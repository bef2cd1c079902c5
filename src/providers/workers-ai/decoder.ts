import type { ModelChunk } from "../../contracts/model.ts";
import { getAIConfig } from "../../core/config.ts";
import type { CallTarget } from "../adapter/failure.ts";
import type { AnswerDecoder, DecodeContext } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { chatDecoder } from "../openai/decoder.ts";
import { eventReader } from "../openai/read-events.ts";
import type { responsesDecoder } from "../openai/responses-decoder.ts";
import type { Service } from "../openai/service.ts";
import { chatForm, isNative } from "./native-form.ts";

/** What the decoder knows of the call whose answer it reads. */
export interface WorkersAIContext extends DecodeContext {
  readonly service: Service;
  /** Whether the service was asked for a stream. */
  readonly isStream: boolean;
  /** Reads answers in the form of the Responses API; given for the models that may answer so. */
  readonly responses?: typeof responsesDecoder | undefined;
  /** The most tokens that an answer may have. */
  readonly cap: number;
}

/**
 * Makes a decoder for all forms in which Workers AI answers: chat completions, its own older form and, with some models,
 * that of the Responses API. A stream of the older form ends with `[DONE]`, and that form gives no reason: an answer that
 * has as many tokens as it may have was cut. Where a whole answer comes instead of a stream, nothing of it is lost, and the
 * logger is told.
 *
 * @example
 * const target = { provider: "workers-ai", name: "@cf/meta/llama-3.1-8b-instruct" };
 * const service = { family: "cloudflare" };
 * const decoder = workersAIDecoder({ service, isStream: true, cap: 256, target, toolNames: [], knownIds: [] });
 * const chunks: ModelChunk[] = [];
 * decoder.event({ data: '{"response":"Hi"}' }, chunks);
 * decoder.event({ data: "[DONE]" }, chunks);
 * await decoder.end(chunks, false);
 * chunks.map(({ type }) => type); // ["delta", "done"]
 */
export function workersAIDecoder({
  service,
  isStream,
  responses,
  cap,
  ...known
}: WorkersAIContext): AnswerDecoder {
  const { target } = known;
  const { family } = service;
  const toChatForm = chatForm();
  let inner: AnswerDecoder = chatDecoder({ ...known, service });
  let form: "chat" | "own" | "responses" | undefined;
  let isPiece = false;
  let hasReason = false;
  let hasOutput = false;

  function read(value: object, chunks: ModelChunk[]): void {
    if (!form && isStream && !isPiece) tellOfWhole(target);
    if (!form && responses && isOfResponses(value)) {
      form = "responses";
      inner = responses({ ...known, family });
    }
    if (form === "responses") {
      inner.body(value, chunks);
      return;
    }
    const chat = toChatForm(value, isPiece);
    const { delta = {}, finish_reason } = Object(Object(chat).choices?.[0]);
    form = isNative(value) ? "own" : (form ?? "chat");
    hasReason ||= Boolean(finish_reason);
    hasOutput ||= Boolean(Object(delta).content || Object(delta).tool_calls?.length);
    inner.body(chat, chunks);
  }

  function finished(chunk: ModelChunk): ModelChunk {
    if (chunk.type === "done" && form === "own" && !hasReason) {
      const { rawFinishReason, ...done } = chunk; // nobody said so
      return (done.usage?.output ?? 0) >= cap ? { ...done, finishReason: "length" } : done;
    }
    return chunk;
  }

  const { body, event, isClosed } = eventReader(target, "an answer of Workers AI", read);

  return {
    body,
    event(one, chunks) {
      isPiece = true;
      return event(one, chunks);
    },
    end(chunks, isWhole) {
      if (!isWhole && form !== "responses" && !hasReason) {
        if (!isClosed() || !hasOutput) throw unreadableAnswer(target, "is empty or was cut off");
        if (form === "own") inner.body({ choices: [{ delta: {}, finish_reason: "stop" }] }, chunks);
      }
      const ended = inner.end(chunks, isWhole);
      return ended instanceof Promise ? ended.then((all) => all.map(finished)) : ended.map(finished);
    },
  };
}

function tellOfWhole({ provider, name: model }: CallTarget): void {
  const message = `"${model}" answered without streaming`;
  getAIConfig().logger?.warn?.("ai.workers-ai", "stream", message, { provider, model });
}

function isOfResponses(value: object): boolean {
  const { object, type } = value as { readonly object?: unknown; readonly type?: unknown };
  return object === "response" || String(type).startsWith("response.");
}
