import type { LinkedSignal } from "../../core/abort.ts";
import { type Exchange, openExchange, readText } from "../../net/exchange.ts";
import { serviceFailure } from "./failure.ts";

/** The longest error body that is looked at, in characters. */
const LONGEST_ERROR = 100_000;

/**
 * Sends a request and waits for the head of its answer. Rejects with a `serviceFailure` where that is a failure.
 *
 * @example
 * const answer = await openAnswer(async () => new Response("{}"), linkSignal(), undefined);
 * answer.response.status; // 200
 */
export async function openAnswer(
  send: (signal: AbortSignal) => Promise<Response>,
  linked: LinkedSignal,
  timeoutMs: number | undefined,
): Promise<Exchange> {
  const exchange = await openExchange(send, linked, timeoutMs);
  const { ok, status, headers } = exchange.response;
  if (ok) return exchange;
  const complaint = await readText(exchange, undefined, LONGEST_ERROR);
  exchange.close();
  throw serviceFailure(status, complaint, headers);
}
