import { describe, expect, it } from "vitest";
import type { SpeechModel } from "../../../src/contracts/speech-model.ts";
import { deferredModel } from "../../../src/providers/adapter/deferred-model.ts";

const AUDIO = { type: "base64", base64: "AAAA", mediaType: "audio/mpeg" } as const;

/** A model whose methods are loaded by `load`. */
function deferred(
  load: () => Promise<Pick<Required<SpeechModel>, "synthesize" | "stream">>,
  pricing?: SpeechModel["pricing"],
): Required<Pick<SpeechModel, "stream">> & SpeechModel {
  const maker = { provider: "acme", pricing: { tts: { input: 1, output: 2 } } };
  return deferredModel({ name: "tts", ...(pricing && { pricing }) }, maker, ["synthesize", "stream"], load);
}

describe("a model that is loaded when it is used", () => {
  it("loads nothing before its first call, and once for all of them", async () => {
    let loads = 0;
    const model = deferred(async () => {
      loads += 1;
      return {
        synthesize: async () => ({ audio: AUDIO }),
        async *stream() {
          yield { type: "done" };
        },
      };
    });
    const stream = model.stream("Hello");
    expect(loads).toBe(0);
    expect(await model.synthesize("Hello")).toEqual({ audio: AUDIO });
    for await (const chunk of stream) expect(chunk).toEqual({ type: "done" });
    await model.synthesize("Hello");
    expect(loads).toBe(1);
  });

  it("hands on what it is given, and leaves a stream that its reader leaves", async () => {
    const given: unknown[] = [];
    let isLeft = false;
    const model = deferred(async () => ({
      synthesize: async (...call) => {
        given.push(call);
        return { audio: AUDIO };
      },
      async *stream(...call) {
        given.push(call);
        try {
          for (;;) yield { type: "audio", bytes: new Uint8Array(1), mediaType: "audio/mpeg" };
        } finally {
          isLeft = true;
        }
      },
    }));
    await model.synthesize("a", { voice: "nova" });
    for await (const _chunk of model.stream("b")) break;
    expect(given).toEqual([["a", { voice: "nova" }], ["b"]]);
    expect(isLeft).toBe(true);
  });

  it("tries again where loading failed", async () => {
    let tries = 0;
    const model = deferred(async () => {
      tries += 1;
      if (tries === 1) throw new TypeError("Failed to fetch dynamically imported module");
      return { synthesize: async () => ({ audio: AUDIO }), async *stream() {} };
    });
    await expect(model.synthesize("Hello")).rejects.toThrow("Failed to fetch");
    expect(await model.synthesize("Hello")).toEqual({ audio: AUDIO });
  });

  it("has its own price, else that of the list, else none", () => {
    const load = () => Promise.reject(new Error("unused"));
    expect(deferred(load)).toMatchObject({
      name: "tts",
      provider: "acme",
      pricing: { input: 1, output: 2 },
    });
    expect(deferred(load, { perMillionCharacters: 15 }).pricing).toEqual({ perMillionCharacters: 15 });
    const unpriced = deferredModel<SpeechModel>(
      { name: "constructor" },
      { provider: "acme", pricing: {} },
      [],
      load,
    );
    expect(unpriced).toEqual({ name: "constructor", provider: "acme" });
  });
});
