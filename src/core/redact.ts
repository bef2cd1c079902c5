/**
 * Hides secrets in text and in plain data, so that errors, logs and reports can leave the process.
 */
const SECRET_NAME: RegExp =
  /authorization|cookie|api-?_?key|secret|passw|credential|private-?_?key|^x-.*token$|^(?:access|refresh|id|auth|bearer)?-?_?token$/i;
const SECRET_VALUE: RegExp =
  /\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|AIza|AKIA|xox[abprs])[-_A-Za-z0-9]{12,}|\bBearer [-._~+/A-Za-z0-9]{8,}=*|(?<![-\w])eyJ[-_A-Za-z0-9]{8,}\.[-_A-Za-z0-9]{8,}\.[-_A-Za-z0-9]*/g;
const USER_INFO: RegExp = /\/\/[^\s/@:]{1,200}:[^\s/@]{1,200}@/g;
const MASK = "[redacted]";
/**
 * Replaces API keys, bearer tokens, JSON web tokens and URL credentials in a text by `[redacted]`.
 *
 * @example
 * redactText("key sk-abcdefghijklmnop"); // "key [redacted]"
 */
export function redactText(text: string): string {
  return text.replace(SECRET_VALUE, MASK).replace(USER_INFO, `//${MASK}@`);
}

/**
 * Copies plain data with secrets hidden: texts under secret-looking names, and secrets inside texts. Errors become
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

function redactMember(name: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string") return SECRET_NAME.test(name) ? MASK : redactText(value);
  return value instanceof Error ? { name: value.name, message: value.message } : value;
}
