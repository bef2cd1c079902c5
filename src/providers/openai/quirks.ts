/**
 * How a service that speaks OpenAI's protocols differs from OpenAI itself. Everything host-specific in this adapter is a
 * field here; a field that is missing means what most services do: `max_tokens`, the role `system` for instructions, `null`
 * as the content of a turn of calls, any identifier of a call, no strict tools, no reasoning sent back, and usage in a
 * stream when asked for.
 */
export interface Quirks {
  /** Under this name opaque data is kept in `providerMetadata`; only the family that made it gets it back. */
  readonly family: string;
  /** OpenAI's own models: strict tools, a developer role, and no sampling options for models that reason. */
  readonly isOpenAI?: true;
  /** The field that caps the output. Default `max_tokens`. */
  readonly tokenLimit?: "max_completion_tokens";
  /** The content of an assistant turn that has only tool calls. Default `null`; chat templates want a text. */
  readonly toolTurnContent?: "";
  /** The form of tool call identifiers that the service takes; others are mapped to nine letters and digits. */
  readonly callId?: RegExp;
  /** The service reports usage without being asked by `stream_options`, and may refuse them. */
  readonly noStreamOptions?: true;
  /** The name of the seed. Default `seed`. */
  readonly seed?: string;
  /** How the reasoning effort is asked for: `thinking` only turns it on or off. Default `reasoning_effort`. */
  readonly effort?: "reasoning" | "thinking" | "both";
  /** The field of an assistant message that takes its reasoning back. Default: reasoning is not sent. */
  readonly reasoning?: "reasoning_content" | "reasoning" | "reasoning_details" | "thinking";
  /** Reasoning goes back with tool calls only, which are refused without. */
  readonly reasoningWithToolsOnly?: true;
  /** How a document is sent, and that its URL will do. Default: a `file` part, base64 only. */
  readonly document?: "file" | "document_url";
  /** Tools may be strict, which keeps their arguments to the schema. Default: OpenAI's own only. */
  readonly strictTools?: boolean;
  /** The Responses API gives its reasoning encrypted when asked to, so that it can go back without being stored. */
  readonly encryptedReasoning?: true;
  /** The service passes marks for the prompt cache on to the makers of the models. */
  readonly cacheControl?: true;
}

const NINE_ALPHANUMERICS: RegExp = /^[a-zA-Z0-9]{9}$/;
const UP_TO_FORTY: RegExp = /^[\s\S]{1,40}$/;
const MOONSHOT: Quirks = { family: "moonshot", reasoning: "reasoning_content", reasoningWithToolsOnly: true };
const ZAI: Quirks = { family: "zai", effort: "thinking", reasoning: "reasoning_content" };

/**
 * Ends of host names, with a port where it tells the service, and what is special there. Servers that run anywhere stand
 * here under their own name, which a container's host may have, too: the ports 8000 and 8080 of vLLM and llama.cpp are
 * those of every second server, so that only `provider` tells them.
 */
const SERVICES: Readonly<Record<string, Quirks>> = {
  "api.openai.com": { family: "openai", isOpenAI: true, callId: UP_TO_FORTY },
  "azure.com": { family: "azure", isOpenAI: true, callId: UP_TO_FORTY },
  "openrouter.ai": {
    family: "openrouter",
    tokenLimit: "max_completion_tokens",
    effort: "reasoning",
    reasoning: "reasoning_details",
    document: "file",
    cacheControl: true,
    encryptedReasoning: true,
  },
  "snowflakecomputing.com": {
    family: "snowflake",
    tokenLimit: "max_completion_tokens",
    effort: "reasoning",
    reasoning: "reasoning_details",
  },
  "groq.com": { family: "groq", tokenLimit: "max_completion_tokens", noStreamOptions: true },
  "x.ai": { family: "xai", tokenLimit: "max_completion_tokens", encryptedReasoning: true },
  "api.aws": { family: "bedrock-mantle", tokenLimit: "max_completion_tokens", encryptedReasoning: true },
  "huggingface.co": { family: "huggingface", toolTurnContent: "" },
  "cerebras.ai": { family: "cerebras", tokenLimit: "max_completion_tokens", reasoning: "reasoning" },
  "mistral.ai": {
    family: "mistral",
    toolTurnContent: "",
    callId: NINE_ALPHANUMERICS,
    noStreamOptions: true,
    seed: "random_seed",
    reasoning: "thinking",
    document: "document_url",
  },
  "deepseek.com": {
    family: "deepseek",
    effort: "both",
    reasoning: "reasoning_content",
    reasoningWithToolsOnly: true,
  },
  "moonshot.ai": MOONSHOT,
  "moonshot.cn": MOONSHOT,
  "z.ai": ZAI,
  "bigmodel.cn": ZAI,
  "generativelanguage.googleapis.com": { family: "google" },
  "cloudflare.com": { family: "cloudflare", toolTurnContent: "", callId: NINE_ALPHANUMERICS },
  "localhost:11434": { family: "ollama", toolTurnContent: "" },
  "localhost:1234": { family: "lmstudio", toolTurnContent: "" },
  vllm: { family: "vllm", toolTurnContent: "", reasoning: "reasoning" },
  llamacpp: { family: "llamacpp", toolTurnContent: "", reasoning: "reasoning_content" },
};

/**
 * The quirks of a service, by the host of its URL; where the host is unknown, as behind a proxy, by the name that the
 * caller gave it, in any spelling (`llama.cpp`, `LM Studio`); else those of the family `compatible`, which has none.
 *
 * @example
 * quirksOf("https://api.groq.com/openai/v1").family; // "groq"
 * quirksOf("https://proxy.example.com/v1", "mistral").family; // "mistral"
 */
export function quirksOf(baseURL: string, provider?: string): Quirks {
  const [, named = ""] = /^https?:\/\/(?:[^/?#]*@)?([^/?#@]+)/i.exec(baseURL) ?? [];
  const host = named.toLowerCase().replace(/^(?:127\.0\.0\.1|\[::1\])(?=:)/, "localhost");
  for (const known in SERVICES) {
    if (`.${host}`.endsWith(`.${known}`)) return SERVICES[known] ?? COMPATIBLE;
  }
  const name = lettersOf(provider ?? "");
  return Object.values(SERVICES).find(({ family }) => lettersOf(family) === name) ?? COMPATIBLE;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}

const COMPATIBLE: Quirks = { family: "compatible" };
