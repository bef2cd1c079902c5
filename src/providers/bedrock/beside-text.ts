import type { Message } from "../../contracts/message.ts";
import { callIdMap } from "../adapter/call-ids.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { ownMetadata, textBlocks } from "./encode-messages.ts";
import type { KeptBlock } from "./message-blocks.ts";
import type { Traits } from "./traits.ts";

/** Encodes what the turns of a conversation have beside texts and media. */
export interface BesideText {
  /** The blocks of a turn of the model, in which it said this. */
  turn(message: Message, said: readonly WireRequest[]): WireRequest[];
  /** Puts a result behind those that a turn of the user begins with, and what no result may hold at its end. */
  addResult(turn: WireRequest[], message: Message, blocks: readonly WireRequest[]): void;
}

const CALL_ID: RegExp = /^[\w-]{1,64}$/;

/**
 * Makes what encodes thoughts, calls and results of a conversation, and the calls of tools that the service ran itself. Calls
 * have identifiers that the service takes.
 *
 * @example
 * const calls = [{ id: "c1", name: "now", input: {} }];
 * const turn = { role: "assistant", content: "", toolCalls: calls } as const;
 * const { turn: blocksOf } = besideText([turn], "amazon.nova-lite-v1:0", {});
 * blocksOf(turn, []); // [{ toolUse: { toolUseId: "c1", name: "now", input: {} } }]
 */
export function besideText(messages: readonly Message[], model: string, traits: Traits): BesideText {
  const { resultMedia = [], jsonResults, resultStatus, callId = CALL_ID } = traits;
  const idOf = callIdMap(
    messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)),
    callId,
  );
  const fits = (block: WireRequest): boolean =>
    Object.keys(block).some((kind) => kind === "text" || kind === "json" || resultMedia.includes(kind));
  return {
    turn(message, said) {
      const { blocks, model: maker } = ownMetadata(message);
      const uses = message.toolCalls?.map((call) => ({
        toolUse: { toolUseId: idOf(call.id), name: call.name, input: call.input ?? {}, ...ownMetadata(call) },
      }));
      return [
        ...thoughts(message, model),
        // What one model had done for it, no other takes.
        ...(blocks && maker === model ? withKept(said, blocks) : said),
        ...(uses ?? []),
      ];
    },
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

/** Puts blocks that were kept as they came back where they stood in the text. */
function withKept(blocks: readonly WireRequest[], kept: readonly KeptBlock[]): WireRequest[] {
  const waiting = [...kept];
  let said = 0;
  const encoded = blocks.flatMap((block): WireRequest[] => {
    const { text } = block;
    if (typeof text !== "string") return [block];
    const pieces: WireRequest[] = [];
    let from = 0;
    for (let next = waiting[0]; next && next.at < said + text.length; next = waiting[0]) {
      const to = Math.max(from, next.at - said);
      pieces.push(...textBlocks(text.slice(from, to)), Object(next.block));
      from = to;
      waiting.shift();
    }
    said += text.length;
    return [...pieces, ...textBlocks(text.slice(from))];
  });
  return [...encoded, ...waiting.map(({ block }) => Object(block))];
}

/** Thoughts go back to the model that had them, and only with what proves that. */
function thoughts({ content }: Message, model: string): WireRequest[] {
  if (typeof content === "string") return [];
  return content.flatMap((part): WireRequest[] => {
    const { signature, redactedContent, model: maker } = ownMetadata(part);
    if (part.type !== "reasoning" || maker !== model) return [];
    if (redactedContent) return [{ reasoningContent: { redactedContent } }];
    return signature ? [{ reasoningContent: { reasoningText: { text: part.text, signature } } }] : [];
  });
}
