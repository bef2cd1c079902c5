import type { ModelChunk } from "../../contracts/model.ts";
import { fromBase64, toBase64 } from "../../core/base64.ts";
import { joinBytes } from "../../core/join-bytes.ts";
import { freeIds } from "../adapter/free-ids.ts";
import { readArguments } from "../adapter/read-arguments.ts";
import type { WireBlock, WireBlockEvent, WireReasoning, WireToolUse } from "./wire.ts";

type ToolCallChunk = Extract<ModelChunk, { type: "tool-call" }>;

/** A block that the message carries back as it came, and how much text came before it. */
export interface KeptBlock {
  readonly at: number;
  readonly block: unknown;
}

/** Puts the blocks of one message together. */
export interface MessageBlocks {
  /** The calls of tools that were offered, in the order in which they ended. */
  readonly calls: readonly ToolCallChunk[];
  /** Blocks that are neither shown nor called. */
  readonly kept: readonly KeptBlock[];
  readonly citations: readonly unknown[];
  begin(index: unknown, start: unknown): void;
  /** Takes a piece of a block, and passes on what can be shown of it. */
  grow(index: unknown, delta: WireBlockEvent["delta"], chunks: ModelChunk[]): void;
  /** Ends a block: its reasoning is passed on. */
  close(index: unknown, chunks: ModelChunk[]): void;
  /** Ends the blocks whose end did not come. */
  closeAll(chunks: ModelChunk[]): void;
  /** Takes a whole block. */
  read(index: unknown, block: WireBlock, chunks: ModelChunk[]): void;
}

/** A block, as far as it has come. */
interface Block {
  call?: { id: string; name: string; text: string; input?: unknown };
  reasoning?: { text: string; signature: string; redacted: string[] };
  kept?: Record<string, Record<string, unknown>>;
  /** The input of a kept block. */
  input?: string;
}

/**
 * Makes what puts the blocks of one message together, by their indexes, so that they may interleave.
 *
 * @param model the name that is kept beside what only this model understands.
 * @param knownIds the identifiers of the calls that the conversation holds already.
 *
 * @example
 * const blocks = messageBlocks("amazon.nova-lite-v1:0", []);
 * blocks.begin(0, { toolUse: { toolUseId: "tooluse_1", name: "now" } });
 * blocks.close(0, []);
 * blocks.calls; // [{ type: "tool-call", id: "tooluse_1", name: "now", input: {} }]
 */
export function messageBlocks(model: string, knownIds: readonly string[]): MessageBlocks {
  const open = new Map<unknown, Block>();
  const calls: ToolCallChunk[] = [];
  const kept: KeptBlock[] = [];
  const citations: unknown[] = [];
  const freeId = freeIds(knownIds);
  let said = 0;

  function blockAt(index: unknown): Block {
    const block = open.get(index) ?? {};
    open.set(index, block);
    return block;
  }

  function say(content: unknown, chunks: ModelChunk[]): void {
    if (typeof content !== "string" || !content) return;
    said += content.length;
    chunks.push({ type: "delta", content });
  }

  function begin(index: unknown, start: unknown): void {
    const block = blockAt(index);
    const { toolUse, ...others } = Object(start);
    const { toolUseId, name, input, type = "tool_use" }: WireToolUse = Object(toolUse);
    if (toolUse && type === "tool_use") {
      block.call = { id: freeId(toolUseId), name: textOf(name), text: textOf(input), input };
    } else {
      const [[kind, value] = ["toolUse", toolUse]] = Object.entries(others);
      // Gateways begin texts and thoughts, too, with nothing in them.
      const fields = { ...Object(value) };
      if (typeof value === "object" && Object.keys(fields).length > 0) block.kept = { [kind]: fields };
    }
  }

  function think(block: Block, piece: WireReasoning, chunks: ModelChunk[]): void {
    block.reasoning ??= { text: "", signature: "", redacted: [] };
    const text = textOf(piece.text);
    block.reasoning.text += text;
    block.reasoning.signature += textOf(piece.signature);
    const redacted = textOf(piece.redactedContent);
    if (redacted) block.reasoning.redacted.push(redacted);
    if (text) chunks.push({ type: "reasoning-delta", content: text });
  }

  function close(index: unknown, chunks: ModelChunk[]): void {
    const { call, kept: own, input, reasoning } = open.get(index) ?? {};
    open.delete(index);
    if (call) calls.push(callOf(call));
    if (own) {
      if (own.toolUse && input !== undefined) own.toolUse.input = readArguments(input).input;
      kept.push({ at: said, block: own });
    }
    if (!reasoning) return;
    const { text, signature, redacted } = reasoning;
    const bedrock = {
      ...(signature && { signature }),
      ...(redacted.length > 0 && { redactedContent: joinBase64(redacted) }),
      model,
    };
    const isOpaque = Object.keys(bedrock).length > 1;
    const part = { type: "reasoning", text, ...(isOpaque && { providerMetadata: { bedrock } }) } as const;
    chunks.push({ type: "reasoning", part });
  }

  return {
    calls,
    kept,
    citations,
    begin,
    close,
    grow(index, delta, chunks) {
      const { text, toolUse, toolResult, reasoningContent, citation, image } = delta ?? {};
      const block = blockAt(index);
      say(text, chunks);
      if (citation) citations.push(citation);
      if (reasoningContent) think(block, reasoningContent, chunks);
      const input = textOf(toolUse?.input);
      if (block.kept) {
        const { toolResult: result, image: picture } = block.kept;
        if (input) block.input = (block.input ?? "") + input;
        if (result && toolResult) {
          const content = listOf(result.content);
          content.push(...listOf(toolResult));
          result.content = content;
        }
        if (picture) Object.assign(picture, image);
      } else if (input) {
        block.call ??= { id: freeId(""), name: "", text: "" };
        block.call.text += input;
        const { id, name } = block.call;
        chunks.push({ type: "tool-call-delta", id, name, delta: input });
      }
    },
    closeAll(chunks) {
      for (const index of open.keys()) close(index, chunks);
    },
    read(index, wire, chunks) {
      const { text, reasoningContent, citationsContent } = wire;
      if (reasoningContent) {
        const { reasoningText, redactedContent } = reasoningContent;
        think(blockAt(index), { ...reasoningText, redactedContent }, chunks);
      } else if (citationsContent) {
        for (const piece of listOf(citationsContent.content)) say(Object(piece).text, chunks);
        citations.push(...listOf(citationsContent.citations));
      } else if (text === undefined) begin(index, wire);
      say(text, chunks);
      close(index, chunks);
    },
  };
}

function callOf({ id, name, text, input }: NonNullable<Block["call"]>): ToolCallChunk {
  const isParsed = typeof input === "object" && input !== null;
  return { type: "tool-call", id, name, ...(isParsed ? { input } : readArguments(text)) };
}

/** Base64 cannot be joined as text. */
function joinBase64(pieces: readonly string[]): string {
  return pieces.length === 1 ? (pieces[0] ?? "") : toBase64(joinBytes(pieces.map(fromBase64)));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
