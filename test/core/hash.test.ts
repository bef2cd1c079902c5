import { expect, test } from "vitest";
import { sha256 } from "../../src/core/hash.ts";

test("the SHA-256 of FIPS 180-4's examples, and of the UTF-8 of other texts", async () => {
  expect(await sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(await sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(await sha256("é🙂")).toHaveLength(64);
  expect(await sha256("é🙂")).not.toBe(await sha256("é🙃"));
});
