import { expect, it } from "vitest";
import { pageWishes } from "../../../../src/rag/load/site/robots-tag.ts";

it.each([
  ["", "", false, false],
  ["noindex, nofollow", "", true, true],
  ["NOINDEX", "", true, false],
  ["none", "", true, true],
  ["all", "noindex", true, false],
  ["", "none", true, true],
  ["", "otherbot: noindex", false, false],
  ["", "otherbot: noindex, nofollow", false, false],
  ["", "otherbot: noindex, Hedgemage: nofollow", false, true],
  ["", "unavailable_after: 25 Jun 2010 15:00:00 PST, noindex", true, false],
  ["", "max-snippet: 20, nofollow", false, true],
])("pageWishes of %j and %j", (meta, header, noindex, nofollow) => {
  expect(pageWishes(meta, header, "hedgemage")).toEqual({ noindex, nofollow });
});
