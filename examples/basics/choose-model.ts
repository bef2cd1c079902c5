import type { Model, SDKAdapter } from "../../src/index.ts";
import { LocalSDK } from "../../src/providers/local/index.ts";
import { DemoError } from "./demo-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Prices in US dollars per million tokens. The cost of a model that is not listed is unknown. */
const pricing = {
  "gpt-4o-mini": { input: 0.15, output: 0.6, cachedInput: 0.075 },
  "gpt-4o": { input: 2.5, output: 10, cachedInput: 1.25 },
  "claude-haiku-4-5": { input: 1, output: 5, cachedInput: 0.1, cachedOutput: 1.25 },
  "gemini-2.5-flash": { input: 0.3, output: 2.5, cachedInput: 0.03 },
};

/**
 * A language model of the first service that the environment has a key, an address or a model for, else the model of local
 * rules. Throws a `DemoError` for an address that is none.
 */
export async function chooseModel(environment: Environment): Promise<Model> {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = environment;
  const { ANTHROPIC_API_KEY, ANTHROPIC_MODEL, GEMINI_API_KEY, GEMINI_MODEL, OLLAMA_MODEL } = environment;
  if (OPENAI_API_KEY || OPENAI_BASE_URL) {
    return answering(await openai(environment), OPENAI_MODEL || "gpt-4o-mini");
  }
  if (ANTHROPIC_API_KEY) {
    const { AnthropicSDK } = await import("../../src/providers/anthropic/index.ts");
    const anthropic = new AnthropicSDK({ apiKey: ANTHROPIC_API_KEY, pricing });
    return answering(anthropic, ANTHROPIC_MODEL || "claude-haiku-4-5");
  }
  if (GEMINI_API_KEY) {
    const { GoogleSDK } = await import("../../src/providers/google/index.ts");
    const google = new GoogleSDK({ apiKey: GEMINI_API_KEY, pricing });
    return answering(google, GEMINI_MODEL || "gemini-2.5-flash");
  }
  if (OLLAMA_MODEL) {
    const { OllamaSDK } = await import("../../src/providers/ollama/index.ts");
    return answering(new OllamaSDK({ contextLength: 16_384 }), OLLAMA_MODEL);
  }
  // The demo prints the list of sources itself, for either model. Rules cost nothing.
  return new LocalSDK().model({ name: "local", sources: false, pricing: { input: 0, output: 0 } });
}

/** Switching is one line: every adapter makes its models alike. */
function answering(sdk: SDKAdapter, name: string): Model {
  return sdk.model({ name, temperature: 0 });
}

async function openai({ OPENAI_API_KEY, OPENAI_BASE_URL }: Environment): Promise<SDKAdapter> {
  if (OPENAI_BASE_URL && !URL.canParse(OPENAI_BASE_URL)) {
    const example = "http://localhost:11434/v1";
    throw new DemoError(
      "BAD_BASE_URL",
      `OPENAI_BASE_URL is not a URL. Give one such as ${example}, or unset it.`,
    );
  }
  const { OpenAISDK } = await import("../../src/providers/openai/index.ts");
  return new OpenAISDK({ apiKey: OPENAI_API_KEY, baseURL: OPENAI_BASE_URL || undefined, pricing });
}
