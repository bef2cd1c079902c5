import type { ModerationResult } from "../../contracts/moderation.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { ProviderError } from "../../core/errors/provider-errors.ts";
import { askService } from "../../net/ask-service.ts";
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
  return askService({
    url: `${baseURL.replace(/\/$/, "")}/moderations`,
    name,
    advice: 'Check "apiKey", "model" and "baseURL".',
    method: "POST",
    headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({ model, input }),
    fetch: settings.fetch,
    timeoutMs,
    signal,
  });
}

/** Older models leave some categories `null`: they do not know them. */
function fieldsOf(given: unknown, type: "boolean"): Record<string, boolean>;
function fieldsOf(given: unknown, type: "number"): Record<string, number>;
function fieldsOf(given: unknown, type: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(given)).filter(([, value]) => typeof value === type));
}
