import { isSignatureOf, signValue } from "../core/signature.ts";
import { plainJson } from "../store/plain-json.ts";
import { type ApprovalKeys, keysOf } from "./approval-key.ts";

/** What is signed. It is part of what is signed, so that no signature passes for one of another kind. */
export type SignedKind = "request" | "decision" | "kept";

/**
 * The HMAC-SHA-256 of a value's canonical JSON, as hexadecimal digits. A `signature` in the value is left out.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the page was loaded over plain HTTP, or the key is not one for HMAC-SHA-256.
 */
export async function sign(keys: ApprovalKeys, kind: SignedKind, value: object): Promise<string> {
  const { bytes } = await signValue(keysOf(keys)[0], kind, signedPart(value));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether the `signature` in a value is that of the rest of it, by any of the keys. */
export async function isSigned(keys: ApprovalKeys, kind: SignedKind, value: object): Promise<boolean> {
  const { signature } = value as { readonly signature?: unknown };
  if (typeof signature !== "string" || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const given = Uint8Array.from(signature.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  for (const key of keysOf(keys)) {
    if (await isSignatureOf(key, kind, signedPart(value), given)) return true;
  }
  return false;
}

/** What a store gives back is JSON; what goes in may have fields that are undefined. */
function signedPart(value: object): unknown {
  const { signature: _signature, ...signed } = value as { readonly signature?: unknown };
  return plainJson(signed);
}
