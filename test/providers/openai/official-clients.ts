import OpenAI7 from "openai";
import OpenAI6 from "openai6";
import type { OpenAIClientLike } from "../../../src/providers/openai/index.ts";

type Fetch = typeof globalThis.fetch;

/** The official client in both versions, over a server of the test. */
export const OFFICIAL_CLIENTS: Readonly<
  Record<string, (fetch: Fetch, baseURL?: string | undefined) => OpenAIClientLike>
> = {
  "openai 6": (fetch, baseURL) => new OpenAI6({ ...optionsOf(fetch), ...(baseURL && { baseURL }) }),
  "openai 7": (fetch, baseURL) => new OpenAI7({ ...optionsOf(fetch), ...(baseURL && { baseURL }) }),
};

function optionsOf(fetch: Fetch) {
  return { apiKey: "sk-test-key-of-no-account", maxRetries: 0, dangerouslyAllowBrowser: true, fetch };
}
