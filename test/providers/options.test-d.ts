import { test } from "vitest";
import { AnthropicSDK } from "../../src/providers/anthropic/index.ts";
import { BedrockSDK } from "../../src/providers/bedrock/index.ts";
import { GoogleSDK } from "../../src/providers/google/index.ts";
import { OllamaSDK } from "../../src/providers/ollama/index.ts";
import { OpenAISDK } from "../../src/providers/openai/index.ts";

declare const environment: Readonly<Record<string, string | undefined>>;

test("what an environment may lack goes in as it is", () => {
  const { KEY: apiKey, URL: baseURL, TOKEN: authToken } = environment;
  new OpenAISDK({ apiKey, baseURL });
  new AnthropicSDK({ apiKey, baseURL, authToken });
  new GoogleSDK({
    apiKey,
    baseURL,
    vertex: { project: environment.PROJECT, location: environment.LOCATION },
  });
  new BedrockSDK({ region: "us-east-1", apiKey, baseURL });
  new OllamaSDK({ apiKey, baseURL });
});
