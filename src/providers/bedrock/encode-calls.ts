import type { Message } from "../../contracts/message.ts";
import { callIdMap } from "../adapter/call-ids.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { ownMetadata } from "./encode-messages.ts";
import type { Traits } from "./traits.ts";

/** Encodes the calls of one conversation, and their results. */
export interface CallEncoder {
  /** The calls of a turn of the model. */
  uses(message: Message): WireRequest[];
  /** Puts a result behind those that a turn of the user begins with, and what no result may hold at its end. */
  addResult(turn: WireRequest[], message: Message, blocks: readonly WireRequest[]): void;
}

const CALL_ID: RegExp = /^[\w-]{1,64}$/;

/**
 * Makes what encodes the calls of a conversation, and their results, with identifiers that the service takes.
 *
 * @example
 * const calls = [{ id: "c1", name: "now", input: {} }];
 * const turn = { role: "assistant", content: "", toolCalls: calls } as const;
 * callEncoder([turn], {}).uses(turn); // [{ toolUse: { toolUseId: "c1", name: "now", input: {} } }]
 */
export function callEncoder(messages: readonly Message[], traits: Traits): CallEncoder {
  const { resultMedia = [], jsonResults, resultStatus, callId = CALL_ID } = traits;
  const idOf = callIdMap(
    messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)),
    callId,
  );
  const fits = (block: WireRequest): boolean =>
    Object.keys(block).some((kind) => kind === "text" || kind === "json" || resultMedia.includes(kind));
  return {
    uses: ({ toolCalls = [] }) =>
      toolCalls.map((call) => ({
        toolUse: {
          toolUseId: idOf(call.id),
          name: call.name,
          input: call.input ?? {},
          ...ownMetadata(call),
        },
      })),
    addResult(turn, { toolCallId = "", isError }, blocks) {
      const content = blocks.filter(fits);
      const toolResult = {
        toolUseId: idOf(toolCallId),
        content: jsonResults ? content.map(asJson) : content,
        ...(isError && resultStatus && { status: "error" }),
      };
      turn.splice(turn.findLastIndex((block) => "toolResult" in block) + 1, 0, { toolResult });
      turn.push(...blocks.filter((block) => !fits(block)));
    },
  };
}

/** A value that is no object is one under a name. */
function asJson(block: WireRequest): WireRequest {
  if (typeof block.text !== "string") return block;
  let value: unknown = block.text;
  try {
    value = JSON.parse(block.text);
  } catch {
    // A text is a value as well.
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return { json: isObject ? value : { result: value } };
}
