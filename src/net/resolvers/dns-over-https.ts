import type { OutboundFetch } from "../../contracts/outbound-policy.ts";
import { linkSignal } from "../../core/abort.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import type { ResolveHost } from "../../core/platform.ts";
import { readTextCapped } from "../read-text-capped.ts";

/** Where names are asked for, and how. */
export interface DnsOverHttpsOptions {
  /** A service that answers DNS as JSON. Default: Cloudflare's, `https://cloudflare-dns.com/dns-query`. */
  readonly endpoint?: string | URL | undefined;
  /** Milliseconds for both questions. Default 5,000. */
  readonly timeoutMs?: number | undefined;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: OutboundFetch | undefined;
}

const MAX_ANSWER_BYTES = 65_536;

/** Record types by their numbers in the DNS (RFC 1035, RFC 3596). */
const RECORD_TYPES = { A: 1, AAAA: 28 } as const;
type RecordType = keyof typeof RECORD_TYPES;

/**
 * A resolver that works wherever `fetch` does, pages included. Asks for A and AAAA records, at once, and gives the
 * addresses of both, at the end of CNAME chains too. Rejects when either question fails, because the half that is
 * missing may be the internal one. The service sees every name that is asked for, and not what a local resolver or a hosts
 * file would say. Speaks the JSON form that Cloudflare and Google serve. Throws `ConfigError` for an endpoint that is not https.
 *
 * @example
 * config({ platform: { manualRedirects: true, resolveHost: dnsOverHttps() } });
 */
export function dnsOverHttps(options: DnsOverHttpsOptions = {}): ResolveHost {
  const { endpoint = "https://cloudflare-dns.com/dns-query", timeoutMs = 5_000 } = options;
  const fetch: OutboundFetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
  if (!URL.canParse(String(endpoint)) || new URL(endpoint).protocol !== "https:") {
    throw new ConfigError(
      `The DNS endpoint "${endpoint}" is not an https URL. Give one such as https://dns.google/resolve.`,
    );
  }
  return async (hostname, { signal }) => {
    const linked = linkSignal(signal, timeoutMs);
    const ask = (type: RecordType): Promise<string[]> =>
      askFor(hostname, type, new URL(endpoint), fetch, linked.signal);
    try {
      const answers = await Promise.all([ask("A"), ask("AAAA")]);
      return answers.flat();
    } finally {
      linked.abort(); // where one question failed, the other is still open
      linked.release();
    }
  };
}

async function askFor(
  hostname: string,
  type: RecordType,
  question: URL,
  fetch: OutboundFetch,
  signal: AbortSignal,
): Promise<string[]> {
  question.searchParams.set("name", hostname);
  question.searchParams.set("type", type);
  const headers = { accept: "application/dns-json" };
  // "manual", because workerd knows no "error"; a redirect is then just an answer that is not ok.
  const response = await fetch(question.href, { headers, signal, redirect: "manual" });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The DNS service answered with status ${response.status}.`);
  }
  const answer: unknown = JSON.parse(await readTextCapped(response, MAX_ANSWER_BYTES));
  return readAddresses(answer, type);
}

/** The addresses in `{ Status, TC, Answer: [{ type, data }] }`; the other records of a chain are passed over. */
function readAddresses(answer: unknown, type: RecordType): string[] {
  if (!isRecord(answer) || answer.Status !== 0) {
    throw new Error(
      `The DNS has no answer (status ${isRecord(answer) ? String(answer.Status) : "missing"}).`,
    );
  }
  if (answer.TC === true) throw new Error("The DNS answer is cut short.");
  const records: unknown[] = Array.isArray(answer.Answer) ? answer.Answer : [];
  return records
    .filter(isRecord)
    .filter((record) => record.type === RECORD_TYPES[type])
    .map((record) => String(record.data));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
