import type { ModelChunk } from "../../contracts/model.ts";
import type { DecodeContext } from "../adapter/protocol.ts";
import type { LayoutEntry, WireBlock, WireDelta } from "./wire.ts";

export type ToolCallChunk = Extract<ModelChunk, { type: "tool-call" }>;

/** Under this name opaque data is kept in `providerMetadata`. */
export const FAMILY = "anthropic";

/** Collects the blocks of one answer. */
export interface ContentBlocks {
  /** Begins a block, with what it has at its start. Without an index it is whole. */
  open(wire: WireBlock, index: unknown, chunks: ModelChunk[]): void;
  /** Adds to the block at this index. */
  feed(delta: WireDelta, index: unknown, chunks: ModelChunk[]): void;
  /** Ends the block at this index; without one, all that are open. */
  close(index: unknown, chunks: ModelChunk[]): void;
  /** Whether there was text or a call. */
  readonly hasOutput: boolean;
  /** The calls that are the caller's to run, in their order. */
  calls(): ToolCallChunk[];
  /** How the blocks lay, where reasoning, one text and calls in this order do not tell it. */
  layout(): LayoutEntry[] | undefined;
}

interface Block {
  readonly wire: WireBlock;
  /** How much text there was, in UTF-16 units. */
  length: number;
  /** What the model thought. */
  thought: string;
  signature: string | undefined;
  citations: unknown[] | undefined;
  /** The arguments of a tool as far as they have come. */
  json: string;
  /** The identifier of a call. */
  id: string;
  isOpen: boolean;
}

/**
 * Makes the buffers in which the blocks of an answer come together, one for each, so that they may interleave. Blocks of
 * tools that the service runs itself, and blocks of types that are not known, are kept as they are.
 *
 * @example
 * const blocks = contentBlocks({ target: { provider: "anthropic", name: "claude-opus-5" }, toolNames: [], knownIds: [] });
 * blocks.open({ type: "tool_use", id: "toolu_1", name: "now", input: {} }, undefined, []);
 * blocks.calls(); // [{ type: "tool-call", id: "toolu_1", name: "now", input: {} }]
 */
export function contentBlocks({ target, knownIds }: DecodeContext): ContentBlocks {
  const blocks: Block[] = [];
  const byIndex = new Map<unknown, Block>();
  const taken = new Set(knownIds);
  let hasOutput = false;

  function begin(wire: WireBlock, index: unknown, chunks: ModelChunk[]): Block {
    const { type, text, thinking, signature, citations } = wire;
    const block: Block = {
      wire,
      length: 0,
      thought: "",
      signature: signature ?? undefined,
      citations: citations?.length ? [...citations] : undefined,
      json: "",
      id: type === "tool_use" ? freeId(wire.id) : "",
      isOpen: true,
    };
    blocks.push(block);
    byIndex.set(index, block);
    if (type === "text") say(block, text, chunks);
    if (type === "thinking") think(block, thinking, chunks);
    if (type === "tool_use") hasOutput = true;
    return block;
  }

  function say(block: Block, content: unknown, chunks: ModelChunk[]): void {
    if (typeof content !== "string" || !content) return;
    hasOutput = true;
    block.length += content.length;
    chunks.push({ type: "delta", content });
  }

  function think(block: Block, content: unknown, chunks: ModelChunk[]): void {
    if (typeof content !== "string" || !content) return;
    block.thought += content;
    chunks.push({ type: "reasoning-delta", content });
  }

  /** Servers that imitate the protocol leave identifiers out, or use one twice. */
  function freeId(given: unknown): string {
    let id = typeof given === "string" ? given : "";
    for (let next = taken.size; !id || taken.has(id); next++) id = `call_${next}`;
    taken.add(id);
    return id;
  }

  function finish(block: Block, chunks: ModelChunk[]): void {
    if (!block.isOpen) return;
    block.isOpen = false;
    const { wire, thought: text, signature } = block;
    const { data } = wire;
    const isRedacted = wire.type === "redacted_thinking";
    if (!isThought(block) || !(text || signature || isRedacted)) return;
    const sealed = isRedacted ? { data } : signature && { signature };
    const metadata = sealed && {
      providerMetadata: { [FAMILY]: { model: target.name, ...sealed } },
    };
    chunks.push({ type: "reasoning", part: { type: "reasoning", text, ...metadata } });
  }

  return {
    open(wire, index, chunks) {
      const block = begin(wire, index, chunks);
      if (index === undefined) finish(block, chunks);
    },
    feed({ type = "", ...delta }, index, chunks) {
      const block =
        byIndex.get(index) ?? begin({ type: type === "thinking_delta" ? "thinking" : "text" }, index, chunks);
      const { id, wire } = block;
      if (type === "text_delta") say(block, delta.text, chunks);
      else if (type === "thinking_delta") think(block, delta.thinking, chunks);
      else if (type === "signature_delta") block.signature = delta.signature;
      else if (type === "citations_delta") {
        block.citations ??= [];
        block.citations.push(delta.citation);
      } else if (type === "input_json_delta") {
        const { partial_json: json = "" } = delta;
        block.json += json;
        if (id && json) chunks.push({ type: "tool-call-delta", id, name: wire.name ?? "", delta: json });
      } else Object.assign(wire, delta);
    },
    close(index, chunks) {
      if (index === undefined) for (const block of blocks) finish(block, chunks);
      const block = byIndex.get(index);
      if (block) finish(block, chunks);
    },
    get hasOutput() {
      return hasOutput;
    },
    calls: () =>
      blocks.flatMap((block): ToolCallChunk[] => {
        const { id, wire, json } = block;
        if (!id) return [];
        const { name = "", input, caller, toolset_name } = wire;
        const extra = {
          ...(caller && caller.type !== "direct" && { caller }),
          ...(toolset_name && { toolset_name }),
        };
        return [
          {
            type: "tool-call",
            id,
            name,
            ...readInput(json, input),
            ...(Object.keys(extra).length > 0 && { providerMetadata: { [FAMILY]: extra } }),
          },
        ];
      }),
    layout() {
      const kept = blocks.filter((block) => block.wire.type !== "text" || block.length > 0);
      return /^r*t?c*$/.test(kept.map(kindOf).join("")) ? undefined : kept.map(entryOf);
    },
  };
}

function isThought({ wire: { type } }: Block): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

/** One letter for each kind, so that an order of kinds can be told as a pattern. */
function kindOf(block: Block): string {
  if (block.id) return "c";
  if (isThought(block)) return "r";
  return block.wire.type === "text" && !block.citations ? "t" : "o";
}

function entryOf(block: Block): LayoutEntry {
  const { wire, length, citations, json } = block;
  if (block.id) return { type: "tool-call" };
  if (isThought(block)) return { type: "reasoning" };
  if (wire.type === "text") return { type: "text", length, ...(citations && { citations }) };
  return { ...wire, ...(json && { input: readInput(json, undefined).input }) };
}

/** No arguments are the arguments of a tool that takes none. Whether a text was cut off or wrong, is told later. */
function readInput(json: string, input: unknown): Pick<ToolCallChunk, "input" | "unreadable"> {
  const text = json || (typeof input === "string" ? input : "");
  if (!text.trim()) return { input: (typeof input === "object" && input) || {} };
  try {
    return { input: JSON.parse(text) ?? {} };
  } catch {
    return { input: {}, unreadable: { text, reason: "malformed" } };
  }
}
