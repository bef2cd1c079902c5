import type { FinishReason, ModelChunk } from "../../contracts/model.ts";
import type { Usage } from "../../core/usage.ts";
import { serviceFailure } from "../adapter/failure.ts";
import type { AnswerDecoder, DecodeContext } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { closeAnswer } from "./close-answer.ts";
import { eventReader } from "./read-events.ts";
import { responseItems } from "./response-items.ts";
import type { ResponsesAnswer, ResponsesBody } from "./responses-wire.ts";
import { textOf } from "./tool-calls.ts";
import { latestUsage } from "./usage.ts";

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
    usage = latestUsage(usage, response.usage, pricing);
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
      const done = {
        finishReason: isRefusal ? "content_filter" : reasonOf(word, calls.length > 0),
        rawFinishReason: word,
        usage,
        providerMetadata: { [family]: withoutUndefined({ id, model: target.name, ...metadata }) },
      } as const;
      return closeAnswer(chunks, calls, done, context);
    },
  };
}

/** A response that waits or works in the background is no answer yet. */
function reasonOf(word: string | undefined, hasCalls: boolean): FinishReason {
  if (word === undefined || /^completed?$/.test(word)) return hasCalls ? "tool_calls" : "stop";
  if (/_tok|len/.test(word)) return "length";
  return /filter/.test(word) ? "content_filter" : "error";
}
