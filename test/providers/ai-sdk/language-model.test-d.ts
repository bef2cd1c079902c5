import type { EmbeddingModelV3, EmbeddingModelV4, LanguageModelV3, LanguageModelV4 } from "@ai-sdk/provider";
import { embed, generateText, streamText } from "ai";
import { expectTypeOf, test } from "vitest";
import type { Embedder } from "../../../src/contracts/embedder.ts";
import type { Model } from "../../../src/contracts/model.ts";
import {
  fromEmbeddingModel,
  fromLanguageModel,
  toEmbeddingModel,
  toLanguageModel,
} from "../../../src/providers/ai-sdk/index.ts";

declare const model: Model;
declare const embedder: Embedder;
declare const v3: LanguageModelV3;
declare const v4: LanguageModelV4;
declare const embedding3: EmbeddingModelV3;
declare const embedding4: EmbeddingModelV4;

test("ours fits what the AI SDK takes", () => {
  expectTypeOf(toLanguageModel(model)).toExtend<LanguageModelV4>();
  expectTypeOf(toLanguageModel(model, { version: "v4" })).toExtend<LanguageModelV4>();
  expectTypeOf(toLanguageModel(model, { version: "v3" })).toExtend<LanguageModelV3>();
  expectTypeOf(toLanguageModel(model, { version: "v3" })).not.toExtend<LanguageModelV4>();
  expectTypeOf(toEmbeddingModel(embedder)).toExtend<EmbeddingModelV4>();
  expectTypeOf(toEmbeddingModel(embedder, { version: "v3" })).toExtend<EmbeddingModelV3>();
  expectTypeOf(generateText).toBeCallableWith({ model: toLanguageModel(model), prompt: "Hi" });
  expectTypeOf(streamText).toBeCallableWith({
    model: toLanguageModel(model, { version: "v3" }),
    prompt: "Hi",
  });
  expectTypeOf(embed).toBeCallableWith({ model: toEmbeddingModel(embedder), value: "Hi" });
});

test("theirs is taken as it is", () => {
  expectTypeOf(fromLanguageModel).toBeCallableWith(v3);
  expectTypeOf(fromLanguageModel).toBeCallableWith(v4);
  expectTypeOf(fromLanguageModel(v4)).toEqualTypeOf<Model>();
  expectTypeOf(fromEmbeddingModel).toBeCallableWith(embedding3);
  expectTypeOf(fromEmbeddingModel).toBeCallableWith(embedding4);
  // @ts-expect-error Another version of the specification.
  fromLanguageModel({ ...v4, specificationVersion: "v2" });
});
