import type { SDKAdapter } from "../src/contracts/model.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A service that `npm run smoke` can ask. */
export interface SmokeProvider {
  /** What must be set, for people. */
  readonly needs: string;
  /** The model that is asked unless another one is named. */
  readonly model: string;
  /** The adapter; `undefined` where the environment has no key for it. */
  sdkOf(environment: Environment): Promise<SDKAdapter> | undefined;
}

/** Every service with an adapter that a program can reach. Addresses of one's own are for proxies and tests. */
export const smokeProviders: Readonly<Record<string, SmokeProvider>> = {
  openai: {
    needs: "OPENAI_API_KEY",
    model: "gpt-4o-mini",
    sdkOf: (environment) => openai(environment, "chat"),
  },
  "openai-responses": {
    needs: "OPENAI_API_KEY",
    model: "gpt-4o-mini",
    sdkOf: (environment) => openai(environment, "responses"),
  },
  anthropic: {
    needs: "ANTHROPIC_API_KEY",
    model: "claude-haiku-4-5",
    sdkOf({ ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseURL }) {
      return apiKey
        ? import("../src/providers/anthropic/index.ts").then(
            ({ AnthropicSDK }) => new AnthropicSDK({ apiKey, ...(baseURL && { baseURL }) }),
          )
        : undefined;
    },
  },
  google: {
    needs: "GEMINI_API_KEY or GOOGLE_API_KEY",
    model: "gemini-2.5-flash",
    sdkOf({ GEMINI_API_KEY, GOOGLE_API_KEY, GEMINI_BASE_URL: baseURL }) {
      const apiKey = GEMINI_API_KEY || GOOGLE_API_KEY;
      return apiKey
        ? import("../src/providers/google/index.ts").then(
            ({ GoogleSDK }) => new GoogleSDK({ apiKey, ...(baseURL && { baseURL }) }),
          )
        : undefined;
    },
  },
  bedrock: {
    needs: "AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    model: "us.amazon.nova-lite-v1:0",
    sdkOf(environment) {
      const { AWS_BEARER_TOKEN_BEDROCK: apiKey, AWS_ACCESS_KEY_ID: accessKeyId } = environment;
      const { AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = environment;
      const { AWS_REGION, AWS_DEFAULT_REGION, BEDROCK_BASE_URL: baseURL } = environment;
      const region = AWS_REGION || AWS_DEFAULT_REGION || "us-east-1";
      const credentials =
        accessKeyId && secretAccessKey
          ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
          : undefined;
      return apiKey || credentials
        ? import("../src/providers/bedrock/index.ts").then(
            ({ BedrockSDK }) =>
              new BedrockSDK({
                region,
                ...(apiKey && { apiKey }),
                ...(credentials && { credentials }),
                ...(baseURL && { baseURL }),
              }),
          )
        : undefined;
    },
  },
  ollama: {
    needs: "OLLAMA_HOST",
    model: "qwen3:8b",
    sdkOf({ OLLAMA_HOST: host, OLLAMA_API_KEY: apiKey }) {
      return host
        ? import("../src/providers/ollama/index.ts").then(
            ({ OllamaSDK }) =>
              new OllamaSDK({
                baseURL: host.includes("://") ? host : `http://${host}`,
                ...(apiKey && { apiKey }),
              }),
          )
        : undefined;
    },
  },
};

function openai(
  { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL }: Environment,
  api: "chat" | "responses",
): Promise<SDKAdapter> | undefined {
  return apiKey
    ? import("../src/providers/openai/index.ts").then(
        ({ OpenAISDK }) => new OpenAISDK({ apiKey, api, ...(baseURL && { baseURL }) }),
      )
    : undefined;
}
