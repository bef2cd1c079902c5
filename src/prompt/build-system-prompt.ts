import type {
  SystemPromptBlockContract,
  SystemPromptContract,
  SystemPromptMergeOptions,
  SystemPromptMeta,
  SystemPromptSource,
} from "../contracts/system-prompt.ts";
import { checkedBlock, instruction, persona } from "./blocks.ts";
import { foldBlock, foldPrompt, foldSource, type PromptContent } from "./fold.ts";
import { renderPlaceholders } from "./grammar.ts";
import { promptKey } from "./prompt-key.ts";
import type { PromptStore } from "./prompt-store.ts";
import { refinedPrompt } from "./refine/refined-prompt.ts";
import { validate } from "./validate.ts";

/** What a prompt is made from: a text becomes one instruction, blocks are taken as they are. */
export type SystemPromptInput = string | readonly SystemPromptBlockContract[];

type MergeArguments =
  | readonly [string, (SystemPromptMergeOptions | undefined)?]
  | readonly SystemPromptSource[];

/**
 * Builds an immutable prompt over a store: a prompt that gets a name is registered there, and `merge(name)` reads from
 * there. Throws `InvalidRequestError` for a value among the blocks that is none, and where the store refuses the prompt.
 *
 * @example
 * const prompt = buildSystemPrompt(promptStore(), "Be brief.").instruction("Cite {{source}}.");
 * prompt.resolve({ source: "the manual" }); // "Be brief.\n\nCite the manual."
 */
export function buildSystemPrompt(
  store: PromptStore,
  input: SystemPromptInput = [],
  meta: SystemPromptMeta = {},
): SystemPromptContract {
  const blocks = typeof input === "object" ? input.map(checkedBlock) : [instruction(input)];
  return registered(store, { blocks, meta });
}

/** Makes a prompt and, where it has a name, registers it. */
function registered(store: PromptStore, content: PromptContent): SystemPromptContract {
  const { name, version } = content.meta;
  if (name === undefined) return promptOf(store, content);
  const derived = version === undefined ? store.versionFor(name, content.blocks) : undefined;
  const prompt = promptOf(store, content, derived);
  store.add(prompt);
  return prompt;
}

/**
 * Makes a prompt without registering it. A version that the store derived shows in `meta()` but does not pass on to the
 * prompts made from this one: their blocks differ, so they get a version of their own once they are registered.
 */
export function promptOf(
  store: PromptStore,
  content: PromptContent,
  derivedVersion?: string,
): SystemPromptContract {
  const blocks = Object.freeze([...content.blocks]);
  const given = frozenMeta(content.meta);
  const shown = derivedVersion === undefined ? given : Object.freeze({ ...given, version: derivedVersion });
  const withBlock = (block: SystemPromptBlockContract): SystemPromptContract =>
    promptOf(store, { blocks: foldBlock(blocks, block), meta: given });

  function meta(): SystemPromptMeta | undefined;
  function meta(changes: SystemPromptMeta): SystemPromptContract;
  function meta(changes?: SystemPromptMeta): SystemPromptMeta | SystemPromptContract | undefined {
    if (changes) return registered(store, { blocks, meta: frozenMeta({ ...given, ...changes }) });
    return Object.keys(shown).length > 0 ? shown : undefined;
  }

  function merge(...sources: readonly SystemPromptSource[]): SystemPromptContract;
  function merge(name: string, options?: SystemPromptMergeOptions): SystemPromptContract;
  function merge(...sources: MergeArguments): SystemPromptContract {
    const own: PromptContent = { blocks, meta: given };
    if (!isNamed(sources)) return promptOf(store, sources.reduce(foldSource, own));
    const { name, version, prompt } = store.find(sources[0], sources[1]?.fromVersion);
    return promptOf(store, foldPrompt(own, prompt, promptKey(name, version)));
  }

  const prompt: SystemPromptContract = Object.freeze<SystemPromptContract>({
    type: "system-prompt",
    blocks,
    persona: (text) => withBlock(typeof text === "string" ? persona(text) : checkedBlock(text)),
    instruction: (text) => withBlock(typeof text === "string" ? instruction(text) : checkedBlock(text)),
    meta,
    merge,
    resolve: (placeholders) =>
      // Each block by itself: braces that end one block and begin the next are not a placeholder.
      blocks
        .map((block) => renderPlaceholders(block.resolve(), placeholders))
        .filter((text) => text.trim() !== "")
        .join("\n\n"),
    refined: (options) =>
      refinedPrompt(prompt, options, {
        prompt: (text, meta) => promptOf(store, { blocks: [instruction(text)], meta }),
        version: () => {
          const { name, version } = shown;
          const label = version ?? (name === undefined ? undefined : store.versionFor(name, blocks));
          return name !== undefined && store.has(name, label) ? label : version;
        },
      }),
    validate: (options) => validate(store, prompt, options),
  });
  return prompt;
}

/** A copy that nobody can change, without the keys that are `undefined`. */
function frozenMeta(meta: SystemPromptMeta): SystemPromptMeta {
  const { required, composedFrom } = meta;
  const copy: { -readonly [Key in keyof SystemPromptMeta]: SystemPromptMeta[Key] } = {
    ...meta,
    required: required && Object.freeze([...required]),
    composedFrom: composedFrom && Object.freeze([...composedFrom]),
  };
  let key: keyof SystemPromptMeta;
  for (key in copy) if (copy[key] === undefined) delete copy[key];
  return Object.freeze(copy);
}

function isNamed(
  sources: MergeArguments,
): sources is readonly [string, (SystemPromptMergeOptions | undefined)?] {
  return typeof sources[0] === "string";
}
