import { OutboundPolicyError } from "../core/errors/outbound-policy-error.ts";
import { displayUrl } from "./display-url.ts";

/** Which rule of a policy refused: `context.reason` of an `OutboundPolicyError`. */
export type OutboundRefusalReason =
  | "invalid-url"
  | "scheme"
  | "port"
  | "host-allowlist"
  | "internal-name"
  | "internal-address"
  | "dns"
  | "redirect"
  | "redirect-limit"
  | "redirect-loop"
  | "redirect-hidden"
  | "redirect-location"
  | "redirect-body"
  | "body-size"
  | "timeout"
  | "status"
  | "network";

/** What a refusal can tell besides its reason and URL. */
export interface RefusalDetails {
  readonly host?: string | undefined;
  readonly address?: string | undefined;
  /** Redirects that were followed before; the one that leads to `url` is among them. */
  readonly redirects?: number | undefined;
  readonly limit?: number | undefined;
  /** What the server answered, where that is what is wrong. */
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

const outcomes: Partial<Record<OutboundRefusalReason, string>> = {
  "body-size": "stopped",
  timeout: "stopped",
  status: "failed",
  network: "failed",
};

/**
 * Makes the error of a refused request. The message opens with the URL, which shows neither credentials nor query.
 *
 * @example
 * refusal("scheme", "http://example.com/?key=1", "https only.").message;
 * // "Request to http://example.com/ refused: https only."
 */
export function refusal(
  reason: OutboundRefusalReason,
  url: string | URL,
  explanation: string,
  details: RefusalDetails = {},
): OutboundPolicyError {
  const { cause, ...values } = details;
  const shown = displayUrl(url);
  const entries = Object.entries({ url: shown || undefined, ...values });
  const known = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const outcome = outcomes[reason] ?? "refused";
  return new OutboundPolicyError(`Request${shown && ` to ${shown}`} ${outcome}: ${explanation}`, {
    context: { reason, ...known },
    ...(cause === undefined ? {} : { cause }),
    retryable: reason === "timeout" || reason === "network" || isPassing(details.status),
  });
}

function isPassing(status: number | undefined): boolean {
  return status === 429 || (status !== undefined && status >= 500);
}
