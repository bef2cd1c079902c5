import type { AIErrorOptions } from "../../core/errors/ai-error.ts";
import {
  ContentFilterError,
  ContextLengthExceededError,
  InvalidRequestError,
  ProviderAuthError,
  ProviderError,
  ProviderRateLimitError,
  ProviderTimeoutError,
  QuotaExceededError,
} from "../../core/errors/provider-errors.ts";
import { redactText } from "../../core/redact.ts";
import { retryAfterOf } from "../../net/retry-after.ts";
import type { CallTarget, ServiceFailure } from "./failure.ts";

/** What could be read in a service's account of a failure. */
interface Complaint {
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly requestId?: unknown;
  /** What Google tells beside its message, as JSON. */
  readonly details?: string | undefined;
}

/** Kinds of failure: the codes that name them, and the wording of services that send none. */
const QUOTA: RegExp =
  /insufficient_quota|billing|insufficient[ _](?:balance|credit|funds)|credit balance|all available credits|spend(?:ing)?[ _]limit|exceeded your current quota|free allocation|api usage limit|service_?quota_?exceeded/i;
const CONTEXT: RegExp =
  /context[ _](?:length|window|size|limit)|maximum (?:context|prompt length)|input tokens exceed|(?:prompt|input) is too long|exceeds? (?:the maximum number of tokens|max length)|token limit exceeded|model token limit|tokens_limit|reduce the length of the messages|too many (?:input )?tokens/i;
const FILTER: RegExp =
  /content_?filter|content filtering|(?:content|bio)_policy|policy_violation|usage guidelines|moderation_blocked|data_?inspection|inappropriate content|sensitive content|content exists risk|safety system|responsible ?ai|content management policy|flagged/i;
/** What is used up for longer than Google's advice to come back says. */
const USED_UP: RegExp = /"quotaId":"[^"]{0,200}PerDay|credits are depleted/;
const RATE: RegExp = /rate_?limit|too_many_requests|resource_exhausted|throttl/i;
const AUTH: RegExp =
  /invalid_api_key|incorrect api key|api key not valid|authentication|unauthorized|access_?denied|expired_?token|(?:unrecognizedclient|signature)exception/i;
/** The model, not the caller, broke the form of a tool call: another try may work. */
const MODEL_FAULT: RegExp = /tool_use_failed|json_validate_failed/;
/** What runtimes say of a request that cannot be made. They quote the header or the address, where the key may be. */
const UNSENDABLE: RegExp = /header|credential|ByteString|ISO-8859-1|(?:invalid|parse|valid) url/i;
/** The status of a failure that came inside an answer, which has none, by its code; else 500. */
const STATUSES: readonly (readonly [RegExp, number])[] = [
  [/authentication|api_key/, 401],
  [/billing/, 402],
  [/permission/, 403],
  [/^not_found|UnknownOperation/, 404],
  [/request_too_large/, 413],
  [/^rate_limit/, 429],
  [/timeout/, 504],
  [/overloaded/, 529],
  // Those of AWS.
  [/^validationException/, 400],
  [/^accessDenied/, 403],
  [/^modelTimeout/, 408],
  [/^modelStreamError/, 424],
  [/^(?:throttling|modelNotReady)/, 429],
  [/^serviceUnavailable/, 503],
  [/^(?:invalid|unsupported|empty|failed_to_download|image|context|data_residency)_|policy|filter/, 400],
];
/** A conflict, an answer that the model broke, and Groq's word for no room at present: another try may work. */
const TRANSIENT: readonly number[] = [409, 424, 498];
/** The headers in which services name a request. */
const REQUEST_IDS: readonly string[] = ["x-request-id", "request-id", "x-amzn-requestid"];
const LONGEST_MESSAGE = 2000;

/**
 * Turns what a call threw into an error of its kind: a service's account, also where an official client threw it, by the
 * code where there is one, because one status stands for several failures, then by the status; a timeout by the name of
 * what was thrown; everything else is a failure of the network. The service's own words go to `context.providerMessage`,
 * which logs do not show.
 *
 * @example
 * const failure = serviceFailure(429, { error: { code: "insufficient_quota" } });
 * classifyFailure(failure, { provider: "openai", name: "gpt-4o" }).code; // "PROVIDER_QUOTA_EXCEEDED"
 */
export function classifyFailure(thrown: unknown, target: CallTarget): ProviderError {
  const failure = failureOf(thrown);
  if (failure) return classifyAnswer(failure, target);
  const cause = withoutSecrets(thrown);
  const call = `The call of model "${target.name}" (${target.provider})`;
  if (isTimeout(thrown))
    return new ProviderTimeoutError(`${call} got no answer in time. Try again.`, { cause });
  if (thrown instanceof TypeError && UNSENDABLE.test(thrown.message)) {
    return new InvalidRequestError(
      `${call} cannot be made: a header or the base URL is not valid. Check "headers" and "baseURL".`,
    );
  }
  // Firefox has an error of its own for a full stack.
  if (thrown instanceof RangeError || (thrown instanceof Error && thrown.name === "InternalError")) {
    return new InvalidRequestError(`${call} cannot be made: something in it nests too deep for JSON.`, {
      cause,
    });
  }
  return new ProviderError(
    `${call} failed, most likely on the network. Check the connection and the base URL; in a page, also CORS (the service must allow its origin) and CSP (its connect-src must allow the service).`,
    { cause },
  );
}

/** The error itself, or one of its name where it quotes a secret, as some do of the address or the headers. */
function withoutSecrets(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const message = redactText(cause.message);
  return message === cause.message ? cause : Object.assign(new Error(message), { name: cause.name });
}

/**
 * A service's account of a failure, told by its shape: our own, or an official client's, which has it in `error`, as the
 * whole body or as what the body has under that name, or in its message.
 */
function failureOf(thrown: unknown): Account | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { status_code, status = status_code, error, headers, body } = thrown as ClientFailure;
  const isTold = typeof status === "number";
  // Where a stream broke, clients know no status.
  if (!isTold && (status !== undefined || !error || typeof error !== "object")) return undefined;
  return {
    status: isTold ? status : 200,
    body: "body" in thrown ? body : (error ?? thrown.message.replace(/^\d{3} /, "")),
    headers: headers instanceof Headers ? headers : undefined,
  };
}

type Account = Pick<ServiceFailure, "status" | "body" | "headers">;

/** What is read of an error that our own transport or an official client threw. */
interface ClientFailure extends Error {
  readonly status?: unknown;
  readonly status_code?: unknown;
  readonly error?: unknown;
  readonly body?: unknown;
  readonly headers?: unknown;
}

/** Told by names, because transports throw errors of their own; those of some clients have only the class's. */
function isTimeout(error: unknown): boolean {
  const { name, code, cause, constructor: own, message } = Object(error);
  const names = `${name} ${code} ${cause?.code} ${own?.name}`;
  return /Timeout|TIMEDOUT|TIMEOUT|ABORTED/.test(names) || message === "Request timed out.";
}

/** The status in the body wins over that of the response, since a broken stream has the status 200. */
function classifyAnswer({ status, body, headers }: Account, target: CallTarget): ProviderError {
  const complaint = readComplaint(body);
  const { message, details = "" } = complaint;
  const code = codeOf(complaint, headers);
  const actual = complaint.status ?? (status < 300 ? statusOf(code) : status);
  const said = `${code} ${message}`;
  const retryAfter = retryAfterOf(headers, message + details);
  const { provider, name: model } = target;
  const answer = `${provider} answered ${actual}${/^\w{1,60}$/.test(code) ? ` (${code})` : ""} for model "${model}"`;
  const requestId = requestIdOf(headers, complaint);
  const options: AIErrorOptions = {
    context: {
      status: actual,
      ...(code && { code }),
      ...(requestId && { requestId }),
      ...(message && { providerMessage: redactText(message.slice(0, LONGEST_MESSAGE)) }),
    },
  };
  const isRate = RATE.test(code);
  // Google says "quota" for a limit per minute, and when to come back.
  const hasNoQuota = QUOTA.test(message) && !isRate && retryAfter === undefined;
  if (actual === 402 || QUOTA.test(code) || hasNoQuota || USED_UP.test(message + details)) {
    return new QuotaExceededError(
      `${answer}: the account has no quota or credit left. Check its billing.`,
      options,
    );
  }
  // Before what reads the wording: rate limits speak of tokens, too.
  if (actual === 429 || isRate) {
    const when = retryAfter === undefined ? "later" : `in ${Math.ceil(retryAfter / 1000)} s`;
    return new ProviderRateLimitError(
      `${answer}: too many requests or tokens in a time. Try again ${when}.`,
      {
        ...options,
        retryAfter,
      },
    );
  }
  if (MODEL_FAULT.test(code)) {
    return new ProviderError(
      `${answer}: the model wrote a tool call or JSON that does not fit. Try again.`,
      options,
    );
  }
  if (FILTER.test(said)) {
    return new ContentFilterError(`${answer}: its content filter refused the request. Change the content.`, {
      ...options,
      reason: code || undefined,
      categories: complaint.categories,
    });
  }
  if (actual < 500 && CONTEXT.test(said)) {
    const advice =
      "the conversation is longer than the model takes. Shorten it, or choose a model with a larger context.";
    return new ContextLengthExceededError(`${answer}: ${advice}`, {
      ...options,
      ...tokenCounts(message),
      modelName: model,
    });
  }
  if (actual === 401 || actual === 403 || (actual < 500 && AUTH.test(said))) {
    return new ProviderAuthError(`${answer}: check the API key, and whether it may use this model.`, options);
  }
  if (actual === 408 || actual === 504 || actual === 524) {
    return new ProviderTimeoutError(`${answer}: it took too long. Try again.`, options);
  }
  if (actual >= 400 && actual < 500 && !TRANSIENT.includes(actual)) {
    const advice = "it does not accept the request. Check the model name, the base URL and the options";
    return new InvalidRequestError(`${answer}: ${advice}${whereReasonIs(message)}.`, options);
  }
  return new ProviderError(`${answer}: the service failed. Try again.`, options);
}

/** A page of a proxy, or an empty body, gives none. */
function whereReasonIs(message: string): string {
  return message && " (context.providerMessage has its reason)";
}

function statusOf(code: string): number {
  return STATUSES.find(([codes]) => codes.test(code))?.[1] ?? 500;
}

/** AWS names the kind of a failure in a header, with an address behind it. */
function codeOf({ code }: Complaint, headers: Headers | undefined): string {
  return code || (headers?.get("x-amzn-errortype")?.split(":")[0] ?? "");
}

/** A page may be kept from reading the headers. */
function requestIdOf(headers: Headers | undefined, { requestId }: Complaint): string | undefined {
  const told = REQUEST_IDS.map((name) => headers?.get(name)).find(Boolean) ?? requestId;
  return typeof told === "string" ? told : undefined;
}

/** Finds the code and the message in the shapes that services use. */
function readComplaint(body: unknown): Complaint {
  if (typeof body === "string") return readText(body);
  if (Array.isArray(body)) return readComplaint(body[0]);
  if (typeof body !== "object" || body === null) return { code: "", message: "" };
  const outer = body as {
    readonly error?: unknown;
    readonly errors?: unknown;
    readonly detail?: unknown;
    readonly message?: unknown;
    readonly code?: unknown;
    readonly type?: unknown;
    readonly status?: unknown;
    readonly status_code?: unknown;
    readonly request_id?: unknown;
    /** What AWS calls the kind, behind a namespace and `#`, and the message. */
    readonly __type?: unknown;
    readonly Message?: unknown;
    /** What OpenRouter tells: why content was refused, and what the maker of the model said. */
    readonly metadata?: { readonly reasons?: unknown; readonly raw?: unknown } | null;
    /** What Azure's content filter found. */
    readonly innererror?: { readonly content_filter_result?: unknown } | null;
    readonly details?: unknown;
  };
  const inner = outer.error ?? outer.errors ?? (outer.message === undefined ? outer.detail : undefined);
  if (inner) return { requestId: outer.request_id, ...readComplaint(inner) };
  const status = [outer.code, outer.status_code, outer.status]
    .map(Number)
    .find((value) => value >= 400 && value < 600);
  const code = [outer.code, outer.status, outer.type, outer.__type].find(
    // The type of an event that tells of an error is no kind of error.
    (value) => typeof value === "string" && value && value !== "error",
  );
  const { reasons, raw = "" } = outer.metadata ?? {};
  const message = outer.message ?? outer.Message ?? body;
  return {
    code: typeof code === "string" ? code.slice(code.indexOf("#") + 1) : "",
    message: `${asText(message)} ${asText(raw)}`.trim(),
    status,
    categories: Array.isArray(reasons)
      ? reasons.map(String)
      : filtered(outer.innererror?.content_filter_result),
    details: Array.isArray(outer.details) ? JSON.stringify(outer.details) : undefined,
  };
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** The names of the filters that refused. */
function filtered(results: unknown): string[] | undefined {
  const found = Object.entries(Object(results)).filter(([, result]) => Object(result).filtered === true);
  return found.length > 0 ? found.map(([category]) => category) : undefined;
}

/** JSON, also behind a client's own words, a plain sentence, or a page that says nothing about the failure. */
function readText(text: string): Complaint {
  try {
    const value: unknown = JSON.parse(text.slice(Math.max(0, text.search(/[[{]/))));
    return readComplaint(typeof value === "string" ? [value, ""] : value);
  } catch {
    return { code: "", message: text.trimStart().startsWith("<") ? "" : text };
  }
}

/** The two sizes in a sentence such as "maximum context length is 8192 tokens, however you requested 9001 tokens". */
function tokenCounts(message: string): { limit?: number; actual?: number } {
  const found = message.matchAll(/(\d[\d,]{2,11})(?= (?:tokens|maximum)|\))/g);
  const [first, second] = Array.from(found, ([digits]) => Number(digits.replaceAll(",", "")));
  if (first === undefined) return {};
  if (second === undefined) return { limit: first };
  return { limit: Math.min(first, second), actual: Math.max(first, second) };
}
