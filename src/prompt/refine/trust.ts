import type { PinKey, PinSignature, PinTrust, RefinedPin } from "../../contracts/refined-prompt.ts";
import { fromBase64, toBase64 } from "../../core/base64.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { isSignatureOf, signValue } from "../../core/signature.ts";
import { isJwk, mayUse, type SignatureKey } from "../../core/signature-key.ts";

/** Part of what is signed, so that no other signature of the same key passes for that of a pin. */
const KIND = "refined-pin";

/**
 * Refuses keys that cannot do what they are for, as far as it can be told at once.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for an empty list or secret, a key that is private where a public one belongs or the
 * other way round, and a key for something else than Ed25519 or HMAC with SHA-256.
 */
export function checkTrust(trust: PinTrust): void {
  const { sign, verify } = trust;
  const isUsable = (given: SignatureKey | PinKey, use: "sign" | "verify"): boolean =>
    mayUse(given && pinKeyOf(given).key, use);
  const keys = verifyKeys(trust);
  const areUsable =
    (sign === undefined || isUsable(sign, "sign")) &&
    (verify === undefined || (keys.length > 0 && keys.every((key) => isUsable(key, "verify"))));
  if (areUsable) return;
  throw new ConfigError(
    'A key of "trust" cannot do its part. Pass a private key for Ed25519 that may sign as "sign" and its public one as "verify", or a key or a secret for HMAC with SHA-256 as both.',
  );
}

/**
 * Signs a pin with `trust.sign`; gives it back as it is where there is no such key.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the key cannot sign here, or where `trust.verify` does not hold the key that
 * verifies what it signs.
 */
export async function sealPin(pin: RefinedPin, trust: PinTrust): Promise<RefinedPin> {
  if (!trust.sign) return pin;
  const { key, keyId } = pinKeyOf(trust.sign);
  const { alg, bytes } = await signValue(key, KIND, signedPart(pin, keyId));
  const value = toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const sealed = { ...pin, sig: { alg, ...(keyId !== undefined && { keyId }), value } };
  if (await isTrusted(sealed, trust)) return sealed;
  throw new ConfigError('No key of "trust.verify" verifies what "trust.sign" signs. Add its public key.');
}

/**
 * Whether `trust` lets a pin be served: always where it has no `verify`. Of several keys, one that names another id than the
 * signature is passed over.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where a key cannot verify here.
 */
export async function isTrusted(pin: RefinedPin, trust: PinTrust): Promise<boolean> {
  if (!trust.verify) return true;
  const signature = signatureIn(pin.sig);
  if (!signature) return false;
  const { keyId, bytes } = signature;
  for (const { key, keyId: own = keyId } of verifyKeys(trust).map(pinKeyOf)) {
    if (own === keyId && (await isSignatureOf(key, KIND, signedPart(pin, keyId), bytes))) return true;
  }
  return false;
}

/** What a key is called is signed as well: who says which key shall be tried is the signer. */
function signedPart(pin: RefinedPin, keyId: string | undefined): unknown {
  const { sig: _sig, ...signed } = pin;
  return { keyId, pin: signed };
}

function verifyKeys({ verify }: PinTrust): readonly (SignatureKey | PinKey)[] {
  if (verify === undefined) return [];
  return isList(verify) ? verify : [verify];
}

function isList(
  keys: SignatureKey | PinKey | readonly (SignatureKey | PinKey)[],
): keys is readonly (SignatureKey | PinKey)[] {
  return Array.isArray(keys);
}

function pinKeyOf(given: SignatureKey | PinKey): PinKey {
  if (typeof given !== "object") return { key: given };
  if ("key" in given) return given;
  return { key: given, keyId: isJwk(given) ? given.kid : undefined };
}

function signatureIn(
  sig: PinSignature | undefined,
): { readonly keyId: string | undefined; readonly bytes: Uint8Array<ArrayBuffer> } | undefined {
  const { keyId, value } = (sig ?? {}) as { readonly keyId?: unknown; readonly value?: unknown };
  // 64 bytes of Ed25519, or 32 of HMAC.
  if (typeof value !== "string" || !/^(?:[\w-]{86}|[\w-]{43})$/.test(value)) return undefined;
  const bytes = fromBase64(value.replaceAll("-", "+").replaceAll("_", "/"));
  return { keyId: typeof keyId === "string" ? keyId : undefined, bytes };
}
