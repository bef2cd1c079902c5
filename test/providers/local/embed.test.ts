import { describe, expect, it } from "vitest";
import { localEmbedder } from "../../../src/providers/local/local-embedder.ts";
import { cosine, rounded } from "./cosine.ts";

describe("localEmbedder", () => {
  it("gives vectors of length 1 whose angle follows shared words", async () => {
    const embedder = localEmbedder();
    const { vectors, dimensions, usage } = await embedder.embedMany([
      "The moon pulls at the tides.",
      "Tides are pulled by the moon.",
      "Yeast makes bread rise.",
    ]);
    const [tides = [], same = [], bread = []] = vectors;
    expect([dimensions, tides.length, embedder.dimensions]).toEqual([512, 512, 512]);
    expect(embedder.name).toBe("local-hashing");
    expect(Math.hypot(...tides)).toBeCloseTo(1, 12);
    expect(cosine(tides, same)).toBeGreaterThan(0.9);
    expect(cosine(tides, bread)).toBeLessThan(0.1);
    expect(usage).toEqual({ promptTokens: 21, totalTokens: 21 });
  });

  it("finds other forms of words, and slips, by their letters", async () => {
    const { vectors } = await localEmbedder().embedMany([
      "Zürich Hauptbahnhof",
      "Hauptbahnhoff",
      "Nordfriedhof",
    ]);
    const [station = [], slip = [], other = []] = vectors;
    expect(cosine(station, slip)).toBeGreaterThan(2 * cosine(station, other));
  });

  it("gives the same vector on every runtime", async () => {
    const { vector } = await localEmbedder({ dimensions: 8 }).embed("The tide turns 潮の満ち.");
    expect(rounded(vector)).toMatchInlineSnapshot(
      `"-0.529960 -0.340449 0.009994 -0.709535 0.263226 0.000000 -0.130537 -0.115623"`,
    );
  });

  it("embeds one text as embedMany does, and a text without words as zeros", async () => {
    const embedder = localEmbedder({ dimensions: 64 });
    expect((await embedder.embed("sea")).vector).toEqual((await embedder.embedMany(["sea"])).vectors[0]);
    expect((await embedder.embed("…")).vector).toEqual(new Array(64).fill(0));
    expect((await embedder.embedMany([])).vectors).toEqual([]);
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
