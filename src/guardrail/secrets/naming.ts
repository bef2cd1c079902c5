import { decoded, entropy, hasStopWord, isPlaceholder, isUuid, runs } from "./value.ts";

/** What a name says of the value that it is given. */
export interface Naming {
  readonly isSecret: boolean;
  readonly isPassword: boolean;
  /** Whether a UUID under the name is a secret, not the name of something. */
  readonly isKey: boolean;
  readonly isHeader: boolean;
  /** The shape that the keys of the service have and no other. */
  readonly shape: RegExp | undefined;
}

/** Names of secrets, by their ends. */
const SECRET_NAME: RegExp =
  /(?:(?:api|access|secret|private|account|auth|encrypt(?:ion)?|signing|master|service|admin|shared|consumer|client|app|deploy|storage|webhook)[-_. ]?key|token|secret|passw(?:or)?d|passphrase|(?:^|[-_.])pass|pwd|credentials?|auth(?:orization)?)(?:[-_.]?(?:value|prod|dev|test|live|new|old|v?\d{1,3}))?$/i;
/** Tokens that only say where one is, and keys that all may know. */
const NOT_SECRET: RegExp = /public|csrf|xsrf|next|page|cancel|sync|continu|cursor/i;
const KEY_NAME: RegExp = /api[-_. ]?(?:key|token)|client[-_. ]?secret|passw|pwd|(?:secret|access)[-_. ]?key/i;
const PASSWORD_NAME: RegExp = /pass|pwd/i;
/** Names of values that look so and no other way. */
const SHAPES: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [
    /heroku|snyk|hubspot|sendbird|kucoin|squarespace|message_?bird/i,
    /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  ],
  [/sonar.?(?:login|token)/i, /^(?:sq[apu]_)?[\w=-]{40}$/i],
  [/sumo(?:logic)?_?access_?id/i, /^su[\dA-Za-z]{12}$/],
  [/meraki/i, /^[\da-f]{40}$/],
  [/_gitlab_session/, /^[\da-z]{32}$/],
];
const UNKNOWN: Naming = {
  isSecret: false,
  isPassword: false,
  isKey: false,
  isHeader: false,
  shape: undefined,
};
const LONGEST_MANIFEST = 250;

/** What a name in a text says of its value; `undefined` where it says nothing. */
export function namingOf(name: string, text: string, at: number): Naming | undefined {
  const shape = SHAPES.find(([names]) => names.test(name))?.[1];
  const isSecret = SECRET_NAME.test(name) && !NOT_SECRET.test(name);
  if (isSecret || shape) {
    const isRegistry = /\w\/:_authToken$/.test(text.slice(Math.max(0, at - 20), at));
    return {
      isSecret,
      isPassword: PASSWORD_NAME.test(name),
      isKey: KEY_NAME.test(name) || isRegistry,
      isHeader: /auth(?:orization)?$/i.test(name),
      shape,
    };
  }
  // A Secret of Kubernetes, whatever its members are called.
  const isMember =
    text.charAt(at) === ":" &&
    /^kind:[ ]?["']?Secret\b/im.test(text.slice(Math.max(0, at - LONGEST_MANIFEST), at));
  return isMember && !/^(?:kind|name|namespace|type|data|metadata|apiVersion)$/.test(name)
    ? UNKNOWN
    : undefined;
}

/** Whether a value under a name is a secret. */
export function isSecret(value: string, naming: Naming, isQuoted: boolean, leastEntropy: number): boolean {
  if (value.length < 8 || isPlaceholder(value)) return false;
  const { shape } = naming;
  if (shape?.test(value)) return true;
  if (shape && !naming.isPassword) return false;
  if (naming === UNKNOWN) return isEncoded(value);
  if (/\s|:\/\/|^[$%<{/(*&.#-]|^sha\d|^xox/.test(value) || hasStopWord(value)) return false;
  if (isUuid(value)) return naming.isKey;
  const isGood = naming.isPassword ? isPassword(value, isQuoted) : isKey(value, isQuoted);
  return isGood && entropy(value) >= (naming.isPassword ? Math.min(2.5, leastEntropy) : leastEntropy);
}

/** Base64 of something to read, or of random bytes. */
function isEncoded(value: string): boolean {
  return (
    value.length >= 10 &&
    /^[\w+/]{8,}={0,2}$/.test(value) &&
    value.length % 4 === 0 &&
    decoded(value) !== "" &&
    runs(value) > 2
  );
}

function isPassword(value: string, isQuoted: boolean): boolean {
  const hasLetter = /[A-Za-z]/.test(value);
  if (!isQuoted && /^[A-Za-z_][\w]*(?:\.\w+)+$/.test(value)) return false;
  return hasLetter && (/\d/.test(value) || (isQuoted && /[!@#$%^&*]/.test(value)));
}

function isKey(value: string, isQuoted: boolean): boolean {
  if (value.length < 10 || runs(value) <= (isQuoted ? 2 : 3)) return false;
  // Words and numbers in a row are the name of something.
  return value.split(/[-_.:/]/).some((part) => part.length >= 10 && /\d/.test(part) && /[A-Za-z]/.test(part));
}
