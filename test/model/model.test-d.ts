import { expectTypeOf, it } from "vitest";
import {
  type AIError,
  agent,
  DEFAULT_HASH_OPTIONS,
  type FallbackModel,
  type FallbackModelContract,
  fallbackModel,
  hashRequest,
  type Model,
  type ModelContract,
  type SDKAdapter,
  type VcrModel,
  vcr,
} from "../../src/ai.ts";
import { MockSDK, mockModel } from "../../src/testing/index.ts";

const model: Model = mockModel({ name: "mock" });

it("both are models, and go anywhere a model goes", () => {
  expectTypeOf(fallbackModel([model, vcr(model)])).toExtend<ModelContract>();
  expectTypeOf(vcr(fallbackModel([model]))).toExtend<ModelContract>();
  expectTypeOf<FallbackModelContract>().toEqualTypeOf<FallbackModel>();
  agent({ name: "a", model: vcr(model) });
});

it("an adapter's models are configured alike, whichever adapter it is", () => {
  const sdk: SDKAdapter = MockSDK();
  expectTypeOf(
    sdk.model({ name: "m", temperature: 0, vision: true, reasoning: { effort: "low" } }),
  ).toExtend<Model>();
  // @ts-expect-error What one adapter alone has a word for is in the types of that one.
  sdk.model({ name: "m", keepAlive: "10m" });
});

it("a predicate gets an error of this package, a list holds its codes", () => {
  fallbackModel([model], {
    retryOn: (error) => {
      expectTypeOf(error).toEqualTypeOf<AIError>();
      return error.retryable;
    },
  });
  fallbackModel([model], { retryOn: ["PROVIDER_RATE_LIMIT", "MODEL_UNAVAILABLE"] });
  // @ts-expect-error There is no such code.
  fallbackModel([model], { retryOn: ["RATE_LIMIT"] });
});

it("a cassette tells the three outcomes apart, and may be an imported module", () => {
  const recorded = { version: 1, model: "m", provider: "p", entries: [] };
  const { cassette } = vcr(model, { cassette: recorded, hashOptions: [...DEFAULT_HASH_OPTIONS, "topP"] });
  for (const entry of cassette.entries) {
    if (entry.error) expectTypeOf(entry.error.message).toEqualTypeOf<string>();
    else if (entry.chunks) expectTypeOf(entry.response).toEqualTypeOf<undefined>();
    else expectTypeOf(entry.response.content).toEqualTypeOf<string>();
  }
  // @ts-expect-error There is no such call option.
  vcr(model, { hashOptions: ["colour"] });
  expectTypeOf<VcrModel["save"]>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf(hashRequest([], {})).toEqualTypeOf<Promise<string>>();
});
