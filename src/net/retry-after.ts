/**
 * How long to wait before the next try, in milliseconds: from `retry-after-ms` (OpenAI, Azure), `retry-after` (seconds or
 * an HTTP date, RFC 9110 section 10.2.3), else from the wording or Google's `retryDelay`, since a page cannot read headers
 * that the service does not expose to it.
 *
 * @example
 * retryAfterOf(new Headers({ "retry-after": "2" }), ""); // 2000
 */
export function retryAfterOf(headers: Headers | undefined, message: string): number | undefined {
  const exact = headers?.get("retry-after-ms") ?? headers?.get("x-ms-retry-after-ms");
  if (exact && Number(exact) >= 0) return Number(exact);
  const given = headers?.get("retry-after");
  if (given) {
    const wait = Number(given) >= 0 ? Number(given) * 1000 : Date.parse(given) - Date.now();
    if (!Number.isNaN(wait)) return Math.max(0, Math.round(wait));
  }
  return duration(
    /(?:(?:again|retry) (?:in|after) |"retryDelay":")([\d.hms]{1,30}(?: s)?)/i.exec(message)?.[1],
  );
}

/** Milliseconds of a duration such as `1m2.5s` or `20ms`. */
function duration(text: string | undefined): number | undefined {
  let total: number | undefined;
  for (const [, amount, unit] of text?.matchAll(/([\d.]{1,12}) ?(ms|[hms])/g) ?? []) {
    total =
      (total ?? 0) +
      Number(amount) * (unit === "ms" ? 1 : unit === "s" ? 1000 : unit === "m" ? 60_000 : 3_600_000);
  }
  return total === undefined || Number.isNaN(total) ? undefined : Math.ceil(total);
}
