import type { PromptOptimization, PromptOptimizeOptions } from "../../contracts/prompt-optimization.ts";
import type { SystemPromptContract } from "../../contracts/system-prompt.ts";
import { ambientRun } from "../../core/ambient.ts";

/**
 * Looks for a better wording of a prompt, and answers with the prompt itself unless another one proves better.
 *
 * The cases are parted for training, validation and a sealed test by a hash of their names. A model proposes rewrites from
 * failures of training. Each has to keep what the prompt promises (placeholders, prohibitions, numbers, addresses, literals) and may
 * repeat no sentence of the cases that it was made from; then it has to do better on a few cases, on all of training, and last on
 * validation, where the lower end of the paired bootstrap interval has to be above 0 and the permutation test has to agree. All
 * candidates together may err as often as `confidence` allows one.
 *
 * With a `store`, an optimization that was stopped, or ran out of its budget, goes on where it was when it is started again: no
 * call is made twice but those that were under way. The store then keeps answers of the model, in part.
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
  return runOptimization(target, { ...options, parent });
}
