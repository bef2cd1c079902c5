import type { PromptLockOptions, PromptLockResult } from "../contracts/prompt-lock.ts";
import type {
  PromptsManagerContract,
  PromptsOptions,
  PromptValidateTarget,
} from "../contracts/prompts-manager.ts";
import { defaultPromptStore } from "./default-prompt-store.ts";
import type { PromptLintFinding, PromptLintOptions } from "./lint-finding.ts";
import { optimizePrompt } from "./optimize/optimize-prompt.ts";
import { promptStore } from "./prompt-store.ts";
import { promptsManager } from "./prompts-manager.ts";
import { targetPrompt } from "./target-prompt.ts";

/** The registry of the whole program; called, it makes one that shares nothing with it. */
export interface Prompts extends PromptsManagerContract {
  (options?: PromptsOptions): PromptsManagerContract;
  /** The same as `lint`, loaded on first use; takes the name or selector of a registered prompt, too. */
  lint(target: PromptValidateTarget, options?: PromptLintOptions): Promise<PromptLintFinding[]>;
  /** Keeps the pins of refined prompts in a lockfile. */
  readonly lock: typeof lock;
  /** Looks for a better wording of a prompt, and proves it on cases. */
  readonly optimize: typeof optimizePrompt;
}

/**
 * The registry of named prompts. Every `systemPrompt(input, { name })` of the program is found here; `prompts()` makes an
 * isolated registry, for a tenant or a test.
 *
 * `get`, `resolve`, `versions`, `tags`, `tag` and `diff` throw `InvalidRequestError` for an unknown name, version or tag,
 * `register`, `create`, `define` and `import` for other content under a key that is taken.
 *
 * @example
 * systemPrompt("You are support for {{product}}.", { name: "support" });
 * prompts.resolve("support", undefined, { product: "Hedge" }); // "You are support for Hedge."
 */
export const prompts: Prompts = /* @__PURE__ */ promptsManager(
  defaultPromptStore,
  /* @__PURE__ */ Object.assign(
    (options?: PromptsOptions): PromptsManagerContract => promptsManager(promptStore(options), {}),
    { lint: lintPromptOrName, lock, optimize: optimizePrompt },
  ),
);

/**
 * The registry of the whole program, as `prompts` is.
 *
 * @example
 * defaultPromptsManager().list();
 */
export function defaultPromptsManager(): PromptsManagerContract {
  return prompts;
}

/**
 * Compiles refined prompts, one after the other, and keeps their pins in `prompts.lock.json`, to be committed beside the
 * prompts. A prompt whose pin stands there already is not compiled again. Give what is written to `.refined({ lock })`, with
 * `frozen: true` where no refiner may be called.
 *
 * Rejects with `PromptRefinementError` (`PROMPT_REFINEMENT_FAILED`) where a prompt gets no pin: then the file stays as it is.
 * With `ConfigError` (`INVALID_CONFIG`) for what is no refined prompt, with `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) where the
 * file is no lockfile or a name is not registered.
 *
 * @example
 * const model = mockModel({ name: "refiner", responses: [{ content: "# Task\nHelp {{name}}." }] });
 * const support = systemPrompt("Help {{name}}.").refined({ model });
 * const { text, added } = await prompts.lock({ prompts: [support] });
 * added.length; // 1
 */
export async function lock(options: PromptLockOptions): Promise<PromptLockResult> {
  const { lockPrompts } = await import("./refine/lock.ts");
  return lockPrompts(prompts.get, options);
}

async function lintPromptOrName(
  target: PromptValidateTarget,
  options?: PromptLintOptions,
): Promise<PromptLintFinding[]> {
  const { lint } = await import("./lint.ts");
  return lint(targetPrompt(defaultPromptStore, target), options);
}
