import { GoogleGenAI } from "@google/genai/web";
import { vi } from "vitest";
import { GoogleSDK } from "../../../src/providers/google/index.ts";
import { describeEncoding, type EncodeSuite } from "../wire/encode-suite.ts";
import { type GoogleRequest, isVertex, modelNameOf, sdkOf } from "./google-rows.ts";
import { camelized, neutralConversation } from "./neutral-conversation.ts";

type Fields = Record<string, unknown>;

const suite: EncodeSuite<GoogleRequest> = {
  api: "google-generate",
  name: "generateContent",
  modelOf: (row, fetch) => sdkOf(row, { fetch }).model({ name: modelNameOf(row) }),
  neutral: (row) => neutralConversation(row.request, modelNameOf(row)),
  comparable,
  unsayable: [
    ["test_google_model_empty_assistant_response#", "an answer without a word; such turns are left out"],
  ],
};

await describeEncoding(suite);

await describeEncoding({
  ...suite,
  name: "generateContent through @google/genai 3",
  modelOf(row, fetch) {
    vi.stubGlobal("fetch", (url: URL, init: RequestInit) => fetch(String(url), init));
    const client = new GoogleGenAI({ apiKey: "test-key-of-no-account", vertexai: isVertex(row) });
    return new GoogleSDK({ client }).model({ name: modelNameOf(row) });
  },
});

/** A request without what says nothing, and with one spelling of what has several. */
function comparable(body: GoogleRequest): unknown {
  const { contents, systemInstruction, tools, generationConfig, ...rest } = camelized(body) as Fields;
  return {
    ...rest,
    contents: (contents as Fields[]).map(({ parts, ...content }) => ({
      ...content,
      parts: (parts as Fields[]).map(comparablePart),
    })),
    systemInstruction: (Object(systemInstruction).parts as Fields[] | undefined) ?? [],
    tools: (Array.isArray(tools) ? tools : tools ? [tools] : []).flatMap(comparableTools),
    generationConfig: comparableConfig(Object(generationConfig)),
  };
}

function comparablePart({ functionCall, functionResponse, thoughtSignature, ...part }: Fields): Fields {
  const signature = sentinelOf(thoughtSignature);
  return {
    ...part,
    ...(signature ? { thoughtSignature: signature } : {}),
    ...(functionCall ? { functionCall: withoutMadeId(functionCall) } : {}),
    ...(functionResponse ? { functionResponse: withoutMadeId(functionResponse) } : {}),
  };
}

/** Google documents two texts for calls without a signature, also in base64. */
function sentinelOf(signature: unknown): unknown {
  const isSentinel =
    signature === "skip_thought_signature_validator" ||
    signature === btoa("context_engineering_is_the_way_to_go");
  return isSentinel ? "none" : signature;
}

function withoutMadeId(value: unknown): Fields {
  const { id, ...others } = value as Fields;
  return String(id).startsWith("call_of_content_") ? others : { ...others, ...(id ? { id } : {}) };
}

/** Which words the schema of a tool is in is the adapter's own choice. */
function comparableTools({ functionDeclarations, ...others }: Fields): Fields[] {
  if (!functionDeclarations) return [others];
  return (functionDeclarations as Fields[]).map(({ name, description, ...schema }) => ({
    name,
    description,
    properties: propertiesOf(schema.parametersJsonSchema ?? schema.parameters),
  }));
}

function comparableConfig({ responseJsonSchema, responseSchema, ...config }: Fields): Fields {
  const schema = responseJsonSchema ?? responseSchema;
  return { ...config, ...(schema ? { schema: propertiesOf(schema) } : {}) };
}

function propertiesOf(schema: unknown): string[] {
  return Object.keys(Object(Object(schema).properties)).sort();
}
