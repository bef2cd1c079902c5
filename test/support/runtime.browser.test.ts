import { expect, it } from "vitest";

it("the browser project runs in a page of a real browser", () => {
  expect(document.defaultView).toBe(globalThis.window);
  expect(navigator.userAgent).toContain("Chrome/");
  expect(globalThis.indexedDB).toBeInstanceOf(IDBFactory);
});
