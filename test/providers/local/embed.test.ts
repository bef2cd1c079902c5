import { describe, expect, it } from "vitest";
import { localEmbedder } from "../../../src/providers/local/local-embedder.ts";

const cosine = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);

describe("localEmbedder", () => {
  it("gives vectors of length 1 whose angle follows shared words", async () => {
    const embedder = localEmbedder();
    const { vectors, dimensions, usage } = await embedder.embedMany([
      "The moon pulls at the tides.",
      "Tides are pulled by the moon.",
      "Yeast makes bread rise.",
    ]);
    const [tides = [], same = [], bread = []] = vectors;
    expect([dimensions, tides.length, embedder.dimensions]).toEqual([256, 256, 256]);
    expect(Math.hypot(...tides)).toBeCloseTo(1, 12);
    expect(cosine(tides, same)).toBeGreaterThan(0.6);
    expect(cosine(tides, bread)).toBeLessThan(0.2);
    expect(usage).toEqual({ promptTokens: 21, totalTokens: 21 });
  });

  it("gives the same vector on every runtime", async () => {
    const { vector } = await localEmbedder({ dimensions: 8 }).embed("The tide turns 潮の満ち.");
    expect(vector.map((value) => value.toFixed(6))).toMatchInlineSnapshot(`
      [
        "-0.214154",
        "-0.214154",
        "-0.151429",
        "0.726078",
        "0.151429",
        "-0.104533",
        "0.109621",
        "0.558821",
      ]
    `);
  });

  it("embeds one text as embedMany does, and a text without words as zeros", async () => {
    const embedder = localEmbedder({ dimensions: 64 });
    expect((await embedder.embed("sea")).vector).toEqual((await embedder.embedMany(["sea"])).vectors[0]);
    expect((await embedder.embed("…")).vector).toEqual(new Array(64).fill(0));
  });

  it("refuses bad dimensions, and an aborted signal with its reason", async () => {
    for (const dimensions of [0, 1.5, 1e6]) {
      expect(() => localEmbedder({ dimensions })).toThrow(
        expect.objectContaining({ code: "INVALID_CONFIG" }),
      );
    }
    await expect(localEmbedder().embed("x", { signal: AbortSignal.abort("stop") })).rejects.toBe("stop");
  });
});
