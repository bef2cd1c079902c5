/** How something is signed. */
export type SignatureAlgorithm = "Ed25519" | "HMAC-SHA-256";

/** A key of WebCrypto. The types of Node alone have no such name. */
export type WebCryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A JSON Web Key (RFC 7517): `kty` is `"OKP"` for Ed25519, whose public key has no `d`, and `"oct"` for HMAC. */
export interface SignatureJwk {
  readonly kty: string;
  readonly crv?: string;
  readonly x?: string;
  readonly d?: string;
  readonly k?: string;
  readonly kid?: string;
}

/** What signs or verifies: a key for Ed25519 or for HMAC with SHA-256, or the secret text or bytes of one for HMAC. */
export type SignatureKey = WebCryptoKey | SignatureJwk | string | Uint8Array;

/** Whether a key may be used so, as far as it can be told at once. */
export function mayUse(key: unknown, use: "sign" | "verify"): key is SignatureKey {
  if (typeof key === "string") return key !== "";
  if (key instanceof Uint8Array) return key.length > 0;
  if (typeof key !== "object" || key === null) return false;
  if (isJwk(key)) {
    const { kty, crv, x, d, k } = key;
    return kty === "oct" ? Boolean(k) : crv === "Ed25519" && Boolean(x) && (use === "verify" || Boolean(d));
  }
  const { usages, algorithm } = key as Partial<WebCryptoKey>;
  return usages?.includes(use) === true && signatureAlgorithm(algorithm) !== undefined;
}

/** What a key of WebCrypto signs with, where it is one for signatures of ours. */
export function signatureAlgorithm(
  algorithm: { readonly name: string; readonly hash?: { readonly name: string } } | undefined,
): SignatureAlgorithm | undefined {
  if (algorithm?.name === "Ed25519") return "Ed25519";
  return algorithm?.name === "HMAC" && algorithm.hash?.name === "SHA-256" ? "HMAC-SHA-256" : undefined;
}

/** Whether a key is a JSON Web Key. */
export function isJwk(key: object): key is SignatureJwk {
  return typeof (key as { readonly kty?: unknown }).kty === "string";
}
