import type { ModerationResult } from "../../contracts/moderation.ts";
import { linkSignal } from "../../core/abort.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import {
  InvalidRequestError,
  ProviderAuthError,
  ProviderError,
  ProviderRateLimitError,
  ProviderTimeoutError,
} from "../../core/errors/provider-errors.ts";
import { redactText } from "../../core/redact.ts";
import { openExchange, readText } from "../../net/exchange.ts";
import type { ModerationSettings } from "./check.ts";

const BASE_URL = "https://api.openai.com/v1";
const MODEL = "omni-moderation-latest";
const TIMEOUT_MS = 30_000;
const LONGEST_ANSWER = 1_000_000;

/** A result for each text, of a moderator, of a client or of a request of our own. */
export async function askModerator(
  settings: ModerationSettings,
  texts: string[],
  signal: AbortSignal | undefined,
): Promise<readonly ModerationResult[]> {
  signal?.throwIfAborted();
  const { client, model = MODEL, name } = settings;
  const options = signal ? { signal } : {};
  if (client && "moderateMany" in client) return client.moderateMany(texts, options);
  const { results } = Object(
    client
      ? await client.moderations.create({ model, input: texts }, options)
      : await request(settings, texts, signal),
  );
  const found: unknown[] = Array.isArray(results) ? results : [];
  // A text that nobody has judged must not pass as harmless.
  if (found.length !== texts.length || found.some((result) => typeof Object(result).flagged !== "boolean")) {
    throw new ProviderError(
      `${name}: the answer has ${found.length} results where ${texts.length} were asked for.`,
    );
  }
  return found.map((result) => {
    const { flagged, categories, category_scores } = Object(result);
    return {
      flagged,
      categories: fieldsOf(categories, "boolean"),
      scores: fieldsOf(category_scores, "number"),
    };
  });
}

async function request(
  settings: ModerationSettings,
  input: string[],
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { apiKey, baseURL = BASE_URL, model = MODEL, name, timeoutMs = TIMEOUT_MS } = settings;
  const key = typeof apiKey === "function" ? await apiKey() : apiKey;
  if (!key && settings.fetch === undefined && settings.baseURL === undefined) {
    throw new ConfigError(
      `${name}: there is nobody to ask. Give "client" (such as openai.moderation()) or "apiKey", or a "baseURL" of yours that adds the key.`,
    );
  }
  const send = settings.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args));
  const headers = { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) };
  const linked = linkSignal(signal, timeoutMs);
  try {
    const exchange = await openExchange(
      async (signal) =>
        send(`${baseURL.endsWith("/") ? baseURL.slice(0, -1) : baseURL}/moderations`, {
          method: "POST",
          headers,
          body: JSON.stringify({ model, input }),
          signal,
        }),
      linked,
    );
    if (!exchange.response.ok) {
      exchange.close();
      throw failureOf(exchange.response, name);
    }
    return JSON.parse(await readText(exchange, undefined, LONGEST_ANSWER));
  } catch (error) {
    if (AIError.is(error)) throw error;
    if (signal?.aborted) throw signal.reason;
    if (linked.signal.aborted) {
      throw new ProviderTimeoutError(
        `${name}: no answer after ${timeoutMs} ms. Try again, or raise "timeoutMs".`,
      );
    }
    if (error instanceof SyntaxError) throw new ProviderError(`${name}: the answer is no JSON.`);
    const cause =
      error instanceof Error && redactText(error.message) === error.message ? { cause: error } : {};
    throw new ProviderError(
      `${name}: the service could not be reached. Check the connection and "baseURL".`,
      cause,
    );
  } finally {
    linked.release();
  }
}

/** An error by the status. The answer's text stays out of it: services quote keys and texts. */
function failureOf({ status, headers }: Response, name: string): ProviderError {
  const message = `${name}: the service answered ${status}.`;
  const context = { status };
  if (status === 401 || status === 403)
    return new ProviderAuthError(`${message} Check "apiKey".`, { context });
  if (status === 429) {
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    return new ProviderRateLimitError(`${message} Try again later.`, {
      context,
      retryAfter: seconds >= 0 ? seconds * 1000 : undefined,
    });
  }
  if (status === 408 || status === 504) return new ProviderTimeoutError(message, { context });
  if (status >= 400 && status < 500) {
    return new InvalidRequestError(`${message} Check "model" and "baseURL".`, { context });
  }
  return new ProviderError(message, { context });
}

/** Older models leave some categories `null`: they do not know them. */
function fieldsOf(given: unknown, type: "boolean"): Record<string, boolean>;
function fieldsOf(given: unknown, type: "number"): Record<string, number>;
function fieldsOf(given: unknown, type: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(given)).filter(([, value]) => typeof value === type));
}
