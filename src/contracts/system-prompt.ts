import type { ExecuteOptions } from "../core/run.ts";
import type { Json } from "./message.ts";
import type { PromptsValidateOptions, PromptValidationResult } from "./prompts-manager.ts";
import type { RefinedSystemPromptContract, RefinedSystemPromptOptions } from "./refined-prompt.ts";

/** What the placeholders of a prompt stand for: names to values, nested as far as the paths in the prompt go. */
export type PlaceholderValues = Readonly<Record<string, unknown>>;

/** One piece of a system prompt. Its kind is told by `type`, so blocks of another copy of the package fit, too. */
export interface SystemPromptBlockContract {
  /** `"persona"`, `"instruction"`, or a kind of the caller's own. */
  readonly type: string;
  readonly text: string;
  /** The block's template text. Placeholders stay in it: the prompt fills them. */
  resolve(): string;
}

/** Who the model is. A prompt that is built by chaining has at most one, in front. */
export interface PersonaContract extends SystemPromptBlockContract {
  readonly type: "persona";
}

/** Something the model shall do or keep to. */
export interface InstructionContract extends SystemPromptBlockContract {
  readonly type: "instruction";
}

/** Who a prompt is and where it comes from. A key set to `undefined` counts as absent. */
export interface SystemPromptMeta {
  /** A prompt with a name is registered as `name@version`. */
  readonly name?: string | undefined;
  /** A free label, such as `"1"` or `"2025-draft"`; the registry takes the next integer where there is none. */
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  /** Paths of the placeholders that a caller must supply. */
  readonly required?: readonly string[] | undefined;
  /** Labels of the prompts that were merged into this one, in order, each once, such as `["base@2", "global@1"]`. */
  readonly composedFrom?: readonly string[] | undefined;
  /** Of a compiled prompt: the label of the prompt that it was compiled from, such as `"support@1"`, or `"anonymous"`. */
  readonly refinedFrom?: string | undefined;
  /** Of a compiled prompt: the model that compiled it, as `provider:name`. */
  readonly refinerModel?: string | undefined;
}

/** How `merge(name)` picks a registered prompt. */
export interface SystemPromptMergeOptions {
  /** The version or tag to take; the latest version where there is none. */
  readonly fromVersion?: string | undefined;
}

/** What `merge` folds in: a block, or another prompt with all its blocks. */
export type SystemPromptSource = SystemPromptBlockContract | SystemPromptContract;

/** An immutable system prompt: blocks in order, and an identity. Every change gives a new prompt. */
export interface SystemPromptContract {
  readonly type: "system-prompt";
  readonly blocks: readonly SystemPromptBlockContract[];
  /** Puts the persona in place of the one that is there, or in front where there is none. */
  persona(persona: string | PersonaContract): SystemPromptContract;
  /** Adds an instruction at the end. */
  instruction(instruction: string | InstructionContract): SystemPromptContract;
  /** The identity; `undefined` where none was ever given. */
  meta(): SystemPromptMeta | undefined;
  /** The same blocks under a changed identity; registered where it has a name. */
  meta(changes: SystemPromptMeta): SystemPromptContract;
  /** Folds blocks and prompts in: a persona replaces, everything else is added at the end. */
  merge(...sources: readonly SystemPromptSource[]): SystemPromptContract;
  /** Folds a registered prompt in by its name. */
  merge(name: string, options?: SystemPromptMergeOptions): SystemPromptContract;
  /** The text for the model, with placeholders filled from the values, else from their defaults. */
  resolve(placeholders?: PlaceholderValues): string;
  /** The same as `prompts.validate(prompt, options)`. */
  validate(options?: PromptsValidateOptions): Promise<PromptValidationResult>;
  /**
   * The same prompt as a model rewrites it, once. The rewrite keeps the placeholders, is pinned, and is served from then on;
   * until then, and where it fails, the prompt is served as it was written. Throws `ConfigError` (`INVALID_CONFIG`) without a
   * model.
   *
   * @example
   * const refiner = mockModel({ name: "refiner", responses: [{ content: "Greet {{name}} politely." }] });
   * const prompt = systemPrompt("please say hello to {{name}}, be polite").refined({ model: refiner });
   * await prompt.refine(); // "Greet {{name}} politely."
   * prompt.resolve({ name: "Ada" }); // "Greet Ada politely."
   */
  refined(options: RefinedSystemPromptOptions): RefinedSystemPromptContract;
  /**
   * Makes ready what `resolve` gives, where that takes time, such as a compilation. An agent awaits it before each run; it
   * never rejects.
   */
  materialize?(within?: PromptMaterializeOptions): Promise<PromptMaterialization | undefined>;
}

/** The run that a prompt is made ready for. */
export interface PromptMaterializeOptions extends ExecuteOptions {
  /** The run's report: what went wrong is noted in it, under `refine` and under `annotations.refine`. */
  readonly report?: {
    refine?: PromptMaterialization;
    annotations?: Record<string, Json>;
  };
}

/** What making a prompt ready did. */
export interface PromptMaterialization {
  /** The prompt serves its source text, because it could not be compiled. */
  readonly fallback: boolean;
  /** The key that the compiled text is pinned under. */
  readonly key?: string;
  /** What went wrong; with `fallback` at least one. */
  readonly warnings: readonly string[];
}
