import { describe, expect, it } from "vitest";
import { codeRanges } from "../../src/prompt/markup-ranges.ts";

const codeIn = (text: string): string[] => codeRanges(text).map(({ start, end }) => text.slice(start, end));

describe("code in Markdown", () => {
  it.each([
    ["a block", "a\n```js\nx\n```\nb", ["```js\nx\n```"]],
    ["a block that is not closed", "a\n~~~\nx\n", ["~~~\nx\n"]],
    ["a longer fence around a shorter one", "````\n```\n````\nb", ["````\n```\n````"]],
    ["backticks between tildes", "~~~ a`b\nx\n~~~\nb", ["~~~ a`b\nx\n~~~"]],
    ["a block in a list", "- ```sh\n  x\n  ```\n- b", ["- ```sh\n  x\n  ```"]],
    ["a block in a list of lists", "1. - ```\n     x\n     ```\nb", ["1. - ```\n     x\n     ```"]],
    ["a block in a quote", "> ```\n> x\n> ```\nb", ["> ```\n> x\n> ```"]],
    ["a block in a list in a quote", "> - ```\n>   x\n>   ```\nb", ["> - ```\n>   x\n>   ```"]],
    ["spans", "a `b` ``c`d`` e`", ["`b`", "``c`d``"]],
    ["no fence behind words", "a ```\nb", []],
  ])("is found: %s", (_name, text, code) => {
    expect(codeIn(text)).toEqual(code);
  });
});
