import type { WireRequest } from "../adapter/protocol.ts";

/** Under this name opaque data is kept in `providerMetadata`. */
export const FAMILY = "anthropic";

/**
 * Whether a block is one of the model's thoughts, which count for the model that made them alone.
 *
 * @example
 * isThought({ type: "redacted_thinking", data: "EvgF" }); // true
 */
export function isThought({ type }: WireRequest | { readonly type?: string }): boolean {
  return String(type).endsWith("thinking");
}
