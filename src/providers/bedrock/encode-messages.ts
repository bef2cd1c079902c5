import type {
  ContentPart,
  Message,
  ProviderMetadata,
  ReasoningPart,
  TextPart,
} from "../../contracts/message.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { BesideText } from "./beside-text.ts";
import type { KeptBlock } from "./message-blocks.ts";
import type { Traits } from "./traits.ts";

/** A part that is neither text nor reasoning. */
export type MediaPart = Exclude<ContentPart, TextPart | ReasoningPart>;

/** One turn of the conversation in Converse's words. */
export interface Turn extends WireRequest {
  readonly role: "user" | "assistant";
  readonly content: WireRequest[];
}

/** A conversation in Converse's words. */
export interface EncodedMessages {
  readonly system: WireRequest[];
  readonly turns: Turn[];
}

/** What messages are encoded for, and with. */
interface MessagesTarget {
  readonly traits: Traits;
  /** Encodes what turns have beside texts and media. Left out, such is. */
  readonly beside?: BesideText | undefined;
  /** Encodes parts that are neither text nor reasoning. Left out, such are. */
  readonly media?: typeof import("./encode-media.ts") | undefined;
  /** Whether the model is asked to think; then Claude goes on with no answer that was begun. */
  readonly isThinking?: boolean | undefined;
}

/** Data that the parts of a conversation have for this adapter. */
interface OwnMetadata extends WireRequest {
  /** A mark behind the part, up to which the prompt is cached. */
  readonly cachePoint?: unknown;
  /** What the guardrail shall look at: the qualifiers of a text, or `true`. */
  readonly guardContent?: unknown;
  readonly signature?: unknown;
  readonly redactedContent?: unknown;
  readonly model?: unknown;
  readonly blocks?: readonly KeptBlock[];
}

/**
 * Encodes the messages of a conversation: system messages stand apart, users and assistants take turns, results come first
 * in the turn after their calls, and blank texts are left out, because the service refuses them.
 *
 * @example
 * const target = { traits: converseTraits("amazon.nova-lite-v1:0") };
 * encodeMessages([{ role: "user", content: "Hi" }, { role: "user", content: "there" }], target).turns;
 * // [{ role: "user", content: [{ text: "Hi" }, { text: "there" }] }]
 */
export function encodeMessages(messages: readonly Message[], target: MessagesTarget): EncodedMessages {
  const { media, beside } = target;
  const system: WireRequest[] = [];
  const turns: Turn[] = [];
  const names = new Set<string>();

  function turnOf(role: Turn["role"]): WireRequest[] {
    const last = turns.at(-1);
    if (last?.role === role) return last.content;
    const content: WireRequest[] = [];
    turns.push({ role, content });
    return content;
  }

  function add(role: Turn["role"], blocks: readonly WireRequest[]): void {
    if (blocks.length > 0) turnOf(role).push(...blocks);
  }

  function blocksOf({ content }: Message): WireRequest[] {
    if (typeof content === "string") return textBlocks(content);
    return content.flatMap((part) => {
      const { cachePoint, guardContent, ...fields } = ownMetadata(part);
      const mark = cachePoint ? [{ cachePoint }] : [];
      if (part.type === "reasoning") return [];
      if (part.type !== "text") return media ? [media.encodeMedia(part, names, fields), ...mark] : [];
      if (!guardContent) return [...textBlocks(part.text, mark.length > 0), ...mark];
      const qualifiers = Array.isArray(guardContent) ? { qualifiers: guardContent } : undefined;
      return [{ guardContent: { text: { text: part.text, ...qualifiers } } }, ...mark];
    });
  }

  for (const message of messages) {
    if (message.role === "system") system.push(...blocksOf(message));
    else if (message.role === "user") add("user", blocksOf(message));
    else if (message.role === "tool") beside?.addResult(turnOf("user"), message, blocksOf(message));
    else {
      const said = blocksOf(message);
      add("assistant", beside?.turn(message, said) ?? said);
    }
  }
  for (const { role, content } of turns) if (role === "user") media?.introduceDocuments(content);
  if (turns.length > 0 || system.length > 0) completeTurns(turns, target);
  return { system, turns };
}

/**
 * A text as a block; none for a blank one, which the service refuses.
 *
 * @param isKept keeps blanks alone.
 *
 * @example
 * textBlocks("Hi"); // [{ text: "Hi" }]
 * textBlocks(" "); // []
 */
export function textBlocks(text: string, isKept = false): WireRequest[] {
  return text.trim() || (text && isKept) ? [{ text }] : [];
}

/** Most models want the user to begin; an answer that was begun ends without a blank, or the model is asked to go on. */
function completeTurns(turns: Turn[], { traits: { claude }, isThinking }: MessagesTarget): void {
  const end = turns.at(-1);
  const last = end?.content.at(-1);
  if (!end || (turns[0]?.role === "assistant" && !claude)) turns.unshift(continued());
  if (end?.role !== "assistant" || typeof last?.text !== "string") return;
  if (claude && (isThinking || !claude.prefill)) turns.push(continued());
  else last.text = last.text.trimEnd();
}

function continued(): Turn {
  return { role: "user", content: [{ text: "Continue." }] };
}

/**
 * What a part, a call or a message has for this adapter; nothing of another's.
 *
 * @example
 * ownMetadata({ providerMetadata: { bedrock: { signature: "s" }, openai: {} } }); // { signature: "s" }
 */
export function ownMetadata({
  providerMetadata,
}: {
  readonly providerMetadata?: ProviderMetadata | undefined;
}): OwnMetadata {
  return Object(providerMetadata?.bedrock);
}
