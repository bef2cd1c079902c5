import type { Platform } from "../core/platform.ts";

/** Makes one request. The global `fetch` fits, and so does a stub `(url, init) => new Response("…")`. */
export type OutboundFetch = (url: string, init: RequestInit) => Response | Promise<Response>;

/** What an outbound request may do. Every field is optional, and what is left out has the strict default. */
export interface OutboundPolicy {
  /** `"https"` alone unless `"http"` is added. Other schemes cannot be guarded and are a `ConfigError`. */
  readonly allowedSchemes?: readonly string[] | undefined;
  /**
   * Hosts that may be reached, each with its subdomains: `docs.example.com` also allows `a.docs.example.com`, and
   * `*.example.com` only what lies below. Any public host where it is left out; an empty list allows none. The address
   * check stays on for listed hosts.
   */
  readonly hostAllowlist?: readonly string[] | undefined;
  /** `false` makes an entry of `hostAllowlist` stand for that very host. Default `true`. */
  readonly allowSubdomains?: boolean | undefined;
  /** Refuse loopback, private, link-local, metadata and other special addresses and names. Default `true`. */
  readonly denyPrivateIPsAfterDNS?: boolean | undefined;
  /** Refuse a host name where the platform cannot resolve it first. Default `false`: the report says what was unchecked. */
  readonly requireDnsCheck?: boolean | undefined;
  /** Ports that may be used besides 80 and 443; default: any that is not the port of another protocol. */
  readonly allowedPorts?: readonly number[] | undefined;
  /** Redirects that are followed. Default 5. */
  readonly maxRedirects?: number | undefined;
  /**
   * Let a browser follow redirects that it hides, for hosts on the `hostAllowlist` alone, which must be given. Only the
   * last URL can be checked then. Default `false`: such a redirect is refused.
   */
  readonly followHiddenRedirects?: boolean | undefined;
  /** The most bytes of a body, after decompression. Default 5,242,880 (5 MiB). */
  readonly maxBytes?: number | undefined;
  /** Milliseconds for everything: name look-up, all redirects and the whole body. Default 10,000. `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /** Stops the request; so does `init.signal`. */
  readonly signal?: AbortSignal | null | undefined;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: OutboundFetch | undefined;
  /** How names are resolved here. Default: the program's, `config({ platform })`. */
  readonly platform?: Platform | undefined;
}
