import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatPlaceholder,
  type Placeholder,
  parseTemplate,
  renderPlaceholders,
} from "../../src/prompt/grammar.ts";

/** Texts that are mostly braces, so that every odd nesting comes up. */
const braces = fc
  .array(fc.constantFrom("{{", "}}", "{", "}", "|", "a", ".b", " ", "\\", "\u00a0", "{{a}}", "{{a|"), {
    maxLength: 24,
  })
  .map((pieces) => pieces.join(""));

/** The grammar as one would say it, a character at a time and with no thought of speed. */
function reference(text: string): { path: string; default?: string; start: number; end: number }[] {
  const found = [];
  for (let at = 0; at < text.length; ) {
    if (text.startsWith("\\{{", at)) {
      at += 3;
      continue;
    }
    const token = text.startsWith("{{", at) ? tokenAt(text, at) : undefined;
    if (token) found.push(token);
    at = token?.end ?? at + 1;
  }
  return found;
}

function tokenAt(text: string, start: number) {
  const head = /^\s*([a-z]+(?:\.[a-z]+)*)\s*/.exec(text.slice(start + 2));
  if (!head?.[1]) return undefined;
  const path = head[1];
  const from = start + 2 + head[0].length;
  if (text.startsWith("}}", from)) return { path, start, end: from + 2 };
  if (text[from] !== "|") return undefined;
  let depth = 0;
  for (let at = from + 1; at < text.length; at++) {
    if (depth === 0 && text.startsWith("}}", at)) {
      return { path, default: text.slice(from + 1, at).trim(), start, end: at + 2 };
    }
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && depth > 0) depth--;
  }
  return undefined;
}

const placeholdersIn = (text: string): Placeholder[] =>
  parseTemplate(text).filter((part) => typeof part !== "string");

describe("the grammar of placeholders", () => {
  it("is what its description says", () => {
    fc.assert(
      fc.property(braces, (text) => {
        expect(placeholdersIn(text)).toEqual(reference(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("P12: is read once: a value shows as it is, whatever it holds", () => {
    fc.assert(
      fc.property(
        braces,
        braces.filter((value) => value !== ""),
        (text, value) => {
          const expected = parseTemplate(text)
            .map((part) =>
              typeof part === "string"
                ? part
                : part.path === "a"
                  ? value
                  : (part.default ?? text.slice(part.start, part.end)),
            )
            .join("");
          expect(renderPlaceholders(text, { a: value })).toBe(expected);
        },
      ),
    );
  });

  it("P1: reads a formatted placeholder as the one it was", () => {
    fc.assert(
      fc.property(braces, (text) => {
        for (const { path, default: fallback } of placeholdersIn(text)) {
          const token = formatPlaceholder(fallback === undefined ? { path } : { path, default: fallback });
          expect(placeholdersIn(token).map(formatPlaceholder)).toEqual([token]);
        }
      }),
    );
  });
});
