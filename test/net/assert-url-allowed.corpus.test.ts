import { afterAll, describe, expect, it } from "vitest";
import type { OutboundPolicy } from "../../src/contracts/outbound-policy.ts";
import { OutboundPolicyError } from "../../src/core/errors/index.ts";
import type { Platform } from "../../src/core/platform.ts";
import { assertUrlAllowed } from "../../src/net/assert-url-allowed.ts";
import { corpusRows } from "../support/corpus.ts";

type Verdict = "allow" | "block" | "invalid" | "dns" | "policy";

interface UrlRow {
  url: string;
  verdict: Verdict;
  httpsOnly: Verdict;
}

interface DnsRow {
  url: string;
  verdict: "allow" | "block" | "policy" | "residual";
  answers: { A?: string[]; AAAA?: string[]; error?: string; AAAA_error?: string };
  allowHosts?: string[];
}

const urls = await corpusRows<UrlRow>("guards/ssrf/urls.dev.jsonl");
const names = await corpusRows<DnsRow>("guards/ssrf/dns.dev.jsonl");

const outside: Platform = { manualRedirects: true, resolveHost: async () => ["93.184.216.34"] };
const inside: Platform = { manualRedirects: true, resolveHost: async () => ["93.184.216.34", "10.0.0.1"] };

async function refusalReason(url: string, policy: OutboundPolicy): Promise<unknown> {
  try {
    await assertUrlAllowed(url, policy);
    return undefined;
  } catch (error) {
    if (error instanceof OutboundPolicyError) return error.context?.reason;
    throw error;
  }
}

/** The verdict that a policy gives in fact; `dns` where the addresses of the name decide. */
async function judge(url: string, policy: OutboundPolicy): Promise<Verdict> {
  const withPublic = await refusalReason(url, { ...policy, platform: outside });
  const withInternal = await refusalReason(url, { ...policy, platform: inside });
  if (withPublic) return withPublic === "invalid-url" ? "invalid" : "block";
  return withInternal ? "dns" : "allow";
}

/** Chromium parses a few URLs that the standard rejects; they have to be refused all the same, by whichever rule. */
function refused(got: Verdict): Verdict {
  return got === "block" ? "block" : "invalid";
}

async function differences(field: "verdict" | "httpsOnly", policy: OutboundPolicy): Promise<unknown[]> {
  const scored = (urls ?? []).filter((row) => row[field] !== "policy");
  const judged = await Promise.all(
    scored.map(async (row) => ({ ...row, got: await judge(row.url, policy) })),
  );
  return judged.filter((row) => row.got !== (row[field] === "invalid" ? refused(row.got) : row[field]));
}

describe.skipIf(!urls)("the URL corpus", () => {
  afterAll(() =>
    console.log(`ssrf/urls: ${urls?.filter(({ verdict }) => verdict !== "policy").length} URLs are scored`),
  );

  it("A10: holds with http and https allowed", async () => {
    expect(await differences("verdict", { allowedSchemes: ["http", "https"] })).toEqual([]);
  });

  it("A10: holds with the default policy", async () => {
    expect(await differences("httpsOnly", {})).toEqual([]);
  });
});

describe.skipIf(!names)("the DNS corpus", () => {
  const scored = (names ?? []).filter(({ verdict }) => verdict === "allow" || verdict === "block");
  afterAll(() => console.log(`ssrf/dns: ${scored.length} of ${names?.length} answers are scored`));

  it.each(["allow", "block"] as const)("A10: every answer to %s", async (expected) => {
    const group = scored.filter(({ verdict }) => verdict === expected);
    const judged = await Promise.all(
      group.map(async (row) => ({
        ...row,
        got: (await refusalReason(row.url, policyOf(row))) ? "block" : "allow",
      })),
    );
    expect(judged.length).toBeGreaterThan(10);
    expect(judged.filter(({ got }) => got !== expected)).toEqual([]);
  });

  /** The corpus lists very hosts, without their subdomains. */
  function policyOf({ answers, allowHosts }: DnsRow): OutboundPolicy {
    const resolveHost = async (): Promise<string[]> => {
      if (answers.error || answers.AAAA_error) throw new Error(answers.error ?? answers.AAAA_error);
      return [...(answers.A ?? []), ...(answers.AAAA ?? [])];
    };
    return {
      platform: { manualRedirects: true, resolveHost },
      hostAllowlist: allowHosts,
      allowSubdomains: false,
    };
  }
});
