import type { GuardrailDetector } from "../contracts/detector.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy } from "../core/lazy.ts";
import type { Scanner } from "./scan.ts";
import { type OnMatch, scanningDetector } from "./scanning-detector.ts";
import type { SecretFamily } from "./secrets/report.ts";

export type { SecretFamily } from "./secrets/report.ts";

/** Options of `secrets`. */
export interface SecretsOptions {
  /** What becomes of a text with a secret in it. Default `redact`. */
  readonly onMatch?: OnMatch | undefined;
  /** What stands in the place of a secret; `{label}` is its family. Default `[redacted:{label}]`. */
  readonly mask?: string | undefined;
  /**
   * The families that are looked for. Default: all.
   *
   * - `api-key`: keys that begin as those of a service do, such as `ghp_…`.
   * - `jwt`: JSON web tokens.
   * - `private-key`: blocks of private keys.
   * - `url-password`: the password in `scheme://user:password@host`.
   * - `authorization`: what stands behind `Bearer` and `Basic`, and the login of a call of curl.
   * - `assignment`: values under names such as `api_key`, `DB_PASSWORD` or `client-secret`.
   */
  readonly detect?: readonly SecretFamily[] | undefined;
  /** Values that are known and harmless: whole ones, or patterns of such. */
  readonly allow?: readonly (string | RegExp)[] | undefined;
  /** The least bits a character of a value under a name, such as `api_key`, has. Default 3; random hexadecimal has 3.5. */
  readonly minEntropy?: number | undefined;
  /** Default `secrets`. */
  readonly name?: string | undefined;
}

const FAMILIES: readonly SecretFamily[] = [
  "api-key",
  "jwt",
  "private-key",
  "url-password",
  "authorization",
  "assignment",
];

/**
 * Finds keys, tokens, passwords and private keys in a text: by the shapes that about 150 kinds of keys have, and by the names
 * that values stand under. Placeholders, variables, hashes and UUIDs without a name that says so are none. A span covers the
 * secret itself, not its name. Refuses options that cannot work with a `ConfigError`.
 *
 * It is made for texts of users and models. Errors and logs of this package hide secrets by a smaller set of rules that is
 * always there, `redactText`.
 *
 * @example
 * const detector = ai.guardrail.secrets();
 * const key = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a";
 * const found = await detector.check(`It is ${key}.`);
 * found.type === "redact" && found.text; // "It is [redacted:api-key]."
 *
 * // A cassette whose texts hold no secrets.
 * const hide = async (text: string): Promise<string> => {
 *   const verdict = await detector.check(text);
 *   return verdict.type === "redact" ? verdict.text : text;
 * };
 * const live = mockModel({ name: "live", responses: [{ content: "Cairo" }] });
 * const recording = ai.vcr(live, { store: ai.memoryStore(), key: "capitals", redact: hide });
 */
export function secrets(options: SecretsOptions = {}): GuardrailDetector {
  const {
    onMatch = "redact",
    mask = "[redacted:{label}]",
    detect,
    minEntropy = 3,
    name = "secrets",
  } = options;
  const unknown = detect?.find((family) => !FAMILIES.includes(family));
  if (unknown !== undefined || detect?.length === 0) {
    throw new ConfigError(
      `secrets: "detect" has ${unknown === undefined ? "no family" : `"${unknown}"`}. Name some of ${FAMILIES.join(", ")}.`,
    );
  }
  if (!(minEntropy >= 0))
    throw new ConfigError('secrets: "minEntropy" is no number of bits. Use 0 or more, such as 3.');
  const { allow = [] } = options;
  const made = lazy<Scanner>(async () => {
    const { secretsScanner } = await import("./secrets/index.ts");
    return secretsScanner({ detect, allow, minEntropy });
  });
  return scanningDetector({ name, onMatch, mask, scanner: made });
}
