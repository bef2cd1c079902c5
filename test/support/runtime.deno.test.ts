import { expect, it } from "vitest";

it("the deno project runs on Deno", () => {
  expect(globalThis).toHaveProperty("Deno.version.deno");
});
