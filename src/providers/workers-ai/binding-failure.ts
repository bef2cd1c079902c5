import { type ServiceFailure, serviceFailure } from "../adapter/failure.ts";

/** The statuses of Workers AI's internal codes (Cloudflare's page "Workers AI: Errors"); what the binding throws has none. */
const STATUSES: Readonly<Record<string, number>> = {
  3003: 400,
  3006: 413,
  3007: 408,
  3008: 408,
  3023: 403,
  3030: 400,
  3036: 429,
  3039: 400,
  3040: 429,
  3041: 403,
  3042: 404,
  5005: 405,
  5016: 403,
  5018: 403,
  5019: 405,
  10000: 401,
};

/** An internal code and what is said of it, also behind the names of errors. */
const CODED: RegExp = /^(?:\w{1,40}: ){0,4}(\d{4,5}): ([\s\S]*)$/;

/**
 * Turns what the binding threw, or its service answered, into the account of a failure: the internal code, the service's
 * words and the status of the code. What is no failure of the service is given back.
 *
 * @example
 * const thrown = new Error("3040: Capacity temporarily exceeded, please try again.");
 * Object(bindingFailure(thrown)).status; // 429
 */
export function bindingFailure(thrown: unknown): unknown {
  const { status, body, headers, message, name } = Object(thrown) as Partial<ServiceFailure>;
  if (typeof status === "number") {
    const { code, text } = readBody(body);
    return code ? serviceFailure(status, account(code, text), headers) : thrown;
  }
  if (typeof message !== "string") return thrown;
  const [, code = "", text = message] = CODED.exec(message) ?? [];
  if (code) {
    // Those of the fifth thousand tell what is wrong with a request.
    return serviceFailure(STATUSES[code] ?? (/^5\d{3}$/.test(code) ? 400 : 500), account(code, text));
  }
  if (name === "AiInternalError") return serviceFailure(400, account("", text));
  return /^InferenceUpstreamError$|^AiError/.test(`${name}`) ? serviceFailure(500, text) : thrown;
}

/** Two kinds are told by their wording alone, and named here as other services name them. */
function account(code: string, message: string): { code: string; message: string } {
  // The model could not keep to the schema: another try may work.
  if (/JSON mode couldn/i.test(message)) return { code: "json_validate_failed", message };
  return { code: /NSFW/.test(message) ? "content_filter" : code, message };
}

function readBody(body: unknown): { readonly code: string; readonly text: string } {
  try {
    const told = Object(JSON.parse(String(body)));
    const { internalCode, code = internalCode, description, message } = told.errors?.[0] ?? told;
    return { code: code === undefined ? "" : String(code), text: String(description ?? message ?? "") };
  } catch {
    return { code: "", text: "" };
  }
}
