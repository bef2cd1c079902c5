import Anthropic from "@anthropic-ai/sdk";
import { expectTypeOf, test } from "vitest";
import type { SDKAdapter } from "../../../src/contracts/model.ts";
import { type AnthropicClient, AnthropicSDK } from "../../../src/providers/anthropic/index.ts";

test("the official client is one that the adapter takes", () => {
  expectTypeOf<Anthropic>().toExtend<AnthropicClient>();
  new AnthropicSDK({ client: new Anthropic() });
});

test("what Anthropic does not offer cannot be called", () => {
  const sdk = new AnthropicSDK();
  expectTypeOf(sdk).toExtend<SDKAdapter>();
  // @ts-expect-error Anthropic has no embeddings.
  sdk.embedder({ name: "x" });
  // @ts-expect-error Anthropic makes no pictures.
  sdk.image({ name: "x" });
  // @ts-expect-error Anthropic does not speak.
  sdk.speech({ name: "x" });
  // @ts-expect-error Anthropic does not listen.
  sdk.transcribe({ name: "x" });
});
