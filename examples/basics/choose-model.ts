import type { Model } from "../../src/index.ts";
import { LocalSDK } from "../../src/providers/local/index.ts";
import { DemoError } from "./demo-error.ts";

/** Prices in US dollars per million tokens. The cost of a model that is not listed is unknown. */
const pricing = {
  "gpt-4o-mini": { input: 0.15, output: 0.6, cachedInput: 0.075 },
  "gpt-4o": { input: 2.5, output: 10, cachedInput: 1.25 },
};

/**
 * A language model where the environment has a key or an address for one, else the model of local rules. Throws a
 * `DemoError` for an address that is none.
 */
export async function chooseModel(environment: Readonly<Record<string, string | undefined>>): Promise<Model> {
  const {
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: baseURL,
    OPENAI_MODEL: name = "gpt-4o-mini",
  } = environment;
  if (!apiKey && !baseURL) {
    // The demo prints the list of sources itself, for either model. Rules cost nothing.
    return new LocalSDK().model({ name: "local", sources: false, pricing: { input: 0, output: 0 } });
  }
  if (baseURL && !URL.canParse(baseURL)) {
    const example = "http://localhost:11434/v1";
    throw new DemoError(
      "BAD_BASE_URL",
      `OPENAI_BASE_URL is not a URL. Give one such as ${example}, or unset it.`,
    );
  }
  const { OpenAISDK } = await import("../../src/providers/openai/index.ts");
  const openai = new OpenAISDK({ ...(apiKey && { apiKey }), ...(baseURL && { baseURL }), pricing });
  return openai.model({ name, temperature: 0 });
}
