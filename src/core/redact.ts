/**
 * Hides secrets in text and in plain data, so that errors, logs and reports can leave the process.
 * These few rules are always there; texts of users and models have more kinds of secrets, which `secrets` of guardrail finds.
 */
const SECRET_NAME: RegExp =
  /authorization|cookie|(?:api|access|private)[-_]?key|secret|passw|credential|token$/i;
// By the beginnings of keys, as bearer or JSON web token, behind the ends of parameter names, and in what AWS repeats of a
// request; then as user:password of a URL.
const SECRET_VALUE: RegExp =
  /\b(?:(?:[cg]?sk|xai|hf|glpat|gh[oprsu]|github_pat|xox[a-s]|xapp)[-_]|AIza|A[KS]IA|ya29\.|AQ\.)[-\w]{12,}|\b(?:ABSK|bedrock-api-key-)[-+/=\w]{12,}|\bBearer [-.~+/\w]{8,}=*|(?<![-\w])eyJ[-\w]{8,}\.[-\w]{8,}\.[-\w]*|(?<=(?:[-?&_]key|Key|oken|ecret|ignature|sig|password)=)[^&#\s"']+|(?<=security-token[:=])\S+/g;
const CREDENTIALS: RegExp = /(?<=\/\/)[^\s/@:]{0,200}:[^\s/@]{1,200}(?=@)/g;
const MASK = "[redacted]";
/** Longer texts are cut: nobody reads on, and engines give up on a match of millions of characters. */
const LONGEST_TEXT = 1_000_000;

/**
 * Replaces API keys, bearer tokens, JSON web tokens and the credentials of URLs in a text by `[redacted]`. Cuts the text
 * at 1,000,000 characters.
 *
 * @example
 * redactText("key sk-abcdefghijklmnop"); // "key [redacted]"
 */
export function redactText(text: string): string {
  return text.slice(0, LONGEST_TEXT).replace(SECRET_VALUE, MASK).replace(CREDENTIALS, MASK);
}

/**
 * Copies plain data with secrets hidden: all under secret-looking names but numbers, and secrets inside texts. Errors become
 * `{ name, message }`; what JSON cannot hold is dropped, and data with a cycle becomes `"[unreadable]"`.
 *
 * @example
 * redactValue({ headers: { authorization: "Bearer abcdefgh" } }); // { headers: { authorization: "[redacted]" } }
 */
export function redactValue(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value, redactMember) ?? "null");
  } catch {
    return "[unreadable]";
  }
}

/**
 * Whether what stands under a name is a secret, going by the name.
 *
 * @example
 * isSecretName("x-api-key"); // true
 */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

function redactMember(name: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "number" && value && isSecretName(name)) return MASK;
  if (typeof value === "string") return redactText(value);
  return value instanceof Error ? { name: value.name, message: value.message } : value;
}
