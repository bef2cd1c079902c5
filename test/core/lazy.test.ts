import { expect, test } from "vitest";
import { lazy } from "../../src/core/lazy.ts";

test("loads once, then hands over what was loaded without a promise", async () => {
  let loads = 0;
  const words = lazy(async () => {
    loads += 1;
    return ["tide"];
  });
  expect(loads).toBe(0);
  const first = words();
  expect(first).toBeInstanceOf(Promise);
  const loaded = await first;
  expect(words()).toBe(loaded);
  expect(loads).toBe(1);
});

test("what failed to load is tried again", async () => {
  let loads = 0;
  const words = lazy(async () => {
    loads += 1;
    if (loads === 1) throw new Error("offline");
    return ["tide"];
  });
  await expect(words()).rejects.toThrow("offline");
  expect(await words()).toEqual(["tide"]);
});
