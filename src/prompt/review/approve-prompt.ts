import type { PromptApproval, PromptApproveOptions } from "../../contracts/prompt-review.ts";
import type { RefinedPin, RefinedSystemPromptContract } from "../../contracts/refined-prompt.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { prompts } from "../prompts.ts";

/**
 * Approves what a prompt was compiled to: signs the pin and stores it, registers the compiled text as the next version, and moves a
 * tag to it. Done again, it changes nothing more, so that it may be repeated where it failed half-way.
 *
 * Rejects with `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) where the prompt has another text by now than `pin`, or no name;
 * with `PromptRefinementError` (`PROMPT_REFINEMENT_FAILED`) where it has no pin and gets none; with `ConfigError` (`INVALID_CONFIG`)
 * for a key that cannot sign; with `StoreError` where the pin cannot be stored.
 *
 * @example
 * const model = mockModel({ name: "refiner", responses: [{ content: "# Task\nHelp {{name}}." }] });
 * const registry = prompts();
 * const refined = registry.create("please help {{name}}", { name: "support" }).refined({ model });
 * const { version } = await approvePrompt({ refined, registry, tag: "production" });
 * version; // "2"
 * registry.resolve("support@production", undefined, { name: "Ada" }); // "# Task\nHelp Ada."
 */
export async function approvePrompt(options: PromptApproveOptions): Promise<PromptApproval> {
  const { refined, registry = prompts, sign, signal } = options;
  const { tag = "approved", name = refined.meta()?.name } = options;
  if (name === undefined) throw invalid('An approved prompt is registered. Give it a name, or pass "name".');
  // Both are found out before anything is changed.
  if (tag.trim() === "" || tag.includes("@"))
    throw invalid(`The tag "${tag}" is none: it is empty or holds "@".`);
  let pin = await reviewedPin(refined, options.pin, signal);
  if (sign !== undefined) {
    const { sealPin } = await import("../refine/trust.ts");
    pin = await sealPin(pin, { sign });
  }
  await refined.replacePin(pin, { signal });
  const compiled = await refined.refinePrompt({ signal });
  const { name: _name, version: _version, ...meta } = compiled.meta() ?? {};
  const blocks = [...compiled.blocks];
  const before = registry.has(name) ? registry.tags(name)[tag] : undefined;
  const made = registry.create(blocks, { ...meta, name });
  const { version } = registry.register(made);
  registry.tag(name, tag, version);
  return {
    pin,
    name,
    version,
    tag,
    ...(before !== undefined && before !== version && { replaced: before }),
  };
}

/**
 * The pin of a prompt, where it is the one that somebody saw.
 *
 * @throws InvalidRequestError (`PROVIDER_INVALID_REQUEST`) where it is not.
 */
export async function reviewedPin(
  refined: RefinedSystemPromptContract,
  seen: Pick<RefinedPin, "key" | "text"> | undefined,
  signal: AbortSignal | undefined,
): Promise<RefinedPin> {
  const { pin, error } = await refined.tryRefine({ signal });
  if (error) throw error;
  if (seen && (seen.key !== pin.key || seen.text !== pin.text)) {
    throw invalid("The prompt has changed since it was reviewed. Review it again.");
  }
  return pin;
}

function invalid(message: string): InvalidRequestError {
  return new InvalidRequestError(message);
}
