import { expect, it } from "vitest";
import { readDataUrl } from "../../../src/providers/adapter/data-url.ts";

it.each([
  ["data:image/png;base64,AAAA", { mediaType: "image/png", base64: "AAAA" }],
  ["DATA:image/png;charset=utf-8;Base64,AA,A", { mediaType: "image/png", base64: "AA,A" }],
  ["data:;base64,AAAA", { mediaType: "", base64: "AAAA" }],
  ["data:image/png,AAAA", undefined],
  ["data:image/png;base64", undefined],
  ["https://example.com/a;base64,AAAA", undefined],
  ["", undefined],
])("%s holds what it says", (url, held) => {
  expect(readDataUrl(url)).toEqual(held);
});
