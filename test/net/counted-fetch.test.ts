import { afterEach, expect, it, vi } from "vitest";
import { countedFetch } from "../../src/net/counted-fetch.ts";

afterEach(() => vi.unstubAllGlobals());

function answering(...responses: readonly (Partial<Response> | Error)[]): void {
  const left = [...responses];
  vi.stubGlobal("fetch", async () => {
    const next = left.shift();
    if (next instanceof Error) throw next;
    return next;
  });
}

it("R17: a request counts before it is sent, also one that fails", async () => {
  answering({ redirected: false }, new Error("offline"));
  const counted = countedFetch();
  expect(counted.used()).toBe(0);
  const first = counted.fetch("https://example.com/");
  expect(counted.used()).toBe(1);
  await first;
  await expect(counted.fetch("https://example.com/")).rejects.toThrow("offline");
  expect(counted.used()).toBe(2);
});

it("R17: a redirect that was followed is a request too", async () => {
  answering({ redirected: true });
  const counted = countedFetch();
  await counted.fetch("https://example.com/");
  expect(counted.used()).toBe(2);
});

it("each counts for itself, and begins anew", async () => {
  answering({ redirected: false }, { redirected: false });
  const [first, second] = [countedFetch(), countedFetch()];
  const { fetch } = first;
  await fetch("https://example.com/");
  await second.fetch("https://example.com/");
  first.reset();
  expect([first.used(), second.used()]).toEqual([0, 1]);
});
