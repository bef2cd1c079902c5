import { ProviderError } from "../../core/errors/provider-errors.ts";
import type { CallTarget } from "./failure.ts";

/**
 * The error for an answer that could not be understood. The caller is not to blame, so another try may work.
 *
 * @example
 * unreadableAnswer({ provider: "openai", name: "gpt-4o" }, "is empty").message;
 * // 'The answer of "gpt-4o" (openai) is empty. Try again.'
 */
export function unreadableAnswer(
  { provider, name }: CallTarget,
  what: string,
  cause?: unknown,
): ProviderError {
  return new ProviderError(`The answer of "${name}" (${provider}) ${what}. Try again.`, { cause });
}
