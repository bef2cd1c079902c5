import type { ModelChunk } from "../../contracts/model.ts";
import { freeIds } from "../adapter/free-ids.ts";
import type { DecodeContext } from "../adapter/protocol.ts";
import { readArguments } from "../adapter/read-arguments.ts";
import { FAMILY, isThought, type LayoutEntry, type WireBlock, type WireDelta } from "./wire.ts";

export type ToolCallChunk = Extract<ModelChunk, { type: "tool-call" }>;

/** Collects the blocks of one answer. */
export interface ContentBlocks {
  /** Begins a block, with what it has at its start. Without an index it is whole. */
  open(wire: WireBlock, index: unknown, chunks: ModelChunk[]): void;
  /** Adds to the block at this index. */
  feed(delta: WireDelta, index: unknown, chunks: ModelChunk[]): void;
  /** Ends the block at this index; without one, all that are open. */
  close(index: unknown, chunks: ModelChunk[]): void;
  /** Whether there was text or a call. */
  hasOutput(): boolean;
  /** The calls of the caller's tools, in their order. */
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
  signature: string | null | undefined;
  readonly citations: unknown[];
  /** The arguments of a tool as far as they have come. */
  json: string;
  /** The identifier of a call. */
  readonly id: string;
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
  // Servers that imitate the protocol leave identifiers out, or use one twice.
  const freeId = freeIds(knownIds);

  function begin(wire: WireBlock, index: unknown, chunks: ModelChunk[]): Block {
    const { type, text, thinking, signature } = wire;
    const id = type === "tool_use" ? freeId(wire.id) : "";
    const citations = [...(wire.citations ?? [])];
    const block = { wire, length: 0, thought: "", signature, citations, json: "", id, isOpen: true };
    blocks.push(block);
    byIndex.set(index, block);
    if (type === "text") say(block, text, chunks);
    if (type === "thinking") think(block, thinking, chunks);
    return block;
  }

  function say(block: Block, given: unknown, chunks: ModelChunk[]): void {
    const content = textOf(given);
    if (!content) return;
    block.length += content.length;
    chunks.push({ type: "delta", content });
  }

  function think(block: Block, given: unknown, chunks: ModelChunk[]): void {
    const content = textOf(given);
    if (!content) return;
    block.thought += content;
    chunks.push({ type: "reasoning-delta", content });
  }

  function finish(block: Block, chunks: ModelChunk[]): void {
    const { wire, thought: text, signature, isOpen } = block;
    const { data } = wire;
    block.isOpen = false;
    if (!isOpen || !isThought(wire) || !(text || signature || data)) return;
    const { name: model } = target;
    const sealed = data ? { model, data } : signature && { model, signature };
    chunks.push({
      type: "reasoning",
      part: { type: "reasoning", text, ...(sealed && { providerMetadata: { [FAMILY]: sealed } }) },
    });
  }

  /** Whether the code that made a call has ended: its own result stands in the answer, too. */
  function isSettled({ wire: { caller } }: Block): boolean {
    const by = caller?.tool_id;
    return by !== undefined && blocks.some(({ wire }) => wire.tool_use_id === by);
  }

  return {
    open(wire, index, chunks) {
      const block = begin(wire, index, chunks);
      if (index === undefined) finish(block, chunks);
    },
    feed(delta, index, chunks) {
      const { type } = delta;
      const block =
        byIndex.get(index) ?? begin({ type: type === "thinking_delta" ? "thinking" : "text" }, index, chunks);
      const { id, wire, citations } = block;
      if (type === "text_delta") say(block, delta.text, chunks);
      else if (type === "thinking_delta") think(block, delta.thinking, chunks);
      else if (type === "signature_delta") block.signature = delta.signature;
      else if (type === "citations_delta") citations.push(delta.citation);
      else if (type === "input_json_delta") {
        const json = textOf(delta.partial_json);
        block.json += json;
        if (id && json) chunks.push({ type: "tool-call-delta", id, name: textOf(wire.name), delta: json });
      } else Object.assign(wire, { ...delta, type: wire.type });
    },
    close(index, chunks) {
      const closing = index === undefined ? blocks : [byIndex.get(index)];
      for (const block of closing) if (block) finish(block, chunks);
    },
    hasOutput: () => blocks.some(({ id, length }) => id || length),
    calls: () => blocks.filter(({ id }) => id).map((block) => callOf(block, isSettled(block))),
    layout() {
      const entries = blocks
        .filter(({ wire, length }) => wire.type !== "text" || length > 0)
        .map((block) => entryOf(block, isSettled(block)));
      const order = entries.map(({ type, citations }) => (citations ? "cited" : type)).join();
      return USUAL.test(order) ? undefined : entries;
    },
  };
}

/** The order in which an answer is put together where nothing else is said. */
const USUAL: RegExp = /^(?:reasoning(?:,|$))*(?:text(?:,|$))?(?:tool-call(?:,|$))*$/;

/** Servers that imitate the protocol have sent other things where a text should be. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function callOf({ id, wire, json }: Block, isSettled: boolean): ToolCallChunk {
  const call = {
    type: "tool-call" as const,
    id,
    name: textOf(wire.name),
    ...readInput(json, wire.input),
    ...(isSettled && { settled: true as const }),
  };
  const extra = Object.entries(wire).filter(isExtra);
  return extra.length > 0 ? { ...call, providerMetadata: { [FAMILY]: Object.fromEntries(extra) } } : call;
}

/** What a call has besides, such as who called; that it was the model itself goes without saying. */
function isExtra([name, value]: readonly [string, unknown]): boolean {
  return value !== null && Object(value).type !== "direct" && !/^(?:type|id|name|input)$/.test(name);
}

function entryOf({ id, wire, length, citations, json }: Block, isSettled: boolean): LayoutEntry {
  if (id && !isSettled) return { type: "tool-call" };
  if (isThought(wire)) return { type: "reasoning" };
  if (wire.type === "text") return { type: "text", length, ...(citations.length > 0 && { citations }) };
  return { ...wire, ...(json && { input: readInput(json, {}).input }) };
}

function readInput(json: string, input: unknown): Pick<ToolCallChunk, "input" | "unreadable"> {
  const text = json || textOf(input);
  return text ? readArguments(text) : { input: (typeof input === "object" && input) || {} };
}
