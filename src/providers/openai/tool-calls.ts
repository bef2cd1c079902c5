import type { ModelChunk } from "../../contracts/model.ts";
import { readArguments } from "../adapter/read-arguments.ts";
import type { WireToolCall } from "./wire.ts";

export type ToolCallChunk = Extract<ModelChunk, { type: "tool-call" }>;

/** What the decoder of an answer knows of the request that it answers. */
export interface AnswerContext {
  /** Under this name opaque data is kept. */
  readonly family: string;
  /** The names of the tools that were offered. */
  readonly toolNames: readonly string[];
  /** The identifiers of the calls that the conversation holds already. */
  readonly knownIds: readonly string[];
}

/** Collects the tool calls of one answer. */
export interface ToolCallBuffers {
  /** Takes one piece, and passes the text of the arguments on. `metadata` goes back with the call as it is. */
  add(piece: WireToolCall, index: unknown, chunks: ModelChunk[], metadata?: object): void;
  /** The calls, in the order in which they began. */
  finish(): ToolCallChunk[];
}

interface OpenCall {
  id: string;
  /** The identifier that the service gave, which may be unfit to be `id`. */
  given: string;
  name: string;
  /** The arguments as far as they have come. */
  text: string;
  /** How many of their brackets are open; missing until they have begun. */
  depth: number | undefined;
  /** Inside a text of theirs; `\\` where the next character is escaped. */
  quote: "" | '"' | "\\";
  metadata?: object | undefined;
}

/**
 * Makes the buffers in which the pieces of tool calls come together: one for each call, so that calls may interleave.
 * Names may come late; identifiers may be missing, empty, repeated or used before, then new ones are made, the same for
 * the same conversation.
 *
 * @example
 * const calls = toolCallBuffers({ family: "openai", toolNames: ["now"], knownIds: [] });
 * calls.add({ id: "call_1", function: { name: "now", arguments: "" } }, 0, []);
 * calls.finish(); // [{ type: "tool-call", id: "call_1", name: "now", input: {} }]
 */
export function toolCallBuffers({ family, toolNames, knownIds }: AnswerContext): ToolCallBuffers {
  const calls: OpenCall[] = [];
  const byIndex = new Map<unknown, OpenCall>();
  const taken = new Set(knownIds);
  let next = 0;

  function find(index: unknown, id: string, name: string, hasText: boolean): OpenCall {
    const call = byIndex.get(index) ?? (index === undefined ? calls.at(-1) : undefined);
    if (call && isSameCall(call, index, id, name, hasText)) return call;
    const opened: OpenCall = { id: "", given: "", name: "", text: "", depth: undefined, quote: "" };
    calls.push(opened);
    byIndex.set(index, opened);
    return opened;
  }

  function freeId({ given }: OpenCall): string {
    let id = given;
    next = Math.max(next, knownIds.length + calls.length);
    for (; !id || taken.has(id); next++) id = `call_${next}`;
    taken.add(id);
    return id;
  }

  return {
    add(piece, index, chunks, metadata) {
      const id = textOf(piece.id);
      const name = textOf(piece.function?.name);
      const given = piece.function?.arguments ?? "";
      let delta = typeof given === "string" ? given : JSON.stringify(given);
      const call = find(index, id, name, delta !== "");
      call.given ||= id;
      call.text += delta;
      follow(call, delta);
      call.metadata ??=
        metadata ?? (piece.extra_content ? { extra_content: piece.extra_content } : undefined);
      // What came before the name waited for it.
      if (!call.name) delta = call.text;
      call.name ||= name;
      if (!call.name) return;
      call.id ||= freeId(call);
      if (delta && (toolNames.includes(call.name) || !isWrapper(call.name))) {
        chunks.push({ type: "tool-call-delta", id: call.id, name: call.name, delta });
      }
    },
    finish: () =>
      calls
        // Some services fill the place of a call that is not there.
        .filter(({ name, given }) => name || given)
        .map(({ id, name, text, metadata }) => ({
          type: "tool-call",
          id,
          name,
          ...readArguments(text),
          ...(metadata ? { providerMetadata: { [family]: metadata } } : {}),
        })),
  };
}

/** A text as it is; an empty one for everything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Whether a tool is the wrapper that puts several calls into one, which OpenAI's own models leak at times. */
export function isWrapper(name: string): boolean {
  return /^(?:multi_tool_use\.)?parallel$/.test(name);
}

/** Some services give every call the same index, or none; others repeat the name with each piece. */
function isSameCall(call: OpenCall, index: unknown, id: string, name: string, hasText: boolean): boolean {
  if (id && call.given) return id === call.given || (!name && index !== undefined);
  if (!name || (name === call.name && !hasText)) return true;
  return call.depth === undefined || call.depth > 0 || call.quote !== "";
}

/**
 * Follows the brackets of arguments through their next piece: reading all of them with each piece would take a time that
 * grows with the square of their length.
 */
function follow(call: OpenCall, piece: string): void {
  for (const character of piece) {
    if (call.quote === "\\") call.quote = '"';
    else if (call.quote) call.quote = character === "\\" ? character : character === '"' ? "" : call.quote;
    else if (character.trim()) {
      call.depth ??= 0;
      if (character === '"') call.quote = character;
      if (character === "{" || character === "[") call.depth += 1;
      if (character === "}" || character === "]") call.depth -= 1;
    }
  }
}
