/**
 * Hides secrets in text and in plain data, so that errors, logs and reports can leave the process.
 */
const SECRET_NAME: RegExp =
  /authorization|cookie|api-?_?key|secret|passw|credential|private-?_?key|^x-.*token$|^(?:access|refresh|id|auth|bearer)?-?_?token$/i;
const SECRET_VALUE: RegExp =
  /\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|AIza|AKIA|xox[abprs])[-_A-Za-z0-9]{12,}|\bBearer [-._~+/A-Za-z0-9]{8,}=*|(?<![-\w])eyJ[-_A-Za-z0-9]{8,}\.[-_A-Za-z0-9]{8,}\.[-_A-Za-z0-9]*/g;
const USER_INFO: RegExp = /\/\/[^\s/@:]{1,200}:[^\s/@]{1,200}@/g;
const MASK = "[redacted]";
const MAX_DEPTH = 8;

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
 * Copies plain data with secrets hidden: values under secret-looking names and secrets inside strings. Functions and
 * symbols are dropped, errors become `{ name, message }`, cycles and depths over eight are cut.
 *
 * @example
 * redactValue({ headers: { authorization: "Bearer abcdefgh" } }); // { headers: { authorization: "[redacted]" } }
 */
export function redactValue(value: unknown): unknown {
  return copy(value, 0, new Set());
}

function copy(value: unknown, depth: number, seen: Set<object>): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return { name: value.name, message: redactText(value.message) };
  if (depth >= MAX_DEPTH || seen.has(value)) return "[cut]";
  seen.add(value);
  const result = Array.isArray(value)
    ? value.map((item) => copy(item, depth + 1, seen))
    : Object.fromEntries(
        Object.entries(value).map(([name, item]) => [
          name,
          SECRET_NAME.test(name) && typeof item !== "number" ? MASK : copy(item, depth + 1, seen),
        ]),
      );
  seen.delete(value);
  return result;
}
