import type { PinKey, PinTrust } from "../../contracts/refined-prompt.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { mayUse, type SignatureKey } from "../../core/signature-key.ts";

/**
 * Refuses keys that cannot do what they are for, as far as it can be told at once.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for an empty list or secret, a key that is private where a public one belongs or the
 * other way round, and a key for something else than Ed25519 or HMAC with SHA-256.
 */
export function checkTrust(trust: PinTrust | undefined): void {
  if (!trust) return;
  const { sign, verify } = trust;
  const isUsable = (given: SignatureKey | PinKey, use: "sign" | "verify"): boolean =>
    mayUse(typeof given === "object" && given !== null && "key" in given ? given.key : given, use);
  const keys = verifyKeys(trust);
  const areUsable =
    (sign === undefined || isUsable(sign, "sign")) &&
    (verify === undefined || (keys.length > 0 && keys.every((key) => isUsable(key, "verify"))));
  if (areUsable) return;
  throw new ConfigError(
    'A key of "trust" cannot do its part. Pass a private key for Ed25519 that may sign as "sign" and its public one as "verify", or a key or a secret for HMAC with SHA-256 as both.',
  );
}

/** Whether what is compiled here could be served: not where signatures are demanded that cannot be made. */
export function mayCompile(trust: PinTrust | undefined): boolean {
  return !trust?.verify || trust.sign !== undefined;
}

/** The keys that verify, as a list. */
export function verifyKeys({ verify }: PinTrust): readonly (SignatureKey | PinKey)[] {
  if (verify === undefined) return [];
  return isList(verify) ? verify : [verify];
}

function isList(
  keys: SignatureKey | PinKey | readonly (SignatureKey | PinKey)[],
): keys is readonly (SignatureKey | PinKey)[] {
  return Array.isArray(keys);
}
