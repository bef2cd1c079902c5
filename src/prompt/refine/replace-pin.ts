import type { PromptRejection } from "../../contracts/prompt-review.ts";
import type { PinReplaceOptions, RefinedPin } from "../../contracts/refined-prompt.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { pinShelf } from "./pin-shelf.ts";
import type { RefineState } from "./refine-options.ts";

/**
 * Puts another record in the place of the pin of a prompt, in the store first: the same pin with a signature, or why it was
 * rejected.
 *
 * @throws InvalidRequestError (`PROVIDER_INVALID_REQUEST`) where the prompt is pinned under another key or with another text.
 */
export async function replacePin(
  state: RefineState,
  record: RefinedPin | PromptRejection,
  { signal }: PinReplaceOptions = {},
): Promise<void> {
  const { pin, options } = state;
  const isPin = "text" in record;
  if (record.key !== pin?.key || (isPin && record.text !== pin.text)) {
    throw new InvalidRequestError("The prompt is pinned to something else by now.");
  }
  const { trust } = options;
  if (isPin && trust?.verify && !(await (await import("./trust.ts")).isTrusted(record, trust))) {
    throw new ConfigError(
      'No key of the prompt\'s "trust.verify" verifies the signature. Add the public key.',
    );
  }
  await pinShelf(options, pin.key, signal).write(record);
  // While it was stored, somebody may have compiled anew.
  if (state.pin?.text !== pin.text) return;
  state.pin = isPin ? record : undefined;
  if (isPin) return;
  state.served = state.source;
  state.isSettled = false;
}
