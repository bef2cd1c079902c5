import { expect, expectTypeOf, it } from "vitest";
import { type AiLike, WorkersAISDK } from "../../../src/providers/workers-ai/index.ts";

it("takes the binding as Cloudflare types it", () => {
  expectTypeOf<Ai>().toExtend<AiLike>();
  const make = (ai: Ai) => new WorkersAISDK({ binding: ai, gateway: { id: "my-gateway", skipCache: true } });
  expect(make).toBeTypeOf("function");
});
