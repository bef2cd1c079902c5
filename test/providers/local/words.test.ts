import { afterEach, describe, expect, it, vi } from "vitest";
import { localEmbedder, type WordsSource } from "../../../src/providers/local/index.ts";
import file from "../../../src/providers/local/words.bin?inline";
import { cosine, rounded } from "./cosine.ts";

const bytes = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await fetch(file)).arrayBuffer());

afterEach(() => {
  vi.restoreAllMocks();
});

describe("localEmbedder with words", () => {
  it("finds texts about the same that share no word", async () => {
    const embedder = localEmbedder({ words: file });
    expect([embedder.name, embedder.dimensions]).toEqual(["local-words", 1536]);
    const { vectors } = await embedder.embedMany(["The physician", "a doctor", "a bridge"]);
    const [physician = [], doctor = [], bridge = []] = vectors;
    expect(Math.hypot(...physician)).toBeCloseTo(1, 12);
    expect(cosine(physician, doctor)).toBeGreaterThan(0.15);
    expect(cosine(physician, bridge)).toBeLessThan(0.05);
  });

  it("counts words that say little for less", async () => {
    const { vectors } = await localEmbedder({ words: file }).embedMany([
      "Discuss the enzyme",
      "Discuss the weather",
      "An enzyme at work",
    ]);
    const [asked = [], discussed = [], enzyme = []] = vectors;
    expect(cosine(asked, enzyme)).toBeGreaterThan(cosine(asked, discussed) + 0.1);
  });

  it("gives the same vector on every runtime", async () => {
    const { vector } = await localEmbedder({ words: file }).embed(
      "The tide turns, and Zanzibar's dhows leave.",
    );
    expect(rounded(vector.filter((value) => Math.abs(value) > 0.12))).toMatchInlineSnapshot(
      `"0.472869 -0.459896 -0.280357 -0.403768 -0.132164 0.132164 -0.132164 -0.132164 -0.231069 -0.135489"`,
    );
    expect(rounded(vector.slice(-5))).toMatchInlineSnapshot(
      `"0.008773 -0.035984 0.061457 0.010320 -0.011377"`,
    );
  });

  it.each<[string, () => WordsSource | Promise<WordsSource>]>([
    ["an address", () => new URL(file)],
    ["bytes", bytes],
    ["a part of a buffer", async () => new Uint8Array([1, ...(await bytes()), 2]).subarray(1, -1)],
    ["a buffer", async () => (await bytes()).buffer],
    ["a response", () => () => fetch(file)],
    ["bytes that are to be loaded", () => bytes],
    ["an address that is to be found", () => () => file],
    ["bytes that came unpacked", async () => new Uint8Array(await unzipped(await bytes()))],
  ])("takes %s", async (_, source) => {
    const given = await localEmbedder({ words: await source() }).embed("tide");
    expect(given).toEqual(await localEmbedder({ words: file }).embed("tide"));
  });

  it("reads the words once, on first use", async () => {
    const words = vi.fn(bytes);
    const embedder = localEmbedder({ words });
    expect(words).not.toHaveBeenCalled();
    await Promise.all([embedder.embed("tide"), embedder.embedMany(["sea"])]);
    await embedder.embed("moon");
    expect(words).toHaveBeenCalledTimes(1);
  });

  it("says what went wrong with the words, and tries again", async () => {
    const words = vi
      .fn<() => Promise<Response | Uint8Array<ArrayBuffer>>>(bytes)
      .mockImplementationOnce(async () => new Response("no", { status: 404 }))
      .mockImplementationOnce(async () => new Uint8Array([1, 2, 3]))
      .mockImplementationOnce(async () => (await bytes()).slice(0, 5000))
      .mockImplementationOnce(async () => new Uint8Array(20).fill(9));
    const embedder = localEmbedder({ words });
    const refused = (message: RegExp) =>
      expect.objectContaining({ code: "INVALID_CONFIG", message: expect.stringMatching(message) });
    await expect(embedder.embed("tide")).rejects.toEqual(refused(/status 404/));
    for (let time = 0; time < 3; time++)
      await expect(embedder.embed("tide")).rejects.toEqual(refused(/broken words/));
    expect((await embedder.embed("tide")).vector).toHaveLength(1536);
  });

  it("says that an address could not be fetched", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const embedder = localEmbedder({ words: "https://app.example/words.bin" });
    await expect(embedder.embed("tide")).rejects.toMatchObject({
      code: "INVALID_CONFIG",
      cause: { message: "Failed to fetch" },
    });
  });

  it("waits for the words no longer than the signal allows", async () => {
    const controller = new AbortController();
    const waiting = localEmbedder({ words: () => new Promise<Response>(() => {}) }).embed("tide", {
      signal: controller.signal,
    });
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
  });

  it("takes fewer dimensions, but not too few", async () => {
    expect((await localEmbedder({ words: file, dimensions: 200 }).embed("tide")).vector).toHaveLength(200);
    expect(() => localEmbedder({ words: file, dimensions: 100 })).toThrow(/from 128 to/);
  });

  it("gives zeros for a text without words, and a length of 1 for words it does not know", async () => {
    const { vectors } = await localEmbedder({ words: file }).embedMany(["…", "qwrtzp __proto__ constructor"]);
    expect(new Set(vectors[0])).toEqual(new Set([0]));
    expect(Math.hypot(...(vectors[1] ?? []))).toBeCloseTo(1, 12);
  });
});

async function unzipped(zipped: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
