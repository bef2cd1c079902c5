import type { FinishReason, ModelChunk } from "../../contracts/model.ts";
import type { Usage } from "../../core/usage.ts";
import { type CallTarget, type ServiceFailure, serviceFailure } from "../adapter/failure.ts";
import type { AnswerDecoder, DecodeContext } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { DAMAGED, EXCEPTION, eventFrames } from "./frames.ts";
import { messageBlocks } from "./message-blocks.ts";
import { usageOf } from "./usage.ts";
import type { WireBlockEvent, WireBody } from "./wire.ts";

/** What the decoder knows of the call whose answer it reads. */
export interface ConverseContext extends DecodeContext {
  /** The name of the model, under which what only it understands is kept. */
  readonly model: string;
}

const EVENTS: RegExp = /^(?:messageSt(?:art|op)|contentBlock(?:Start|Delta|Stop)|metadata)$/;
const EXCEPTIONS: RegExp = /^\w{1,40}Exception$/;

/**
 * Makes a decoder that turns a Converse answer, whole or the events of its stream, into chunks. Each reasoning block comes
 * with its signature and the model that made it. Tools that the service ran itself, generated images and blocks of unknown
 * kinds are no chunks: they go into the message's `providerMetadata.bedrock`, with citations and the guardrail's trace.
 *
 * It throws for a failure that the stream tells, for damaged frames, for what it cannot read, and at the end for a stream
 * without its `messageStop`.
 *
 * @example
 * const target = { provider: "bedrock", name: "amazon.nova-lite-v1:0" };
 * const decoder = converseDecoder({ target, model: target.name, toolNames: [], knownIds: [] });
 * const chunks: ModelChunk[] = [];
 * decoder.event({ event: "contentBlockDelta", data: '{"contentBlockIndex":0,"delta":{"text":"Hi"}}' }, chunks);
 * decoder.event({ event: "messageStop", data: '{"stopReason":"end_turn"}' }, chunks);
 * decoder.end(chunks, false);
 * chunks.map(({ type }) => type); // ["delta", "done"]
 */
export function converseDecoder(context: ConverseContext): AnswerDecoder {
  const { target, pricing, model, knownIds } = context;
  const blocks = messageBlocks(model, knownIds);
  const extra: Record<string, unknown> = {};
  let finish: string | undefined;
  let usage: Usage | undefined;
  let isMessage = false;

  /** Takes a whole answer, or the event of that name. */
  function read(name: string, value: WireBody & WireBlockEvent, chunks: ModelChunk[]): void {
    const { contentBlockIndex: index, output, stopReason, trace, additionalModelResponseFields } = value;
    if (name === "contentBlockDelta") blocks.grow(index, value.delta, chunks);
    else if (name === "contentBlockStart") blocks.begin(index, value.start);
    else if (name === "contentBlockStop") blocks.close(index, chunks);
    if (output?.message) isMessage = true;
    output?.message?.content?.forEach((block, position) => {
      if (block) blocks.read(position, block, chunks);
    });
    if (typeof stopReason === "string") finish = stopReason;
    // A report of nothing does not undo one of something.
    const spent = usageOf(value.usage, pricing);
    if (spent && (spent.input || spent.output || !usage)) usage = spent;
    if (trace) extra.trace = trace;
    if (additionalModelResponseFields) extra.additionalModelResponseFields = additionalModelResponseFields;
  }

  function take(name: string, value: object, chunks: ModelChunk[]): void {
    try {
      read(name, value, chunks);
    } catch (error) {
      throw unreadableAnswer(target, "is not one of Converse", error);
    }
  }

  function body(value: unknown, chunks: ModelChunk[]): void {
    const { output, stopReason, Output = value } = Object(value);
    if (output || stopReason) {
      take("", Object(value), chunks);
      return;
    }
    const known = Object.entries(Object(value)).filter(
      ([name]) => EVENTS.test(name) || EXCEPTIONS.test(name),
    );
    // The services of AWS answer with a success where the path is wrong.
    if (known.length === 0) throw serviceFailure(200, Output);
    for (const [name, event] of known) {
      if (EXCEPTIONS.test(name)) throw exceptionOf(name, Object(event));
      take(name, Object(event), chunks);
    }
  }

  return {
    frames: eventFrames,
    body,
    event({ event: name = "", id = "", data }, chunks) {
      if (name === DAMAGED) throw unreadableAnswer(target, "was damaged on its way");
      const isKnown = EVENTS.test(name);
      // What is not known is passed over; what has no name has it inside.
      if (!isKnown && name !== "" && name !== EXCEPTION) return true;
      const value = parse(data);
      if (name === EXCEPTION) throw exceptionOf(id, value ?? { message: data });
      if (!value) throw unreadableAnswer(target, "holds an event that is not JSON");
      if (isKnown) take(name, value, chunks);
      else body(value, chunks);
      return !(finish && usage);
    },
    end(chunks, isWhole) {
      if (!finish && !(isWhole && isMessage)) throw unreadableAnswer(target, "is empty or was cut off");
      // A service may leave the ends of blocks out.
      blocks.closeAll(chunks);
      const { calls, kept, citations } = blocks;
      const own = {
        ...extra,
        ...(kept.length > 0 && { blocks: kept, model }),
        ...(citations.length > 0 && { citations }),
      };
      const done = {
        rawFinishReason: finish,
        usage,
        providerMetadata: Object.keys(own).length > 0 ? { bedrock: own } : undefined,
      };
      const finishReason = reasonOf(finish ?? "", calls.length > 0);
      chunks.push(...calls, { type: "done", finishReason, ...withoutUndefined(done) });
      return calls.some(({ name, unreadable }) => !name || unreadable) ? settle(chunks, target) : chunks;
    },
  };
}

/** Calls that are not as they should be are rare, and so is what deals with them. */
async function settle(chunks: readonly ModelChunk[], target: CallTarget): Promise<ModelChunk[]> {
  const { tellUnreadable } = await import("../adapter/tell-unreadable.ts");
  return chunks.map((chunk) => (chunk.type === "tool-call" ? tellUnreadable(chunk, target) : chunk));
}

/** A word that is not known counts as an error. */
function reasonOf(word: string, hasCalls: boolean): FinishReason {
  if (/^(?:max_tokens|model_context_window_exceeded)$/.test(word)) return "length";
  if (/^(?:guardrail_intervened|content_filtered)$/.test(word)) return "content_filter";
  if (!/^(?:end_turn|stop_sequence|tool_use|)$/.test(word)) return "error";
  return hasCalls ? "tool_calls" : "stop";
}

function exceptionOf(kind: string, body: object): ServiceFailure {
  return serviceFailure(200, { ...body, code: kind });
}

function parse(data: string): object | undefined {
  try {
    return Object(JSON.parse(data));
  } catch {
    return undefined;
  }
}
