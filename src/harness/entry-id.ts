import type { HarnessScope } from "../contracts/harness.ts";

const LONGEST_ID = 100;
const LONGEST_SLUG = 60;

/** Signs of other scripts, and digits, that look like letters of the words that are guarded, which stand below them. */
const SIGNS = "аαвьβеεмμоοрργѕтτуυг03457";
const LETTERS = "aabbbeemmooppysttyyroeast";

/**
 * Whether a text is a spelling of "base system prompt": in any case, width, style and look-alike letters, with any signs,
 * spaces or invisible characters between them, and with a scope or a kind in front. Whatever has this for its name would pass
 * for the base prompt.
 *
 * @example
 * isBasePrompt("\u200bBASE-System_Prompt"); // true
 */
export function isBasePrompt(text: string): boolean {
  const letters = text
    .normalize("NFKD")
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|\p{DI}/gu, "");
  return /^(?:the|local|global|memory|skill|prompt|subagent)*basesystemprompt$/.test(
    letters.replace(/./gsu, (sign) => LETTERS[SIGNS.indexOf(sign)] ?? sign),
  );
}

/**
 * An id without the scope that may stand in front of it.
 *
 * @example
 * routeId("global:tabs", "local"); // { scope: "global", id: "tabs" }
 */
export function routeId(
  id: string,
  scope: HarnessScope,
): { readonly scope: HarnessScope; readonly id: string } {
  const [, named, rest = id] = /^\s*(local|global):(.*)$/su.exec(id) ?? [];
  return { scope: named === undefined ? scope : (named as HarnessScope), id: rest.normalize("NFC") };
}

/**
 * Whether a text can be an id: letters and digits of any script, and after the first `_`, `-` and `.`; at most 100 units.
 * What has a meaning to objects, such as `__proto__`, is none, and what cannot be seen is none.
 */
export function isEntryId(id: string): boolean {
  return id.length <= LONGEST_ID && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]*$/u.test(id) && !/\p{DI}/u.test(id);
}

/**
 * An id made of a title in any script, with a number behind it where it is taken. `otherwise` takes its place where the
 * title has neither letters nor digits.
 *
 * @example
 * freeId("Use tabs!", "memory", (id) => id === "use-tabs"); // "use-tabs-2"
 */
export function freeId(title: string, otherwise: string, isTaken: (id: string) => boolean): string {
  const plain = title
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFC")
    .replace(/\p{DI}/gu, "");
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [otherwise];
  const slug = [...words.join("-")].slice(0, LONGEST_SLUG).join("").replace(/-$/, "");
  let id = slug;
  for (let number = 2; isTaken(id); number += 1) id = `${slug}-${number}`;
  return id;
}
