import { canonicalJson } from "../core/canonical-json.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { plainJson } from "../store/plain-json.ts";
import { type ApprovalKey, type ApprovalKeys, keysOf } from "./approval-key.ts";

/** What is signed. It is part of what is signed, so that no signature passes for one of another kind. */
export type SignedKind = "request" | "decision" | "kept";

/**
 * The HMAC-SHA-256 of a value's canonical JSON, as hexadecimal digits. A `signature` in the value is left out.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the page was loaded over plain HTTP, or the key is not one for HMAC-SHA-256.
 */
export async function sign(keys: ApprovalKeys, kind: SignedKind, value: object): Promise<string> {
  const [key] = keysOf(keys);
  const signature = await using(key, (own) => crypto.subtle.sign("HMAC", own, bytesOf(kind, value)));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether the `signature` in a value is that of the rest of it, by any of the keys. */
export async function isSigned(keys: ApprovalKeys, kind: SignedKind, value: object): Promise<boolean> {
  const { signature } = value as { readonly signature?: unknown };
  if (typeof signature !== "string" || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const given = Uint8Array.from(signature.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  for (const key of keysOf(keys)) {
    if (await using(key, (own) => crypto.subtle.verify("HMAC", own, given, bytesOf(kind, value))))
      return true;
  }
  return false;
}

async function using<Result>(key: ApprovalKey, work: (key: CryptoKey) => Promise<Result>): Promise<Result> {
  try {
    return await work(await hmacKey(key));
  } catch (cause) {
    const message =
      "Approvals cannot be signed here. A page needs HTTPS, and a CryptoKey must be one for HMAC with SHA-256.";
    throw new ConfigError(message, { cause });
  }
}

async function hmacKey(key: ApprovalKey): Promise<CryptoKey> {
  if (typeof key !== "string" && !(key instanceof Uint8Array)) {
    const { name, hash } = key.algorithm as CryptoKey["algorithm"] & { readonly hash?: { name: string } };
    if (name !== "HMAC" || hash?.name !== "SHA-256") throw new Error(`It is one for ${name}.`);
    return key;
  }
  const bytes = new Uint8Array(typeof key === "string" ? new TextEncoder().encode(key) : key);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

function bytesOf(kind: SignedKind, value: object): Uint8Array<ArrayBuffer> {
  const { signature: _signature, ...signed } = value as { readonly signature?: unknown };
  // What a store gives back is JSON; what goes in may have fields that are undefined.
  return new Uint8Array(new TextEncoder().encode(canonicalJson([kind, plainJson(signed)])));
}
