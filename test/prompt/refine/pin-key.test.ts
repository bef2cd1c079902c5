import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/core/hash.ts";
import { instruction, persona } from "../../../src/prompt/blocks.ts";
import { criteriaOf, type PinInputs, pinKey, RECIPE } from "../../../src/prompt/refine/pin-key.ts";
import { refinerText } from "../../../src/prompt/refine/texts/refiner.ts";
import { refinerRepairText } from "../../../src/prompt/refine/texts/refiner-repair.ts";

const plain: PinInputs = {
  model: { provider: "mock", name: "refiner" },
  blocks: [instruction("Help {{name}}.")],
};
const full: PinInputs = {
  model: { provider: "anthropic", name: "claude-sonnet-4-5" },
  params: { temperature: 0.2, maxTokens: 4000, providerOptions: { b: 1, a: [null, "é"] } },
  criteria: ["Be formal.", "Schreibe auf Deutsch: äöü 🦔"],
  blocks: [persona("You are 🦔, the hedgemage."), instruction("Antworte {{user.name|Gast}} 𝔥öflich.\u2028")],
};

describe("the key of a pin", () => {
  // C1: found once, and the same on every runtime.
  it.each([
    ["a plain prompt", plain, "47d03f48eb78c98d501d5f8fcd8ee212f321257f347eae734712e99698bd7a5f"],
    ["one with everything", full, "25d42e8ae3391e0376266a193d6cf8aa27591c7e7bf9c0f9f605fa9dcd82eec6"],
    [
      "one with half a surrogate pair",
      { ...plain, blocks: [instruction("\ud83d")] },
      "3a2369e283fdf34f34aa1538094cf62cc7f98fd9912b199b4a197c0474851b43",
    ],
  ])("C1 of %s is the golden one", async (_name, inputs, golden) => {
    expect(await pinKey(inputs)).toBe(golden);
  });

  it("C1 changes with each thing that a text depends on, and with nothing else", async () => {
    const variants: readonly PinInputs[] = [
      full,
      { ...full, model: { ...full.model, provider: "vertex" } },
      { ...full, model: { ...full.model, name: "claude-opus-4-5" } },
      { ...full, params: { ...full.params, temperature: 0.3 } },
      { ...full, criteria: ["Be formal."] },
      { ...full, criteria: "Be formal!" },
      { ...full, blocks: [...full.blocks, instruction("One more.")] },
      { ...full, blocks: full.blocks.toReversed() },
      { ...full, blocks: [instruction("You are 🦔, the hedgemage."), ...full.blocks.slice(1)] },
      { ...full, blocks: [persona("You are 🦔, the hedgemage. "), ...full.blocks.slice(1)] },
      plain,
    ];
    const keys = await Promise.all(variants.map(pinKey));
    expect(new Set(keys).size).toBe(variants.length);
    const turned = { providerOptions: { a: [null, "é"], b: 1 }, maxTokens: 4000, temperature: 0.2 };
    expect(await pinKey({ ...full, params: turned })).toBe(keys[0]);
    expect(await pinKey({ ...plain, params: {}, criteria: undefined })).toBe(keys.at(-1));
  });

  it("C2 takes criteria without the space around them and without blank ones, in their order", async () => {
    const keyOf = (criteria: PinInputs["criteria"]): Promise<string> => pinKey({ ...plain, criteria });
    const key = await keyOf("x");
    expect(await keyOf(["x"])).toBe(key);
    expect(await keyOf([" x ", ""])).toBe(key);
    expect(await keyOf(["a", "b"])).not.toBe(await keyOf(["b", "a"]));
    for (const blank of [undefined, "", "  ", [], ["", "\n"]]) {
      expect(await keyOf(blank)).toBe(await pinKey(plain));
    }
    expect(criteriaOf(["", " a ", "b"])).toEqual(["a", "b"]);
  });

  it("C3 tells a criterion from the text beside it", async () => {
    const one = await pinKey({ ...plain, criteria: "a", blocks: [instruction("b c")] });
    const other = await pinKey({ ...plain, criteria: "a b", blocks: [instruction("c")] });
    expect(one).not.toBe(other);
  });
});

describe("the recipe", () => {
  it("has a version that goes up when its texts change", async () => {
    // Who changes a text counts RECIPE up: pins of the old text must not pass for those of the new one.
    expect([RECIPE, await sha256(refinerText + refinerRepairText)]).toEqual([
      "1",
      "e255ea49665572dbe9b94407222e3ff95208b6bee4bd115a0ac600862f853ea4",
    ]);
  });
});
