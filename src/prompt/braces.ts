import { type Placeholder, parseTemplate } from "./grammar.ts";

/** Braces in a template that belong to no placeholder. `start` is an offset in UTF-16 units. */
export interface BraceFinding {
  /**
   * `"foreign"`: the syntax of another template language, or an escaped `\{{`. `"triple"`: a placeholder in one more pair
   * of braces. `"unbalanced"`: a brace without its partner. `"entity"`: a brace in disguise: as an HTML entity, in a URL's
   * or a string's escapes, in full width.
   */
  readonly kind: "foreign" | "triple" | "unbalanced" | "entity";
  readonly text: string;
  readonly start: number;
}

/** `\{{a}}`, `{{#if a}}`, `${a}`, `{% if a %}`, `<%= a %>`, `{# note #}`, `{a.b}`, `{a:.2f}`. */
let foreignSyntax: RegExp | undefined;
const ENTITY: RegExp =
  /&(?:#0{0,8}12[35](?!\d)|#x0{0,8}7[bd](?![\da-f])|[lr]cub|[lr]brace);?|%7[bd]|\\(?:u00|x)7[bd]|[\uff5b\uff5d]/gi;

/**
 * Finds the braces of a template that are not part of a placeholder, in order of their kind and then of their place.
 *
 * @example
 * findBraces("{{{a}}} ${b} {{c").map(({ kind }) => kind); // ["foreign", "triple", "unbalanced", "unbalanced"]
 */
export function findBraces(template: string): BraceFinding[] {
  const placeholders = parseTemplate(template).filter((part) => typeof part !== "string");
  const rest = blank(template, placeholders);
  // Made on first use: an engine reads the Unicode classes of a literal when it loads the file, which takes its time.
  foreignSyntax ??=
    /\\\{\{(?:[^{}]*\}\})?|\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{%[^{}]*%\}|<%[^<>%]*%>|\{#[^{}]*#\}|\{\s*[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*\s*(?:[:!][^\s{}]+)?\}/gu;
  const foreign = [...rest.matchAll(foreignSyntax)].map(({ 0: match, index }) => ({
    kind: "foreign" as const,
    text: template.slice(index, index + match.length),
    start: index,
  }));
  const triple = placeholders
    .filter(({ start, end }) => template[start - 1] === "{" && template[end] === "}")
    .map(({ start, end }) => ({
      kind: "triple" as const,
      text: template.slice(start - 1, end + 1),
      start: start - 1,
    }));
  const entities = [...template.matchAll(ENTITY)].map(({ 0: text, index }) => ({
    kind: "entity" as const,
    text,
    start: index,
  }));
  return [...foreign, ...triple, ...unbalanced(rest), ...entities];
}

/** Puts spaces in place of the placeholders, so that offsets stay and their braces do not count. */
function blank(template: string, placeholders: readonly Placeholder[]): string {
  let result = "";
  for (const { start, end } of placeholders) {
    result += template.slice(result.length, start) + " ".repeat(end - start);
  }
  return result + template.slice(result.length);
}

function unbalanced(text: string): BraceFinding[] {
  const open: number[] = [];
  const lonely: number[] = [];
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "{") open.push(index);
    else if (text[index] === "}" && open.pop() === undefined) lonely.push(index);
  }
  // An escaped `\{{` is meant to be without a partner.
  const meant = open.filter(
    (index) => !text.startsWith("\\{{", index - 1) && !text.startsWith("\\{{", index - 2),
  );
  return [...lonely, ...meant]
    .sort((left, right) => left - right)
    .map((start) => ({ kind: "unbalanced", text: text.charAt(start), start }));
}
