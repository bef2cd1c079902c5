import type { FinishReason, ModelChunk } from "../../contracts/model.ts";
import type { Usage } from "../../core/usage.ts";
import { serviceFailure } from "../adapter/failure.ts";
import type { AnswerDecoder, DecodeContext } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { eventReader } from "./read-events.ts";
import { responseItems } from "./response-items.ts";
import type { ResponsesAnswer, ResponsesBody, ResponsesUsage } from "./responses-wire.ts";
import { isWrapper, textOf } from "./tool-calls.ts";
import { usageOf } from "./usage.ts";

/** What the decoder knows of the call whose answer it reads. */
export interface ResponsesContext extends DecodeContext {
  /** Under this name opaque data is kept. */
  readonly family: string;
}

/**
 * Makes a decoder that turns the events of OpenAI's Responses API, or a whole response, into chunks. Texts and refusals
 * come as they are written, a part of reasoning when its item is whole, tool calls before `done`. What the service itself
 * did, such as a search, is never shown: it stands in the message's `providerMetadata`, to go back in its place.
 *
 * It throws for a response that failed, for what it cannot read, and at the end for a stream that was cut off.
 *
 * @example
 * const target = { provider: "openai", name: "gpt-5" };
 * const decoder = responsesDecoder({ family: "openai", target, toolNames: [], knownIds: [] });
 * const content = [{ type: "output_text", text: "Hi" }];
 * const chunks: ModelChunk[] = [];
 * decoder.body({ status: "completed", output: [{ type: "message", content }] }, chunks);
 * decoder.end(chunks, true);
 * chunks.map(({ type }) => type); // ["delta", "done"]
 */
export function responsesDecoder(context: ResponsesContext): AnswerDecoder {
  const { target, pricing, family } = context;
  const output = responseItems(context);
  let id: string | undefined;
  let word: string | undefined;
  let usage: Usage | undefined;
  let isOver = false;

  function takeResponse(response: ResponsesAnswer, ending: string | undefined, chunks: ModelChunk[]): void {
    const { status = ending, error, incomplete_details: details } = response;
    id = textOf(response.id) || id;
    const spent = usageOf(chatUsage(response.usage), pricing);
    if (spent && (spent.input || spent.output || !usage)) usage = spent;
    if (ending === "failed" || status === "failed") {
      throw serviceFailure(200, { error: error ?? "The response failed." });
    }
    if (ending === undefined) return;
    isOver = true;
    word = textOf(details?.reason) || textOf(status) || undefined;
    output.complete(response.output ?? [], chunks);
  }

  function read(body: ResponsesBody, chunks: ModelChunk[], name?: string): void {
    const type = textOf(body.type) || name || "";
    if (type.startsWith("response.") && !type.endsWith(".error")) {
      if (!body.response) output.take(type, body, chunks);
      else {
        // A stream may go on with another response, which takes the place of the one before.
        if (type === "response.created") output.restart();
        const ending = /^response\.(completed|incomplete|failed|cancelled)$/.exec(type)?.[1];
        takeResponse(body.response, ending, chunks);
      }
    } else if (type.endsWith("error") || (body.error && !body.output)) {
      throw serviceFailure(200, { error: body.error ?? body });
    } else if (body.output || body.status) takeResponse(body, "", chunks);
    else if (typeof body.message === "string" || body.detail || body.errors) throw serviceFailure(200, body);
  }

  const { body, event } = eventReader(target, "a response", read);
  return {
    body,
    event,
    end(chunks) {
      if (!isOver) throw unreadableAnswer(target, "is empty or was cut off");
      const { calls, isRefusal, metadata } = output.finish();
      chunks.push(...calls);
      chunks.push({
        type: "done",
        finishReason: isRefusal ? "content_filter" : reasonOf(word, calls.length > 0),
        ...(word !== undefined && { rawFinishReason: word }),
        ...(usage && { usage }),
        providerMetadata: { [family]: withoutUndefined({ id, model: target.name, ...metadata }) },
      });
      const isOdd = calls.some((call) => !call.name || call.unreadable || isWrapper(call.name));
      return isOdd ? settle(chunks, context) : chunks;
    },
  };
}

/** Calls that are not as they should be are rare, and so is what deals with them. */
async function settle(chunks: ModelChunk[], context: ResponsesContext): Promise<ModelChunk[]> {
  return (await import("./settle-calls.ts")).settleCalls(chunks, context);
}

/** A response that waits or works in the background is no answer yet. */
function reasonOf(word: string | undefined, hasCalls: boolean): FinishReason {
  if (word === undefined || /^completed?$/.test(word)) return hasCalls ? "tool_calls" : "stop";
  if (/_tok|len/.test(word)) return "length";
  return /filter/.test(word) ? "content_filter" : "error";
}

/** The usage under the names of chat completions. */
function chatUsage(usage: ResponsesUsage | null | undefined): Parameters<typeof usageOf>[0] {
  return (
    usage && {
      prompt_tokens: usage.input_tokens,
      completion_tokens: usage.output_tokens,
      total_tokens: usage.total_tokens,
      prompt_tokens_details: usage.input_tokens_details ?? null,
      completion_tokens_details: usage.output_tokens_details ?? null,
    }
  );
}
