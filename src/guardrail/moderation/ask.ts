import type { ModerationResult } from "../../contracts/moderation.ts";
import { abortable, linkSignal } from "../../core/abort.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import {
  InvalidRequestError,
  ProviderAuthError,
  ProviderError,
  ProviderRateLimitError,
  ProviderTimeoutError,
} from "../../core/errors/provider-errors.ts";
import type { ModerationSettings } from "./check.ts";

const BASE_URL = "https://api.openai.com/v1";
const MODEL = "omni-moderation-latest";
const TIMEOUT_MS = 30_000;

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
  const linked = linkSignal(signal, timeoutMs);
  const ask = async (): Promise<unknown> => {
    const response = await send(`${baseURL.replace(/\/$/, "")}/moderations`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({ model, input }),
      signal: linked.signal,
    });
    if (response.ok) return response.json();
    response.body?.cancel().catch(() => {});
    throw failureOf(response, name);
  };
  try {
    return await abortable(ask(), linked.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (linked.signal.aborted) {
      throw new ProviderTimeoutError(
        `${name}: no answer after ${timeoutMs} ms. Try again, or raise "timeoutMs".`,
      );
    }
    if (AIError.is(error)) throw error;
    // Without its cause: what fails to send a header says what is in it.
    throw new ProviderError(
      `${name}: no answer that can be read has come. Check the connection and "baseURL".`,
    );
  } finally {
    linked.release();
  }
}

/** An error by the status. The answer's text stays out of it: services quote keys and texts. */
function failureOf({ status, headers }: Response, name: string): ProviderError {
  const message = `${name}: the service answered ${status}. Check "apiKey", "model" and "baseURL".`;
  const options = { context: { status } };
  if (status === 401 || status === 403) return new ProviderAuthError(message, options);
  if (status === 429) {
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    const retryAfter = seconds >= 0 ? seconds * 1000 : undefined;
    return new ProviderRateLimitError(`${name}: too many requests. Try again later.`, {
      ...options,
      retryAfter,
    });
  }
  if (status === 408 || status === 504) return new ProviderTimeoutError(message, options);
  return new (status < 500 ? InvalidRequestError : ProviderError)(message, options);
}

/** Older models leave some categories `null`: they do not know them. */
function fieldsOf(given: unknown, type: "boolean"): Record<string, boolean>;
function fieldsOf(given: unknown, type: "number"): Record<string, number>;
function fieldsOf(given: unknown, type: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(given)).filter(([, value]) => typeof value === type));
}
