import type { ScanRule, Search } from "../scan.ts";
import type { Report } from "./report.ts";

const HEAD = "-----BEGIN ";
const LONGEST_TITLE = 60;
const LONGEST_BLOCK = 16_384;

/** Finds private keys between their lines of dashes, also where the second line is missing. */
export function privateKeys(report: Report): ScanRule {
  return {
    triggers: "-",
    atFirst: true,
    look(search, at) {
      const { text } = search;
      if (!text.startsWith(HEAD, at)) {
        if (HEAD.startsWith(text.slice(at, at + HEAD.length))) search.wait(at);
        return;
      }
      const title = text.slice(at, at + LONGEST_TITLE);
      const head = /^-----BEGIN [\w ]{0,30}PRIVATE KEY(?: BLOCK)?-----/.exec(title)?.[0];
      if (head) readBlock(search, at, at + head.length, report);
      else if (title.length < LONGEST_TITLE) search.wait(at);
    },
  };
}

function readBlock(search: Search, start: number, from: number, report: Report): void {
  const { text } = search;
  const rest = text.slice(from, start + LONGEST_BLOCK);
  const dashes = rest.indexOf("-----");
  const foot =
    dashes < 0 ? undefined : /^-----END [\w ]{0,40}-----/.exec(rest.slice(dashes, dashes + LONGEST_TITLE));
  if (!foot && from + rest.length === text.length) search.wait(start);
  const body = dashes < 0 ? rest : rest.slice(0, dashes);
  if (!/[\w+/=]{16}/.test(body)) return;
  report(search, start, from + (foot ? dashes + foot[0].length : linesEnd(body)), "private-key", 0.99);
}

/** How far a key that was cut goes: up to a blank between words. */
function linesEnd(body: string): number {
  let end = 0;
  while (end < body.length && (body.charAt(end) !== " " || ":,\n\r".includes(body.charAt(end - 1)))) end++;
  return body.slice(0, end).trimEnd().length;
}
