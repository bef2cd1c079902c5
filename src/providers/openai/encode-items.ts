import type { ContentPart, Message, ToolCallRequest } from "../../contracts/message.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { type EncodeTarget, ownMetadata } from "./encode.ts";
import type { CallMetadata, PlacedText, ReasoningMetadata, ResponsesMetadata } from "./responses-wire.ts";

/** An item of a turn that was an output before, and where it stood in it. */
interface Placed {
  readonly index: number;
  readonly kind: "text" | "call" | "reasoning" | "opaque";
  readonly item: WireRequest;
  /** The same item by the identifier under which the service has kept it. */
  readonly stored?: WireRequest | undefined;
}

const NOTHING: readonly WireRequest[] = [];

/** Where items stand that came from elsewhere: behind all others. */
const ELSEWHERE = 1_000_000_000;

/**
 * Encodes messages into the items of an input. What an answer of the same model left behind goes back in its old order:
 * reasoning byte for byte and together with the item that it led to (a pruned call takes its reasoning along), and what
 * the service did itself; other models get texts, calls and results only.
 *
 * @param isStored whether the service keeps items, so that they may be named.
 * @param known the messages before, which the service has kept: results of their calls are sent under its own identifiers.
 *
 * @example
 * const target = { model: "m", service: OPENAI, capabilities: {}, stream: false };
 * encodeItems([{ role: "tool", toolCallId: "call_1", content: "4" }], target, false);
 * // [{ type: "function_call_output", call_id: "call_1", output: "4" }]
 */
export function encodeItems(
  messages: readonly Message[],
  target: EncodeTarget,
  isStored: boolean,
  known: readonly Message[] = [],
): WireRequest[] {
  const { service, capabilities } = target;
  const idOf = serviceIds(known, target);
  return messages.flatMap((message): WireRequest[] => {
    const { role, toolCallId } = message;
    if (role === "assistant") return turnOf(message, target, isStored);
    const items = itemsOf(message, target).map(({ item }) => item);
    const content = encodeInput(message.content, target);
    if (role === "tool") {
      return [...items, { type: "function_call_output", call_id: idOf(toolCallId), output: content }];
    }
    // A user's empty text may be all that there is to answer.
    if (content.length === 0 && (role !== "user" || content !== "")) return items;
    const isDeveloper = role === "system" && service.isOpenAI && capabilities.reasoning;
    return [...items, { role: isDeveloper ? "developer" : role, content }];
  });
}

/** One text, or parts; empty texts are left out. A part's own metadata is merged over it. */
function encodeInput(content: Message["content"], { service, media }: EncodeTarget): string | WireRequest[] {
  if (typeof content === "string") return content;
  const parts = content.flatMap((part): WireRequest[] => {
    if (part.type === "reasoning") return [];
    const own = ownMetadata(part.providerMetadata, service);
    if (part.type !== "text") return media ? [media(part, service, own)] : [];
    return part.text ? [{ type: "input_text", text: part.text, ...own }] : [];
  });
  const [only] = parts;
  const isPlain = parts.length === 1 && only?.type === "input_text" && Object.keys(only).length === 2;
  return isPlain ? String(only?.text) : parts;
}

/** What an assistant's message was, item by item. */
function turnOf(message: Message, target: EncodeTarget, isStored: boolean): WireRequest[] {
  const { content, toolCalls = [] } = message;
  const parts: readonly ContentPart[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const placed: readonly Placed[] = [
    ...parts.flatMap((part) => (part.type === "reasoning" ? reasoningOf(part, target, isStored) : [])),
    ...textsOf(text, message, target),
    ...itemsOf(message, target),
    ...toolCalls.map((call) => callOf(call, target)),
  ].sort((one, other) => one.index - other.index);
  const places = new Set(placed.map(({ index }) => index));
  // From the end, because reasoning stays only where what it led to does.
  for (const { index, kind } of placed.toReversed()) {
    if (kind === "reasoning" && !places.has(index + 1)) places.delete(index);
  }
  return placed.flatMap(({ index, kind, item, stored }) => {
    const isWhole = index === 0 || places.has(index - 1);
    if (!places.has(index) || (kind === "opaque" && !isWhole)) return NOTHING;
    // The service knows by the identifier what is missing before.
    return (isStored && isWhole && stored) || item;
  });
}

function reasoningOf(
  { providerMetadata }: Extract<ContentPart, { type: "reasoning" }>,
  { service, model }: EncodeTarget,
  isStored: boolean,
): Placed[] {
  const { index, item, model: maker }: Partial<ReasoningMetadata> = ownMetadata(providerMetadata, service);
  if (!item || index === undefined || maker !== model) return [];
  const isOpen = !service.isOpenAI && Array.isArray(item.content) && item.content.length > 0;
  if (!item.encrypted_content && !isOpen && !isStored) return [];
  return [{ index, kind: "reasoning", item }];
}

/** One message item for each that there was, as far as the text is still theirs. */
function textsOf(text: string, { providerMetadata }: Message, { service }: EncodeTarget): Placed[] {
  if (!text) return [];
  const { texts = [] }: ResponsesMetadata = ownMetadata(providerMetadata, service);
  const isTheirs = texts.reduce((length, one) => length + one.length, 0) === text.length;
  if (!isTheirs) return [textItem(text, { ...texts.at(-1), index: texts.at(-1)?.index ?? ELSEWHERE - 2 })];
  let end = 0;
  return texts
    .map((one) => {
      const start = end;
      end += one.length;
      return textItem(text.slice(start, end), one);
    })
    .filter(({ item }) => item.content);
}

function textItem(text: string, { index, id, phase }: Omit<PlacedText, "length">): Placed {
  const rest = phase ? { phase } : {};
  const content = [{ type: "output_text", text, annotations: [] }];
  return {
    index,
    kind: "text",
    item: { role: "assistant", content: text, ...rest },
    stored: id
      ? { type: "message", role: "assistant", id, status: "completed", content, ...rest }
      : undefined,
  };
}

/** What the service did itself, for the model that it did it for. Any message may carry such items. */
function itemsOf({ providerMetadata }: Message, { service, model }: EncodeTarget): Placed[] {
  const { items = [], model: maker = model }: ResponsesMetadata = ownMetadata(providerMetadata, service);
  return maker === model ? items.map(({ index, item }) => ({ index, kind: "opaque", item })) : [];
}

function callOf(call: ToolCallRequest, { service }: EncodeTarget): Placed {
  const { id: callId, name, input, providerMetadata } = call;
  const {
    index = ELSEWHERE,
    id,
    namespace,
    caller,
    async,
  }: Partial<CallMetadata> = ownMetadata(providerMetadata, service);
  const item = {
    type: "function_call",
    call_id: callId,
    name,
    arguments: JSON.stringify(input ?? {}),
    namespace,
    caller,
    async,
  };
  return { index, kind: "call", item, stored: id ? { ...item, id } : undefined };
}

/** The identifiers by which the service knows calls whose own were changed, because they repeated. */
function serviceIds(
  messages: readonly Message[],
  { service }: EncodeTarget,
): (id: string | undefined) => unknown {
  const ids = new Map<string, unknown>();
  for (const { id, providerMetadata } of messages.flatMap(({ toolCalls = [] }) => toolCalls)) {
    const { call_id: known }: Partial<CallMetadata> = ownMetadata(providerMetadata, service);
    if (known) ids.set(id, known);
  }
  return (id) => (id !== undefined && ids.get(id)) || id;
}
