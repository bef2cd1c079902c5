import { expect, it } from "vitest";

it("a browser project runs in a page of the engine that it names", () => {
  expect(document.defaultView).toBe(globalThis.window);
  expect(navigator.userAgent).toContain(import.meta.env.ENGINE);
  expect(globalThis.indexedDB).toBeInstanceOf(IDBFactory);
});
