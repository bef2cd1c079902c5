import type { ScanRule } from "../scan.ts";
import type { Report } from "./report.ts";
import { decoded, entropy, isPassword, isPlaceholder, matchAt, runs, waitForMore } from "./value.ts";

const ADDRESS: RegExp = /(?<=[\dA-Za-z]:)\/\/([^\s/?#"'`<>\\|@:]{0,90}):([^\s/?#"'`<>\\|@]{4,200})@/y;
const HEADER: RegExp = /(?<![\w-])(?:bearer|token|(basic)) {1,4}([\w.~+/=-]{8,2048})/iy;
const CURL: RegExp =
  /(?<=\s-(?:-(?:proxy-)?)?)u(?:ser)?[ =]{0,4}["']?[^\s:$<(]{0,90}:["']{0,2}\{?([^\s"'`\\}]{4,200})/y;
const LONGEST_PASSWORD = 300;
const LONGEST_TOKEN = 2100;
const LONGEST_COMMAND = 250;

/** Finds the passwords of addresses. */
export function addresses(report: Report): ScanRule {
  return {
    triggers: "/",
    look(search, at) {
      const { text } = search;
      if (text.charAt(at - 1) !== ":") return;
      waitForMore(search, at, at, LONGEST_PASSWORD);
      const [whole = "", user, password = ""] = matchAt(ADDRESS, text, at) ?? [];
      const end = at + whole.length - 1;
      if (password !== user && isPassword(password))
        report(search, end - password.length, end, "url-password", 0.9);
    },
  };
}

/** Finds what stands behind "Bearer", "Basic" and "Token". */
export function headers(report: Report): ScanRule {
  return {
    // Few words have the third letter of "token" in them.
    triggers: "bBkK",
    look(search, at) {
      const { text } = search;
      // The next letter of "bearer", "basic" and "token".
      if (/[^ae]/i.test(text.charAt(at + 1))) return;
      const start = /b/i.test(text.charAt(at)) ? at : at - 2;
      waitForMore(search, at, at, 8);
      const word = text.slice(start, start + 6).toLowerCase();
      if (!/^(?:bearer|basic |token )/.test(word)) return;
      waitForMore(search, at, start + 6, LONGEST_TOKEN);
      const [whole = "", isBasic, given = ""] = matchAt(HEADER, text, start) ?? [];
      const value = given.replace(/\.$/, "");
      const from = start + whole.length - given.length;
      if (isBasic ? isLogin(value) : isToken(value))
        report(search, from, from + value.length, "authorization", 0.9);
    },
  };
}

/** Finds the passwords of calls of curl. */
export function curls(report: Report): ScanRule {
  return {
    triggers: "-",
    look(search, dash) {
      const { text } = search;
      const at = dash + 1;
      if (/[^u]/.test(text.charAt(at))) return;
      waitForMore(search, dash, at + (text.startsWith("user", at) ? 4 : 1), LONGEST_PASSWORD);
      const [whole = "", password = ""] = matchAt(CURL, text, at) ?? [];
      if (isPassword(password) && /\bcurl\b/.test(text.slice(Math.max(0, at - LONGEST_COMMAND), at)))
        report(search, at + whole.length - password.length, at + whole.length, "authorization", 0.9);
    },
  };
}

function isToken(text: string): boolean {
  return text.length >= 12 && runs(text) > 2 && entropy(text) >= 2.8 && !isPlaceholder(text);
}

function isLogin(base64: string): boolean {
  const [, user = "", password = ""] = /^([ -9;-~]*):([ -~]*)$/.exec(decoded(base64)) ?? [];
  return isPassword(password || user);
}
