import type { ScanRule, Search } from "../scan.ts";
import { ALNUM, JOINT, kindAt, runEnd, runStart } from "./characters.ts";
import { type Naming, namingOf, secretIn } from "./naming.ts";
import { isPassword } from "./quoted-secrets.ts";
import type { Report } from "./report.ts";

const LONGEST_NAME = 64;
const LONGEST_VALUE = 300;
const MOST_BLANKS = 40;
const OPERATORS = "=:?|>~+!";
const QUOTES = "\"'`";
const BLANKS = " \t";
/** What ends a value that has no quotes around it. */
const ENDS = " \t\r\n\"'`,;()[]{}<>&|\\";
/** How much of a shell's command is looked at before "-u". */
const LONGEST_COMMAND = 230;

/** Finds values that are given to the names of secrets: in code, data, headers, shells and markup. */
export function namedValues(leastEntropy: number, report: Report): ScanRule {
  return {
    triggers: "=:,>",
    look(search, at) {
      const { text } = search;
      const name = nameBefore(text, at);
      const naming = name && namingOf(name, text, at);
      if (naming) readValue(search, at, at + 1, naming, leastEntropy, report);
    },
  };
}

/** Finds values of options of a shell's commands: `--password …`, and `-u user:password` of curl. */
export function optionValues(leastEntropy: number, report: Report): ScanRule {
  return {
    triggers: "-",
    atFirst: true,
    look(search, at) {
      const { text } = search;
      if ((kindAt(text, at - 1) & ALNUM) !== 0) return;
      const end = runEnd(text, at, ALNUM | JOINT, LONGEST_NAME);
      if (end === text.length) return search.wait(at);
      const name = text.slice(at, end);
      if (/^(?:-u|--(?:proxy-)?user)$/.test(name)) return readLogin(search, at, end, report);
      if (!BLANKS.includes(text.charAt(end)) || name.charAt(1) !== "-") return;
      const naming = namingOf(name, text, at);
      if (naming) readValue(search, at, end, naming, leastEntropy, report);
    },
  };
}

/** The name that a value is given to at a place; empty where none is. */
function nameBefore(text: string, at: number): string {
  const sign = text.charAt(at);
  if (sign === "," && !QUOTES.includes(text.charAt(at - 1))) return "";
  let end = at;
  if (sign !== ">" && sign !== ",") {
    while (end > at - 4 && OPERATORS.includes(text.charAt(end - 1))) {
      // What begins with another sign was read there.
      if (end === 0 || "=:".includes(text.charAt(end - 1))) return "";
      end--;
    }
    const first = end - 6;
    while (end > first && " \t\"'`\\])".includes(text.charAt(end - 1)) && end > 0) end--;
  } else if (sign === ",") end--;
  const start = runStart(text, end, ALNUM | JOINT, LONGEST_NAME);
  if (start === end || (sign === ">" && text.charAt(start - 1) !== "<")) return "";
  const name = text.slice(start, end);
  if (!/^value$/i.test(name)) return name;
  // <add key="Password" value="…">, {"name": "PASSWORD", "value": "…"}
  const pair = /(?:key|name|id)["']?[=: ]{1,3}["']([\w.-]{1,60})["'][,\s]{0,20}["']?$/i;
  return pair.exec(text.slice(Math.max(0, start - 120), start))?.[1] ?? "";
}

function readValue(
  search: Search,
  at: number,
  from: number,
  naming: Naming,
  leastEntropy: number,
  report: Report,
): void {
  const { text } = search;
  let start = from;
  while (start < from + 4 && isOneOf(OPERATORS, text, start)) start++;
  const last = start + MOST_BLANKS;
  while (start < last && isOneOf(BLANKS, text, start)) start++;
  let quote = "";
  for (let count = 0; count < 3 && quote === "" && isOneOf("\"'`\\[(@", text, start); count++) {
    if (QUOTES.includes(text.charAt(start))) quote = text.charAt(start);
    start++;
  }
  const ends = quote ? `${quote}\\\r\n` : ENDS;
  let end = valueEnd(text, start, ends);
  // "Authorization: Token …"
  if (
    naming.isHeader &&
    isOneOf(quote ? ends : BLANKS, text, end) &&
    !quote &&
    /^[A-Za-z]{3,10}$/.test(text.slice(start, end))
  ) {
    start = end + 1;
    end = valueEnd(text, start, ends);
  }
  if (end === text.length) search.wait(at);
  if (end - start >= LONGEST_VALUE || (!quote && isOneOf("([", text, end))) return;
  if (!quote) while (end > start && ".,:!?".includes(text.charAt(end - 1))) end--;
  const value = text.slice(start, end);
  const secret = secretIn(value, naming, quote !== "", leastEntropy);
  if (secret === undefined) return;
  const offset = value.length - secret.length;
  report(search, start + offset, end, "assignment", 0.7);
}

function valueEnd(text: string, start: number, ends: string): number {
  const last = Math.min(text.length, start + LONGEST_VALUE);
  let end = start;
  while (end < last && !ends.includes(text.charAt(end))) end++;
  return end;
}

function readLogin(search: Search, at: number, from: number, report: Report): void {
  const { text } = search;
  if (!/\bcurl\b/.test(text.slice(Math.max(0, at - LONGEST_COMMAND), at))) return;
  let start = from;
  while (start < from + MOST_BLANKS && isOneOf(" \t=", text, start)) start++;
  let quote = "";
  let colon = 0;
  let end = start;
  const last = Math.min(text.length, start + LONGEST_VALUE);
  for (; end < last; end++) {
    const character = text.charAt(end);
    if (character === "\n" || (quote === "" && BLANKS.includes(character))) break;
    if (character === quote) quote = "";
    else if (quote === "" && QUOTES.includes(character)) quote = character;
    else if (character === ":" && colon === 0) colon = end + 1;
  }
  if (end === text.length) search.wait(at);
  while (colon > 0 && colon < end && isOneOf(QUOTES, text, colon)) colon++;
  while (end > colon && isOneOf(`${QUOTES}\\`, text, end - 1)) end--;
  const password = text.slice(colon, end);
  const isLogin = colon > 0 && isPassword(password.startsWith("{{") ? password : password.replace(/^\{/, ""));
  if (isLogin && !/^<|[$(]\w/.test(text.slice(start, colon)))
    report(search, colon, end, "authorization", 0.9);
}

function isOneOf(characters: string, text: string, at: number): boolean {
  return at >= 0 && at < text.length && characters.includes(text.charAt(at));
}
