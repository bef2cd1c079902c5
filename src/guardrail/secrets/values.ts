import type { ScanRule, Search } from "../scan.ts";
import type { Report } from "./report.ts";
import { entropy, isPassword, matchAt, runs, waitForMore } from "./value.ts";

/** The name of a secret before a sign, or before the blank behind an option. */
const NAME: RegExp =
  /(?<=((?:api|access|secret|private|account|auth|encrypt(?:ion)?|signing|master|service|admin|shared|consumer|client|app|deploy|storage|webhook|heroku)[-_. ]?key|token|secret|passw(?:or)?d|passphrase|(?<![\dA-Za-z])pass|pwd|credentials?|auth(?:orization)?|access[-_]?id|sonar[._]login|bundle_\w{1,40}__\w{1,9})(?:[-_.]?(?:value|base|prod|dev|test|live|new|old|v?\d{1,3}))?[ \t"'`\])\\]{0,6}[=:?|>~+!]{0,4})/iy;
/** The same of names of what all may know, or what only says where one is. */
const NO_SECRET: RegExp =
  /(?<=(?:\.svg\?|public|csrf|xsrf|next|page|cancel|sync|continu|cursor)[\w.-]{0,40}[ \t"'`\])\\]{0,6}[=:?|>~+!]{0,4})/iy;
/** The same of names under which a UUID is a secret and not the name of something. */
const KEY_NAME: RegExp =
  /(?<=(?:key|secret|passw|pwd|api|snyk|\w\/:_auth)[\w.-]{0,40}[ \t"'`\])\\]{0,6}[=:?|>~+!]{0,4})/iy;
/** What stands behind a name that is itself a value: <add key="Password" value="…">, {"name": "PASSWORD", "value": "…"}. */
const PAIR: RegExp = /(?<=(["'][,\s]{0,20}["']?value["']? ?))[=:]/iy;
const TAG: RegExp = /(?<==|<[\w.:-]{1,64})>/y;
const OPTION: RegExp = /(?<=(?<!\S)-)-[\w-]{2,40}(?= )/y;
/** One character more than the longest is read, which is how a longer one is told. */
const VALUE: RegExp =
  /[ \t]{0,40}[\\[({@]{0,3}(?:(["'`])([^\s"'`\\]{8,251})|([^\s"'`,;()[\]{}<>&|\\]{8,251}))/y;
const UUID: RegExp = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Hexadecimal in both cases, and a hash with more behind it: nobody makes keys so. */
const MADE_UP: RegExp = /^(?:(?=.*[a-f])(?=.*[A-F])[\dA-Fa-f]*$|[\da-f]{32,}[A-Zg-z])/;
const LONGEST = 250;
const LONGEST_OPTION = 44;
const LONGEST_VALUE = 300;

/** Finds values under the names of secrets. */
export function assignments(leastEntropy: number, report: Report): ScanRule {
  return {
    triggers: "=:>,-",
    look(search, at) {
      const { text } = search;
      const sign = text.charAt(at);
      const before = text.charAt(at - 1);
      if (sign === "-") {
        if (before !== "-") return;
        waitForMore(search, at, at, LONGEST_OPTION);
        const [option = ""] = matchAt(OPTION, text, at) ?? [];
        if (option) readNamed(search, at, at + option.length, at + option.length);
      }
      // Signs of more characters, such as "=>", are looked at where they end.
      else if (
        !/[=:>]/.test(text.charAt(at + 1)) &&
        (sign !== "," || /["'`]/.test(before)) &&
        (sign !== ">" || matchAt(TAG, text, at))
      )
        readNamed(search, at, at - (matchAt(PAIR, text, at)?.[1]?.length ?? 0), at + 1);
    },
  };

  function readNamed(search: Search, at: number, nameEnd: number, from: number): void {
    const { text } = search;
    const [, name] = matchAt(NAME, text, nameEnd) ?? [];
    if (!name || matchAt(NO_SECRET, text, nameEnd)) return;
    waitForMore(search, at, from, LONGEST_VALUE);
    const [whole = "", quote, quoted, bare = ""] = matchAt(VALUE, text, from) ?? [];
    const end = from + whole.length;
    // What stands bare before an opening bracket is the name of a function or a list.
    if (!quote && (text.charAt(at) === "," || /[[(]/.test(text.charAt(end)))) return;
    const { length } = quoted ?? bare;
    if (length > LONGEST) return;
    const start = end - length;
    const value = quoted ?? bare.replace(/[.:!?]{1,3}$/, "");
    const isGood = UUID.test(value)
      ? matchAt(KEY_NAME, text, nameEnd)
      : isSecret(value, name, quote !== undefined, leastEntropy);
    if (isGood && isPassword(value)) report(search, start, start + value.length, "assignment", 0.7);
  }
}

function isSecret(value: string, name: string, isQuoted: boolean, leastEntropy: number): boolean {
  if (value.length < 8 || /:\/\/|^[/&.#-]|^sha\d/.test(value)) return false;
  // What Bundler logs in with is "user:password".
  if (/^bundle/i.test(name) && /^\w+:\w+$/.test(value)) return true;
  return /pass|pwd/i.test(name)
    ? isChosen(value, isQuoted) && entropy(value) >= Math.min(2.5, leastEntropy)
    : isKey(value, isQuoted) && entropy(value) >= leastEntropy;
}

/** Whether somebody can have chosen a text as a password, and not as the name of something. */
function isChosen(value: string, isQuoted: boolean): boolean {
  if (!isQuoted && /^[A-Za-z_]\w*(?:\.\w+)+$/.test(value)) return false;
  return /[A-Za-z]/.test(value) && (/\d/.test(value) || (isQuoted && /[!@#$%^&*]/.test(value)));
}

/** Words and numbers in a row are the name of something. */
function isKey(value: string, isQuoted: boolean): boolean {
  if (MADE_UP.test(value)) return false;
  return (
    runs(value) > (isQuoted ? 2 : 3) &&
    value.split(/[-_.:/]/).some((part) => part.length >= 10 && /\d/.test(part) && /[A-Za-z]/.test(part))
  );
}
