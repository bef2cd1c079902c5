import { afterEach, describe, expect, it, vi } from "vitest";
import type { OutboundPolicy } from "../../src/contracts/outbound-policy.ts";
import { config } from "../../src/core/config.ts";
import { ConfigError, OutboundPolicyError } from "../../src/core/errors/index.ts";
import type { Platform } from "../../src/core/platform.ts";
import { assertUrlAllowed } from "../../src/net/assert-url-allowed.ts";
import { resolveOutboundPolicy } from "../../src/net/policy.ts";
import { watchedSignal } from "./outbound-stub.ts";

const open: OutboundPolicy = { allowedSchemes: ["https", "http"] };

function resolving(...addresses: string[]): Platform {
  return { manualRedirects: true, resolveHost: async () => addresses };
}

async function refusalOf(url: string, policy: OutboundPolicy = {}): Promise<OutboundPolicyError> {
  const error = await assertUrlAllowed(url, policy).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof OutboundPolicyError) return error;
  throw new Error(`${url} was not refused by the policy: ${error}`);
}

async function reasonOf(url: string, policy?: OutboundPolicy): Promise<unknown> {
  return (await refusalOf(url, policy)).context?.reason;
}

describe("resolveOutboundPolicy", () => {
  it("fills the strict defaults", () => {
    expect(resolveOutboundPolicy()).toMatchObject({
      allowedSchemes: ["https"],
      denyPrivateIPsAfterDNS: true,
      maxRedirects: 5,
      maxBytes: 5_242_880,
      timeoutMs: 10_000,
    });
    expect(resolveOutboundPolicy().hostAllowlist).toBeUndefined();
  });

  it("keeps what is given, and takes undefined for left out", () => {
    const policy = resolveOutboundPolicy({
      maxRedirects: 0,
      maxBytes: 1,
      timeoutMs: undefined,
      hostAllowlist: [],
    });
    expect(policy).toMatchObject({ maxRedirects: 0, maxBytes: 1, timeoutMs: 10_000, hostAllowlist: [] });
  });

  it.each([
    [{ allowedSchemes: ["file"] }, "file"],
    [{ maxBytes: -1 }, "maxBytes"],
    [{ maxRedirects: Number.NaN }, "maxRedirects"],
    [{ timeoutMs: 0 }, "timeoutMs"],
    [{ hostAllowlist: ["https://example.com"] }, "hostAllowlist"],
    [{ hostAllowlist: ["example.com/path"] }, "hostAllowlist"],
    [{ hostAllowlist: ["example.com:8080"] }, "hostAllowlist"],
    [{ hostAllowlist: ["user@example.com"] }, "hostAllowlist"],
    [{ hostAllowlist: [""] }, "hostAllowlist"],
    [{ followHiddenRedirects: true }, "hostAllowlist"],
  ])("refuses %j when it is made", (policy, named) => {
    expect(() => resolveOutboundPolicy(policy)).toThrow(ConfigError);
    expect(() => resolveOutboundPolicy(policy)).toThrow(named);
  });
});

describe("assertUrlAllowed", () => {
  afterEach(() => void config({ platform: undefined as never }));

  it("gives the parsed URL of an allowed target", async () => {
    const url = await assertUrlAllowed("https://EXAMPLE.com/a?b=1", { platform: resolving("93.184.216.34") });
    expect(url.href).toBe("https://example.com/a?b=1");
  });

  it.each([
    ["http://example.com/", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["data:text/plain,x", "scheme"],
    ["nonsense", "invalid-url"],
    ["https://example.com:22/", "port"],
    ["https://example.com:6379/", "port"],
    ["https://localhost/", "internal-name"],
    ["https://10.0.0.1/", "internal-address"],
  ])("refuses %s by its %s rule", async (url, reason) => {
    expect(await reasonOf(url)).toBe(reason);
  });

  it.each([
    "https://localhost./",
    "https://LOCALHOST../",
    "https://[::ffff:169.254.169.254]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://0x7f.1/",
    "https://user:pass@127.0.0.1/",
    "https://example.com@127.0.0.1/",
    "https://metadata.google.internal/",
    "https://intranet/",
  ])("A10: refuses %s without a resolver", async (url) => {
    expect(await reasonOf(url)).toMatch(/^internal-/);
  });

  it("A10: refuses 169.254.169.254.nip.io where a resolver tells where it leads", async () => {
    const policy = { platform: resolving("169.254.169.254") };
    const error = await refusalOf("https://169.254.169.254.nip.io/", policy);
    expect(error.message).toContain("169.254.169.254.nip.io resolves to 169.254.169.254");
    expect(error.context).toMatchObject({
      reason: "internal-address",
      host: "169.254.169.254.nip.io",
      address: "169.254.169.254",
    });
  });

  it("refuses a name with one internal address among public ones", async () => {
    const policy = { platform: resolving("93.184.216.34", "2606:2800:220:1::1", "fd00::1") };
    expect(await reasonOf("https://example.com/", policy)).toBe("internal-address");
  });

  it("refuses a name without an address, with one that is none, or whose look-up fails", async () => {
    expect(await reasonOf("https://example.com/", { platform: resolving() })).toBe("dns");
    expect(await reasonOf("https://example.com/", { platform: resolving("93.184.216.034") })).toBe(
      "internal-address",
    );
    const failing: Platform = {
      manualRedirects: true,
      resolveHost: () => Promise.reject(new Error("SERVFAIL")),
    };
    const error = await refusalOf("https://example.com/", { platform: failing });
    expect(error.context?.reason).toBe("dns");
    expect(error.cause).toEqual(new Error("SERVFAIL"));
  });

  it("resolves the name as it will be requested, and never an address", async () => {
    const asked: string[] = [];
    const platform: Platform = {
      manualRedirects: true,
      resolveHost: async (name) => {
        asked.push(name);
        return ["93.184.216.34"];
      },
    };
    await assertUrlAllowed("https://Bücher.example./", { platform });
    await assertUrlAllowed("https://1.1.1.1/", { platform });
    await assertUrlAllowed("https://[2606:4700:4700::1111]/", { platform });
    expect(asked).toEqual(["xn--bcher-kva.example."]);
  });

  it("asks the resolver as a method of its platform", async () => {
    const platform: Platform & { addresses: string[] } = {
      manualRedirects: true,
      addresses: ["127.0.0.1"],
      async resolveHost() {
        return this.addresses;
      },
    };
    expect(await reasonOf("https://example.com/", { platform })).toBe("internal-address");
  });

  it("takes the platform of the program where the policy has none", async () => {
    config({ platform: resolving("127.0.0.1") });
    expect(await reasonOf("https://example.com/")).toBe("internal-address");
    await assertUrlAllowed("https://example.com/", { platform: resolving("93.184.216.34") });
  });

  it("lets an unresolvable name pass on its looks, unless requireDnsCheck", async () => {
    await assertUrlAllowed("https://example.com/");
    expect(await reasonOf("https://example.com/", { requireDnsCheck: true })).toBe("dns");
    await assertUrlAllowed("https://1.1.1.1/", { requireDnsCheck: true });
  });

  it("denyPrivateIPsAfterDNS: false opens internal hosts, and nothing else", async () => {
    const policy: OutboundPolicy = { ...open, denyPrivateIPsAfterDNS: false, hostAllowlist: ["localhost"] };
    await assertUrlAllowed("http://localhost:11434/", policy);
    expect(await reasonOf("http://127.0.0.1/", policy)).toBe("host-allowlist");
    expect(await reasonOf("ftp://localhost/", policy)).toBe("scheme");
  });

  it("allowedPorts names the ports beside 80 and 443, also such as are refused by default", async () => {
    const policy = { allowedPorts: [22] };
    await assertUrlAllowed("https://1.1.1.1:22/", policy);
    await assertUrlAllowed("https://1.1.1.1/", policy);
    await assertUrlAllowed("https://1.1.1.1:8443/");
    expect(await reasonOf("https://1.1.1.1:8443/", policy)).toBe("port");
  });

  describe("hostAllowlist", () => {
    const allowed = async (host: string, policy: OutboundPolicy): Promise<boolean> =>
      assertUrlAllowed(`https://${host}/`, policy).then(
        () => true,
        () => false,
      );

    it.each([
      ["docs.example.com", true],
      ["a.docs.example.com", true],
      ["DOCS.example.com.", true],
      ["evildocs.example.com", false],
      ["example.com", false],
      ["docs.example.com.evil.test", false],
      ["1.1.1.1", false],
    ])("an entry covers its subdomains: %s is %s", async (host, expected) => {
      expect(await allowed(host, { hostAllowlist: ["docs.example.com"] })).toBe(expected);
    });

    it("allowSubdomains: false keeps to the very host", async () => {
      const policy = { hostAllowlist: ["example.com", "*.other.example"], allowSubdomains: false };
      expect(await allowed("example.com", policy)).toBe(true);
      expect(await allowed("a.example.com", policy)).toBe(false);
      expect(await allowed("a.other.example", policy)).toBe(true);
      expect(await allowed("other.example", policy)).toBe(false);
    });

    it("knows a host in each of its spellings, and addresses too", async () => {
      const policy = { hostAllowlist: ["Bücher.example.", "1.1.1.1", "2606:4700:4700::1111"] };
      expect(await allowed("xn--bcher-kva.example", policy)).toBe(true);
      expect(await allowed("0x1010101", policy)).toBe(true);
      expect(await allowed("[2606:4700:4700:0::1111]", policy)).toBe(true);
    });

    it("allows no host where it is empty, and no internal one where it is listed", async () => {
      expect(await allowed("example.com", { hostAllowlist: [] })).toBe(false);
      expect(await allowed("127.0.0.1", { hostAllowlist: ["127.0.0.1"] })).toBe(false);
    });
  });

  it("tells the URL without credentials, query and fragment", async () => {
    const error = await refusalOf("https://user:hunter2@10.0.0.1/path?token=abc#part");
    expect(error.context?.url).toBe("https://10.0.0.1/path");
    expect(JSON.stringify([error.message, error])).not.toMatch(/hunter2|user|abc|part/);
    const unreadable = await refusalOf("//user:hunter2@nowhere:99999?token=abc");
    expect(JSON.stringify([unreadable.message, unreadable])).not.toMatch(/hunter2|user|abc/);
  });

  it("has a stable code, and does not ask to try again", async () => {
    const error = await refusalOf("http://example.com/");
    expect(error).toMatchObject({ code: "OUTBOUND_POLICY", retryable: false, name: "OutboundPolicyError" });
  });

  it("S20: leaves no listener and no timer", async () => {
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    const { controller, listeners } = watchedSignal();
    const policy = { platform: resolving("93.184.216.34"), signal: controller.signal };
    await assertUrlAllowed("https://example.com/", policy);
    await reasonOf("https://127.0.0.1/", policy);
    expect(listeners()).toBe(0);
    expect(cleared).toHaveBeenCalledTimes(2);
    cleared.mockRestore();
  });

  it("stops a look-up that hangs, by time and by signal", async () => {
    const platform: Platform = { manualRedirects: true, resolveHost: () => new Promise(() => {}) };
    const late = await refusalOf("https://example.com/", { platform, timeoutMs: 5 });
    expect(late.context).toMatchObject({ reason: "timeout", limit: 5 });
    expect(late.retryable).toBe(true);
    const controller = new AbortController();
    const pending = assertUrlAllowed("https://example.com/", { platform, signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
  });
});
