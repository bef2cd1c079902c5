import type { OutboundPolicy } from "../contracts/outbound-policy.ts";
import { checkUrl, parseUrl } from "./assert-url-allowed.ts";
import { type Deadline, openDeadline } from "./deadline.ts";
import { guardBody } from "./guarded-body.ts";
import { type OutboundReport, withReport } from "./outbound-report.ts";
import { type ResolvedOutboundPolicy, resolveOutboundPolicy } from "./policy.ts";
import {
  firstRequest,
  hasCredentials,
  isHiddenRedirect,
  isRedirect,
  nextRequest,
  type OutboundRequest,
} from "./redirects.ts";
import { refusal } from "./refusal.ts";

/**
 * Requests a URL that a user, a model or a web page supplied. Every hop is checked first (scheme, port, host allowlist,
 * the addresses behind the name), redirects are followed one by one without carrying credentials to another origin, and
 * the time and size of the policy hold until the last byte of the body is read.
 *
 * Rejects with `OutboundPolicyError` (`OUTBOUND_POLICY`) for every breach, its rule in `context.reason`; with the
 * signal's reason when the caller aborts; with what `fetch` threw when the network fails. Reading the body rejects in
 * the same ways. `init.redirect` works as in `fetch`: `"manual"` hands out the redirect, `"error"` refuses it. Where
 * the platform hides the target of a redirect, as browsers do, it is refused as `redirect-hidden`. Cookies of the
 * browser are not sent unless `init.credentials` asks for it.
 *
 * Read or cancel the body: until then, or until its time is up, the deadline stays open. `outboundReport(response)` tells
 * what could be checked. The redirects follow the Fetch standard.
 *
 * @example
 * const response = await guardedFetch("https://docs.example.com/page", { hostAllowlist: ["docs.example.com"] });
 * const page = await readTextCapped(response, 2_000_000);
 */
export async function guardedFetch(
  url: string | URL,
  policy: OutboundPolicy = {},
  init: RequestInit = {},
): Promise<Response> {
  const resolved = resolveOutboundPolicy(policy);
  const request = firstRequest(parseUrl(url), init);
  const deadline = openDeadline(resolved.timeoutMs, [resolved.signal, init.signal]);
  try {
    const { response, url, report } = await follow(request, resolved, init, deadline);
    return withReport(guardBody(response, { url, maxBytes: resolved.maxBytes, deadline, report }), report);
  } catch (error) {
    deadline.release();
    throw deadline.explain(error, request.url);
  }
}

interface Arrival {
  readonly response: Response;
  readonly url: URL;
  readonly report: OutboundReport;
}

/** Goes from hop to hop until a response is not a redirect, or is what the caller asked for. */
async function follow(
  first: OutboundRequest,
  policy: ResolvedOutboundPolicy,
  init: RequestInit,
  deadline: Deadline,
): Promise<Arrival> {
  const visited = new Set<string>();
  let request = first;
  let dnsChecked = true;
  for (let redirects = 0; ; redirects++) {
    const { url, method } = request;
    if (visited.has(`${method} ${url.href}`)) {
      throw refusal("redirect-loop", url, "the redirects lead in a circle.", { redirects });
    }
    visited.add(`${method} ${url.href}`);
    const check = await checkUrl(url, policy, deadline, redirects || undefined);
    dnsChecked &&= check.dnsChecked;
    if (followsHidden(policy, init)) return followHidden(request, policy, init, deadline, dnsChecked);

    const response = await send(request, policy, { ...init, redirect: "manual" }, deadline);
    // Transports such as React Native's follow all the same, to wherever it was.
    if (response.redirected) {
      discard(response);
      throw hiddenRedirect(url, redirects);
    }
    const report: OutboundReport = { dnsChecked, dnsPinned: false, redirects };
    if (!isRedirect(response) || init.redirect === "manual") return { response, url, report };
    discard(response);
    if (init.redirect === "error") {
      throw refusal(
        "redirect",
        url,
        `it redirects (status ${response.status}), and init.redirect is "error".`,
      );
    }
    if (isHiddenRedirect(response)) throw hiddenRedirect(url, redirects);
    if (redirects >= policy.maxRedirects) {
      const explanation = `more than ${policy.maxRedirects} redirects. See maxRedirects.`;
      throw refusal("redirect-limit", url, explanation, { redirects, limit: policy.maxRedirects });
    }
    request = nextRequest(request, response);
  }
}

async function send(
  { url, method, headers, body }: OutboundRequest,
  { fetch }: ResolvedOutboundPolicy,
  init: RequestInit,
  deadline: Deadline,
): Promise<Response> {
  const { signal } = deadline;
  const request: RequestInit = { ...cookieDefault(), ...init, method, headers, signal };
  if (body === null) delete request.body;
  else if (body !== undefined) request.body = body;
  return deadline.run(async () => {
    const response = await fetch(url.href, request); // a browser's own fetch cannot be called as a method of a policy
    if (signal.aborted) discard(response); // nobody waits for it any more
    return response;
  });
}

/** Only browsers keep cookies, and only they know `credentials`; workerd rejects a request that names it. */
function cookieDefault(): { readonly credentials?: "omit" } {
  return "credentials" in Request.prototype ? { credentials: "omit" } : {};
}

function followsHidden(
  { followHiddenRedirects, platform }: ResolvedOutboundPolicy,
  init: RequestInit,
): boolean {
  const follows = init.redirect === undefined || init.redirect === "follow";
  return followHiddenRedirects && !platform.manualRedirects && follows;
}

/** Lets the browser follow, and checks where it ended. */
async function followHidden(
  request: OutboundRequest,
  policy: ResolvedOutboundPolicy,
  init: RequestInit,
  deadline: Deadline,
  startChecked: boolean,
): Promise<Arrival> {
  if (hasCredentials(request.headers)) {
    const explanation =
      "followHiddenRedirects cannot keep credential headers from other hosts. Leave them out.";
    throw refusal("redirect-hidden", request.url, explanation);
  }
  const response = await send(request, policy, { ...init, redirect: "follow" }, deadline);
  // WebKit does not say of every redirect that it followed one; the address tells.
  if (!response.redirected && (response.url === "" || response.url === request.url.href.split("#", 1)[0])) {
    const report: OutboundReport = { dnsChecked: startChecked, dnsPinned: false, redirects: 0 };
    return { response, url: request.url, report };
  }
  const url = new URL(response.url);
  try {
    const check = await checkUrl(url, policy, deadline, 1);
    const dnsChecked = startChecked && check.dnsChecked;
    return { response, url, report: { dnsChecked, dnsPinned: false, redirects: 1, redirectsHidden: true } };
  } catch (error) {
    discard(response);
    throw error;
  }
}

function hiddenRedirect(url: URL, redirects: number): unknown {
  const explanation =
    "it redirects, and this platform hides the target, so it cannot be checked. Request the target itself, or list " +
    "the hosts in hostAllowlist and set followHiddenRedirects.";
  return refusal("redirect-hidden", url, explanation, { redirects });
}

function discard(response: Response): void {
  response.body?.cancel().catch(() => {});
}
