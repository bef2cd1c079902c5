import { ConfigError } from "../core/errors/config-error.ts";
import { mayUse, type WebCryptoKey } from "../core/signature-key.ts";

/** What signs requests and decisions: a text or bytes that nobody can guess, or a key of WebCrypto for HMAC-SHA-256. */
export type ApprovalKey = WebCryptoKey | string | Uint8Array;

/** One key, or several while keys change: the first one signs, and what any of them signed holds. */
export type ApprovalKeys = ApprovalKey | readonly ApprovalKey[];

/**
 * Refuses keys that cannot sign.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for an empty text, empty bytes, an empty list, or a key for something else.
 */
export function checkKeys(keys: ApprovalKeys | undefined): void {
  if (keys === undefined || keysOf(keys).every(canSign)) return;
  throw new ConfigError(
    'The "key" of approvals cannot sign. Pass a text or bytes that are not empty, or a CryptoKey for HMAC that may sign and verify.',
  );
}

/** The keys as a list, the one that signs first. An empty list gives a key that cannot sign. */
export function keysOf(keys: ApprovalKeys): readonly [ApprovalKey, ...ApprovalKey[]] {
  const [first = "", ...others] = isList(keys) ? keys : [keys];
  return [first, ...others];
}

function isList(keys: ApprovalKeys): keys is readonly ApprovalKey[] {
  return Array.isArray(keys);
}

function canSign(key: ApprovalKey): boolean {
  return mayUse(key, "sign") && mayUse(key, "verify");
}
