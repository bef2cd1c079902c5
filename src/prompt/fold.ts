import type {
  SystemPromptBlockContract,
  SystemPromptContract,
  SystemPromptMeta,
  SystemPromptSource,
} from "../contracts/system-prompt.ts";
import { checkedBlock } from "./blocks.ts";
import { promptKey } from "./prompt-key.ts";

/** What a prompt is made of. */
export interface PromptContent {
  readonly blocks: readonly SystemPromptBlockContract[];
  readonly meta: SystemPromptMeta;
}

/**
 * Folds a block or a whole prompt into the content of another one. A prompt leaves its label in `composedFrom` and hands
 * on its `required` placeholders; a block leaves no trace but itself.
 *
 * @example
 * foldSource({ blocks: [], meta: {} }, systemPrompt("Be brief.", { name: "base", version: "2" })).meta;
 * // { composedFrom: ["base@2"] }
 */
export function foldSource(content: PromptContent, source: SystemPromptSource): PromptContent {
  if (isPrompt(source)) return foldPrompt(content, source, labelOf(source.meta()));
  return { ...content, blocks: foldBlock(content.blocks, checkedBlock(source)) };
}

/** Folds a whole prompt in, under the label that it is registered with. */
export function foldPrompt(
  content: PromptContent,
  source: SystemPromptContract,
  label: string,
): PromptContent {
  const { required = [] } = source.meta() ?? {};
  const { meta } = content;
  return {
    blocks: source.blocks.reduce(foldBlock, content.blocks),
    meta: {
      ...meta,
      ...(required.length > 0 ? { required: [...new Set([...(meta.required ?? []), ...required])] } : {}),
      composedFrom: [...new Set([...(meta.composedFrom ?? []), label])],
    },
  };
}

/** A persona takes the place of the one that is there, or goes in front; any other block goes to the end. */
export function foldBlock(
  blocks: readonly SystemPromptBlockContract[],
  block: SystemPromptBlockContract,
): readonly SystemPromptBlockContract[] {
  if (block.type !== "persona") return [...blocks, block];
  const place = blocks.findIndex(({ type }) => type === "persona");
  return place < 0 ? [block, ...blocks] : blocks.with(place, block);
}

function isPrompt(source: SystemPromptSource): source is SystemPromptContract {
  return "blocks" in Object(source);
}

/** Says where blocks come from without counters or clocks, so that the same merge gives the same label everywhere. */
function labelOf({ name, version }: SystemPromptMeta = {}): string {
  return name === undefined ? "anonymous" : promptKey(name, version);
}
