import { cappedStream, declaredBytes } from "./capped-stream.ts";
import type { Deadline } from "./deadline.ts";
import type { OutboundReport } from "./outbound-report.ts";

/** How a response came about, and what its body is held to. */
export interface GuardedBodyOptions {
  /** The URL of the last hop. */
  readonly url: URL;
  readonly maxBytes: number;
  readonly deadline: Deadline;
  readonly report: OutboundReport;
}

const BODY_READERS = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"] as const;

/**
 * The response with its body held to size and time, however it is read. Releases the deadline when the body ends, or at
 * once where there is none.
 */
export function guardBody(response: Response, options: GuardedBodyOptions): Response {
  const { deadline, maxBytes, report } = options;
  const url = response.url || options.url.href.slice(0, options.url.href.length - options.url.hash.length);
  const { body, status, statusText, headers } = response;
  let guarded = response;
  if (body && status >= 200) {
    let failure: unknown;
    const onError = (error: unknown): void => {
      failure = error;
    };
    const limits = { url, maxBytes, declaredBytes: declaredBytes(response), deadline, onError };
    // Some servers answer with a status that cannot be constructed, such as 999; it is told all the same.
    const known = status < 600;
    guarded = new Response(cappedStream(body, limits), { status: known ? status : 502, statusText, headers });
    if (!known) Object.defineProperty(guarded, "status", { value: status, configurable: true });
    keepErrors(guarded, () => failure);
  } else {
    deadline.release();
  }
  // A constructed response knows neither where it came from nor how, and the platform saw no redirect.
  return Object.defineProperties(guarded, {
    url: { value: url, configurable: true },
    redirected: { value: report.redirects > 0, configurable: true },
  });
}

/** Chromium's `text()` and the like tell "Failed to fetch" of a stream that ended with any error: tell which it was. */
function keepErrors(response: Response, failure: () => unknown): void {
  for (const name of BODY_READERS) {
    const read: unknown = response[name];
    if (typeof read !== "function") continue; // bytes() is new
    const value = async (): Promise<unknown> => {
      try {
        return await Reflect.apply(read, response, []);
      } catch (error) {
        throw failure() ?? error;
      }
    };
    Object.defineProperty(response, name, { value, configurable: true, writable: true });
  }
}
