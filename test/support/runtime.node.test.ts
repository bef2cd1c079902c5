import { expect, it } from "vitest";

it("the node project runs on Node", () => {
  expect(process.versions.node).toMatch(/^2[4-9]\./);
  expect(globalThis).not.toHaveProperty("Deno");
});
