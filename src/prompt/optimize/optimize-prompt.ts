import type { PromptOptimization, PromptOptimizeOptions } from "../../contracts/prompt-optimization.ts";
import type { SystemPromptContract } from "../../contracts/system-prompt.ts";
import { ambientRun } from "../../core/ambient.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { buildSystemPrompt } from "../build-system-prompt.ts";
import { defaultPromptStore } from "../default-prompt-store.ts";

/**
 * Looks for a better wording of a prompt, and answers with the prompt itself unless another one proves better.
 *
 * The cases are parted for training, validation and a sealed test by a hash of their names. A model proposes rewrites from
 * failures of training; each has to keep what the prompt promises (placeholders, prohibitions, numbers, addresses, literals), then
 * to do better on a few cases, on all of training, and last on validation, where the lower end of the paired bootstrap interval
 * has to be above 0 and the permutation test has to agree. All candidates together may err as often as `confidence` allows one.
 *
 * With a `store`, an optimization that was stopped, or ran out of its budget, goes on where it was when it is started again: no
 * call is made twice. The store then keeps answers of the model, in part.
 *
 * Rejects with `ConfigError` (`INVALID_CONFIG`) for options that cannot work, and with `InvalidRequestError`
 * (`PROVIDER_INVALID_REQUEST`) for an unknown version of a registered prompt; everything else is in `report` and `error`.
 *
 * @param target a prompt, the name of a registered one (or `name@version`), or the text of one
 *
 * @example
 * const model = new LocalSDK().model({ name: "local" });
 * const cases = Array.from({ length: 40 }, (_, n) => ({ name: `case ${n}`, input: `Order ${n}?`, expected: "order" }));
 * const { prompt, improved, report } = await prompts.optimize("Help with orders.", {
 *   model,
 *   dataset: cases,
 *   scorer: ai.eval.contains(),
 *   budget: { calls: 200 },
 * });
 */
export async function optimizePrompt(
  target: string | SystemPromptContract,
  options: PromptOptimizeOptions,
): Promise<PromptOptimization> {
  // Whose callback this is can be told only now, before anything is waited for.
  const parent = options?.parent ?? ambientRun();
  const { runOptimization } = await import("./run-optimization.ts");
  return runOptimization(promptOf(target), { ...options, parent });
}

function promptOf(target: string | SystemPromptContract): SystemPromptContract {
  if (typeof target !== "string") {
    if (Array.isArray(target?.blocks)) return target;
    throw new ConfigError(
      "What shall be optimized is no prompt. Pass a system prompt, its name or its text.",
    );
  }
  const at = target.lastIndexOf("@");
  const isSelector =
    defaultPromptStore.has(target) || (at > 0 && defaultPromptStore.has(target.slice(0, at)));
  return isSelector ? defaultPromptStore.find(target).prompt : buildSystemPrompt(defaultPromptStore, target);
}
