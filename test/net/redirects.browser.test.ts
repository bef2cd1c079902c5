import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserPlatform } from "../../runtimes/browser/index.ts";
import type { OutboundPolicy } from "../../src/contracts/outbound-policy.ts";
import { fetchTextWithPolicy } from "../../src/net/fetch-text-with-policy.ts";
import { guardedFetch } from "../../src/net/guarded-fetch.ts";
import { outboundReport } from "../../src/net/outbound-report.ts";

describe("a redirect as a browser shows it", () => {
  const page = document.createElement("iframe");
  let registration: ServiceWorkerRegistration | undefined;
  let policy: OutboundPolicy = {};

  beforeAll(async () => {
    registration = await navigator.serviceWorker.register("/test/net/redirecting-service-worker.js");
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    await new Promise<void>((resolve) => {
      if (worker?.state === "activated") return resolve();
      worker?.addEventListener("statechange", () => worker.state === "activated" && resolve());
    });
    page.src = "/test/net/page";
    document.body.append(page);
    await new Promise((resolve) => page.addEventListener("load", resolve));
    policy = {
      allowedSchemes: ["http"],
      denyPrivateIPsAfterDNS: false,
      hostAllowlist: [location.hostname],
      platform: browserPlatform(),
      fetch: (url, init) => page.contentWindow?.fetch(url, init) ?? Promise.reject(new Error("no page")),
    };
  });

  afterAll(async () => {
    page.remove();
    await registration?.unregister();
  });

  it("A10: is refused, because its target is hidden", async () => {
    const request = guardedFetch(`${location.origin}/test/net/moved`, policy);
    await expect(request).rejects.toMatchObject({
      code: "OUTBOUND_POLICY",
      context: { reason: "redirect-hidden", url: `${location.origin}/test/net/moved` },
    });
  });

  it("is followed for listed hosts where the policy asks for it", async () => {
    const trusting = { ...policy, followHiddenRedirects: true };
    const result = await fetchTextWithPolicy(`${location.origin}/test/net/moved`, trusting);
    expect(result).toMatchObject({ ok: true, text: "arrived" });
    expect(outboundReport(result)).toMatchObject({ redirects: 1, redirectsHidden: true });
  });

  it("does not disturb a request without one", async () => {
    const response = await guardedFetch(`${location.origin}/test/net/arrived`, policy);
    expect(response.url).toBe(`${location.origin}/test/net/arrived`);
    expect(await response.text()).toBe("arrived");
  });
});
