import type { OutboundPolicy } from "../../../contracts/outbound-policy.ts";
import { wait } from "../../../core/wait.ts";
import { guardedFetch } from "../../../net/guarded-fetch.ts";
import { retryAfterOf } from "../../../net/retry-after.ts";
import { discard } from "../discard.ts";
import type { LoadSiteOptions } from "../load-site.ts";
import { acceptedTypes } from "../load-web-page.ts";
import { readCapped } from "./read-capped.ts";
import { forbidden, parseRobots, type Robots, unrestricted } from "./robots.ts";

/** Its time was over before it could ask. */
export class TooLate extends Error {}

/** Asks for the pages of a site the way its hosts want to be asked. */
export interface Visitor {
  /** The crawler's name in robots.txt. */
  readonly token: string;
  robotsOf(url: URL): Promise<Robots>;
  /** Requests when it is polite to; `maxBytes` caps the body. Rejects with `TooLate` where that is after the deadline. */
  ask(url: URL, maxBytes: number, redirect: RequestInit["redirect"]): Promise<Response>;
}

/** What RFC 9309 wants to be read of a robots.txt at least. */
const robotsBytes = 512_000;

/** What is waited where a server says that it was asked too much, but not for how long. */
const shortRestMs = 5_000;
const longestRestMs = 60_000;

/** Makes the visitor of one load. Headers of the caller go to the origin of the first page only. */
export function visitorOf(
  options: LoadSiteOptions,
  home: () => URL,
  deadline: number,
  signal: AbortSignal,
): Visitor {
  const { policy = {}, headers, delayMs = 500, userAgent = "hedgemage" } = options;
  const token = /^[a-z_-]+/i.exec(userAgent)?.[0] ?? "hedgemage";
  const known = new Map<string, Promise<Robots>>();
  const nextAt = new Map<string, number>();

  function request(url: URL, own: OutboundPolicy, redirect: RequestInit["redirect"]): Promise<Response> {
    const values = new Headers({ accept: acceptedTypes });
    if (!isPage()) values.set("user-agent", userAgent);
    if (url.origin === home().origin) {
      for (const [name, value] of Object.entries(headers ?? {})) values.set(name, value);
    }
    return guardedFetch(
      url,
      { ...policy, ...own },
      { headers: values, signal, ...(redirect && { redirect }) },
    );
  }

  async function readRobots(origin: string): Promise<Robots> {
    try {
      const response = await request(
        new URL("/robots.txt", origin),
        { maxBytes: Number.POSITIVE_INFINITY },
        undefined,
      );
      const { ok, status } = response;
      if (ok)
        return parseRobots(new TextDecoder().decode(await readCapped(response.body, robotsBytes)), token);
      discard(response);
      return status >= 400 && status < 500 && status !== 429 ? unrestricted : forbidden;
    } catch {
      return forbidden; // what cannot be asked may be anything
    }
  }

  async function untilPolite(url: URL): Promise<void> {
    const { crawlDelayMs } = await visitor.robotsOf(url);
    const now = Date.now();
    const at = Math.max(now, nextAt.get(url.host) ?? now);
    if (at >= deadline) throw new TooLate();
    nextAt.set(url.host, at + Math.max(delayMs, crawlDelayMs));
    if (at > now) await wait(at - now, signal);
  }

  const visitor: Visitor = {
    token,
    robotsOf(url) {
      const { origin } = url;
      const robots = known.get(origin) ?? readRobots(origin);
      known.set(origin, robots);
      return robots;
    },
    async ask(url, maxBytes, redirect) {
      for (let isSecond = false; ; isSecond = true) {
        await untilPolite(url);
        const response = await request(url, { maxBytes }, redirect);
        const restMs = isSecond ? undefined : restOf(response);
        if (restMs === undefined || restMs > longestRestMs) return response;
        discard(response);
        nextAt.set(url.host, Math.max(nextAt.get(url.host) ?? 0, Date.now() + restMs));
      }
    },
  };
  return visitor;
}

/** How long a server wants to be left alone before it is asked again; `undefined` where asking again would not help. */
function restOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  return retryAfterOf(headers, "") ?? (status === 429 ? shortRestMs : undefined);
}

/** In a page the header would make every request to another origin one that has to be allowed first. */
function isPage(): boolean {
  const agent: string | undefined = globalThis.navigator?.userAgent;
  return agent?.startsWith("Mozilla/") ?? false;
}
