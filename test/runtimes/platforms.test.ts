import { afterEach, describe, expect, it, vi } from "vitest";
import { browserPlatform } from "../../runtimes/browser/index.ts";
import { denoPlatform } from "../../runtimes/deno/index.ts";
import { extensionPlatform } from "../../runtimes/extension/index.ts";
import { nodePlatform } from "../../runtimes/node/index.ts";
import { workersPlatform } from "../../runtimes/workers/index.ts";
import type { Platform } from "../../src/contracts/platform.ts";
import { ConfigError } from "../../src/core/errors/index.ts";

/** The service that a platform asks for names, or `undefined` where it asks none. */
async function serviceOf(platform: Platform): Promise<string | undefined> {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(new URL(url).host);
    return new Response(JSON.stringify({ Status: 0, Answer: [{ type: 1, data: "1.1.1.1" }] }));
  });
  await platform.resolveHost?.("a.example", {});
  return asked[0];
}

afterEach(() => void vi.unstubAllGlobals());

describe.each([
  ["browserPlatform", browserPlatform],
  ["extensionPlatform", extensionPlatform],
])("%s", (_, platformOf) => {
  it("hides redirects and resolves nothing by itself", () => {
    expect(platformOf()).toEqual({ manualRedirects: false });
    expect(platformOf({ dnsOverHttps: false })).toEqual({ manualRedirects: false });
  });

  it("asks the service that it is given", async () => {
    expect(await serviceOf(platformOf({ dnsOverHttps: true }))).toBe("cloudflare-dns.com");
    expect(await serviceOf(platformOf({ dnsOverHttps: "https://dns.google/resolve" }))).toBe("dns.google");
    expect(() => platformOf({ dnsOverHttps: "http://dns.google/" })).toThrow(ConfigError);
  });
});

describe("workersPlatform", () => {
  it("sees redirects, and asks Cloudflare unless told otherwise", async () => {
    expect(workersPlatform().manualRedirects).toBe(true);
    expect(await serviceOf(workersPlatform())).toBe("cloudflare-dns.com");
    expect(await serviceOf(workersPlatform({ dnsOverHttps: new URL("https://dns.google/resolve") }))).toBe(
      "dns.google",
    );
    expect(workersPlatform({ dnsOverHttps: false })).toEqual({ manualRedirects: true });
  });
});

describe("denoPlatform", () => {
  class NotFound extends Error {
    override readonly name = "NotFound";
  }

  function answering(answers: { A: string[] | Error; AAAA: string[] | Error }): Platform {
    return denoPlatform({
      async resolveDns(_, type) {
        const answer = answers[type];
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
  }

  it("gives the addresses of both families; one without records is fine", async () => {
    const both = answering({ A: ["1.1.1.1"], AAAA: ["2606:4700::1"] });
    expect(both.manualRedirects).toBe(true);
    expect(await both.resolveHost?.("a.example", {})).toEqual(["1.1.1.1", "2606:4700::1"]);
    expect(await answering({ A: ["1.1.1.1"], AAAA: new NotFound() }).resolveHost?.("a.example", {})).toEqual([
      "1.1.1.1",
    ]);
    expect(
      await answering({ A: new NotFound(), AAAA: new NotFound() }).resolveHost?.("a.example", {}),
    ).toEqual([]);
  });

  it("rejects when a family fails", async () => {
    const failing = answering({ A: ["1.1.1.1"], AAAA: new Error("SERVFAIL") });
    await expect(failing.resolveHost?.("a.example", {})).rejects.toThrow("SERVFAIL");
  });

  it("hands the signal on", async () => {
    const resolveDns = vi.fn(async () => ["1.1.1.1"]);
    const { signal } = new AbortController();
    await denoPlatform({ resolveDns }).resolveHost?.("a.example", { signal });
    expect(resolveDns.mock.calls).toEqual([
      ["a.example", "A", { signal }],
      ["a.example", "AAAA", { signal }],
    ]);
  });
});

describe("nodePlatform", () => {
  it("asks for all addresses of a name", async () => {
    const lookup = vi.fn(async () => [{ address: "1.1.1.1" }, { address: "::1" }]);
    const platform = nodePlatform({ lookup });
    expect(platform.manualRedirects).toBe(true);
    expect(await platform.resolveHost?.("a.example", {})).toEqual(["1.1.1.1", "::1"]);
    expect(lookup).toHaveBeenCalledWith("a.example", { all: true });
  });
});
