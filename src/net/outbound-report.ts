/** What the guard of a request did and could not do. */
export interface OutboundReport {
  /**
   * Whether the addresses of every host on the way were known and judged. `false` where the platform cannot resolve
   * names, or the policy has the check off.
   */
  readonly dnsChecked: boolean;
  /** Always `false`: `fetch` resolves the name once more by itself, so a name that changes in between is not caught. */
  readonly dnsPinned: false;
  /** Redirects that were followed. The subrequests that a Worker is billed for are these plus one, and the look-ups. */
  readonly redirects: number;
  /** Present where a browser followed redirects by itself: `redirects` is then the least number, and only the last URL was checked. */
  readonly redirectsHidden?: true;
}

const reports: WeakMap<object, OutboundReport> = new WeakMap();

/**
 * The report of a guarded request, for the response of `guardedFetch` or the result of `fetchTextWithPolicy`; `undefined`
 * for anything else, clones included.
 *
 * @example
 * const response = await guardedFetch("https://example.com/");
 * outboundReport(response)?.dnsPinned; // false
 */
export function outboundReport(result: object): OutboundReport | undefined {
  return reports.get(result);
}

/** Keeps the report of a result; returns the result. */
export function withReport<Result extends object>(result: Result, report: OutboundReport): Result {
  reports.set(result, report);
  return result;
}
