import type {
  ContentPart,
  Message,
  ProviderMetadata,
  ReasoningPart,
  ToolCallRequest,
} from "../../contracts/message.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { MediaPart } from "./media.ts";
import { FAMILY, isThought, type LayoutEntry } from "./wire.ts";

/** What the content of messages is encoded for, and with. */
export interface BlockTarget {
  /** Whoever shall answer; only its own thoughts are sent back. */
  readonly model: string;
  /** Encodes a part that is neither text nor reasoning. Left out, such parts are. */
  readonly media?: ((part: MediaPart) => WireRequest) | undefined;
  /** The identifier of a call, in a form that the service takes. */
  idOf(id: string): string;
}

/**
 * Encodes the content of a message into blocks. What the service itself said goes back as it came: in its order, thoughts
 * with their signatures, blocks that no part can say as they were. Empty texts are left out.
 *
 * @example
 * const target = { model: "claude-opus-5", idOf: (id: string) => id };
 * encodeBlocks({ role: "tool", toolCallId: "toolu_1", content: "14:05" }, target);
 * // [{ type: "tool_result", tool_use_id: "toolu_1", content: "14:05" }]
 */
export function encodeBlocks(message: Message, target: BlockTarget): WireRequest[] {
  const { role, content, toolCalls = [], providerMetadata } = message;
  const parts: readonly ContentPart[] =
    typeof content === "object" && content ? content : [{ type: "text", text: content ?? "" }];
  // Those that are settled stand among the blocks that no part can say.
  const calls = toolCalls.filter(({ settled }) => !settled).map((call) => encodeCall(call, target));
  const { content: layout, ...own } = ownMetadata(providerMetadata);
  const kept = Array.isArray(layout) ? (layout as LayoutEntry[]) : [];
  const blocks =
    (kept.length > 0 && inOrder(kept, parts, calls, target)) || anyhow(kept, parts, calls, role, target);
  if (role === "tool") return [encodeResult(message, blocks, own, target)];
  // Thoughts that led to nothing end no turn.
  return blocks.slice(0, blocks.findLastIndex((block) => !isThought(block)) + 1);
}

/** The opaque fields that this service wants back; nothing of another's. */
export function ownMetadata(metadata: ProviderMetadata | undefined): Readonly<Record<string, unknown>> {
  return Object(metadata?.[FAMILY]);
}

/** Puts a message together as the service sent it; `undefined` where it was changed since. */
function inOrder(
  layout: readonly LayoutEntry[],
  parts: readonly ContentPart[],
  calls: readonly WireRequest[],
  target: BlockTarget,
): WireRequest[] | undefined {
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const thoughts = parts.filter(isReasoning);
  let at = 0;
  let thought = 0;
  let call = 0;
  const blocks = layout.flatMap((entry): readonly WireRequest[] => {
    const { type, length, ...rest } = entry;
    if (type === "reasoning") return encodeThought(thoughts[thought++], target);
    if (type === "tool-call") return calls.slice(call, ++call);
    if (isOpaque(entry)) return [{ ...entry }];
    at += length ?? 0;
    return textBlock(text.slice(at - (length ?? 0), at), rest);
  });
  const isWhole = at === text.length && thought === thoughts.length && call === calls.length;
  return isWhole && parts.every(({ type }) => type === "text" || type === "reasoning") ? blocks : undefined;
}

/** Opaque blocks stand behind the first thoughts where their places are not known any more. */
function anyhow(
  layout: readonly LayoutEntry[],
  parts: readonly ContentPart[],
  calls: readonly WireRequest[],
  role: string,
  target: BlockTarget,
): WireRequest[] {
  const said = parts.flatMap((part) => encodePart(part, role, target));
  const first = said.findIndex((block) => !isThought(block));
  said.splice(first < 0 ? said.length : first, 0, ...layout.filter(isOpaque).map((block) => ({ ...block })));
  return [...said, ...calls];
}

function isOpaque({ type, length }: LayoutEntry): boolean {
  return type !== "reasoning" && type !== "tool-call" && length === undefined;
}

function isReasoning(part: ContentPart): part is ReasoningPart {
  return part.type === "reasoning";
}

function encodePart(part: ContentPart, role: string, target: BlockTarget): WireRequest[] {
  const { media } = target;
  if (part.type === "reasoning") return role === "assistant" ? encodeThought(part, target) : [];
  const own = ownMetadata(part.providerMetadata);
  if (part.type === "text") return textBlock(part.text, own);
  // The model itself says nothing but texts.
  return media && role !== "assistant" ? [{ ...media(part), ...own }] : [];
}

/** The service refuses texts without a visible character. */
function textBlock(text: string, own: Readonly<Record<string, unknown>>): WireRequest[] {
  return text.trim() ? [{ type: "text", text, ...own }] : [];
}

/** Signatures are of use to the model that made them only, and the service refuses thoughts without one. */
function encodeThought(part: ReasoningPart | undefined, { model }: BlockTarget): WireRequest[] {
  const { model: thinker, signature, data } = ownMetadata(part?.providerMetadata);
  if (!part || undated(String(thinker)) !== undated(model)) return [];
  if (data !== undefined) return [{ type: "redacted_thinking", data }];
  return signature ? [{ type: "thinking", thinking: part.text, signature }] : [];
}

/** A name with the date of its release and one without are of the same model. */
function undated(model: string): string {
  return model.replace(/-\d{8}$/, "");
}

function encodeCall(call: ToolCallRequest, { idOf }: BlockTarget): WireRequest {
  const { id, name, input, providerMetadata } = call;
  const own = ownMetadata(providerMetadata);
  const isObject = typeof input === "object" && input !== null;
  return { type: "tool_use", id: idOf(id), name, input: isObject ? input : {}, ...own };
}

function encodeResult(
  { toolCallId = "", isError, content }: Message,
  blocks: readonly WireRequest[],
  own: Readonly<Record<string, unknown>>,
  { idOf }: BlockTarget,
): WireRequest {
  const isPlain = typeof content === "string" && blocks.every(({ type }) => type === "text");
  return {
    type: "tool_result",
    tool_use_id: idOf(toolCallId),
    content: blocks.length === 0 ? undefined : isPlain ? content : blocks,
    is_error: isError || undefined,
    ...own,
  };
}
