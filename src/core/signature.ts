import { canonicalJson } from "./canonical-json.ts";
import { ConfigError } from "./errors/config-error.ts";
import {
  isJwk,
  type SignatureAlgorithm,
  type SignatureKey,
  signatureAlgorithm,
  type WebCryptoKey,
} from "./signature-key.ts";

/**
 * Signs a value's canonical JSON.
 *
 * @param kind is part of what is signed, so that no signature passes for one of another kind.
 * @throws ConfigError (`INVALID_CONFIG`) where the page was loaded over plain HTTP, the runtime does not know the key's
 * algorithm, or the key is for something else.
 */
export async function signValue(
  given: SignatureKey,
  kind: string,
  value: unknown,
): Promise<{ readonly alg: SignatureAlgorithm; readonly bytes: Uint8Array<ArrayBuffer> }> {
  return withKey(given, "sign", async (key, alg) => {
    const bytes = await crypto.subtle.sign(key.algorithm.name, key, bytesOf(kind, value));
    return { alg, bytes: new Uint8Array(bytes) };
  });
}

/**
 * Whether some bytes are the signature of a value's canonical JSON.
 *
 * @throws ConfigError (`INVALID_CONFIG`) as `signValue` does.
 */
export async function isSignatureOf(
  given: SignatureKey,
  kind: string,
  value: unknown,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return withKey(given, "verify", (key) =>
    crypto.subtle.verify(key.algorithm.name, key, signature, bytesOf(kind, value)),
  );
}

async function withKey<Result>(
  given: SignatureKey,
  use: "sign" | "verify",
  work: (key: WebCryptoKey, alg: SignatureAlgorithm) => Promise<Result>,
): Promise<Result> {
  try {
    const key = await keyFor(given, use);
    const alg = signatureAlgorithm(key.algorithm);
    if (!alg) throw new Error(`The key is one for ${key.algorithm.name}.`);
    return await work(key, alg);
  } catch (cause) {
    const message =
      "Nothing can be signed or verified here. A page needs HTTPS, the runtime must know the algorithm of the key, and the key must be one for Ed25519, or for HMAC with SHA-256.";
    throw new ConfigError(message, { cause });
  }
}

async function keyFor(given: SignatureKey, use: "sign" | "verify"): Promise<WebCryptoKey> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  if (typeof given === "string" || given instanceof Uint8Array) {
    const bytes = new Uint8Array(typeof given === "string" ? new TextEncoder().encode(given) : given);
    return crypto.subtle.importKey("raw", bytes, hmac, false, [use]);
  }
  if (!isJwk(given)) return given;
  // Without what else may stand in the key: a private one holds what verifies, and names of algorithms differ.
  const { kty, crv = "", x = "", d = "", k = "" } = given;
  if (kty === "oct") return crypto.subtle.importKey("jwk", { kty, k }, hmac, false, [use]);
  const jwk = use === "sign" ? { kty, crv, x, d } : { kty, crv, x };
  return crypto.subtle.importKey("jwk", jwk, { name: "Ed25519" }, false, [use]);
}

function bytesOf(kind: string, value: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(canonicalJson([kind, value])));
}
