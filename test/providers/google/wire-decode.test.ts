import { GoogleGenAI } from "@google/genai/web";
import { GoogleGenAI as GoogleGenAI2 } from "genai2/web";
import { vi } from "vitest";
import { googleDecoder } from "../../../src/providers/google/decoder.ts";
import { type GoogleClient, GoogleSDK } from "../../../src/providers/google/index.ts";
import { describeDecoding } from "../wire/decode-suite.ts";
import type { WireRow } from "../wire/wire-rows.ts";
import { type GoogleRequest, isVertex, modelNameOf, sdkOf } from "./google-rows.ts";

type Row = WireRow<GoogleRequest>;

/** Makes an official client; all versions call the global `fetch`. */
type MakeClient = (options: { apiKey: string; vertexai: boolean }) => GoogleClient;

function overClient(make: MakeClient) {
  return (row: Row, fetch: typeof globalThis.fetch) => {
    // The clients drop what is no answer, such as an error in a body that the status calls a success.
    if (Object(row.response).error) return undefined;
    vi.stubGlobal("fetch", fetch);
    const client = make({ apiKey: "test-key-of-no-account", vertexai: isVertex(row) });
    return new GoogleSDK({ client }).model({ name: modelNameOf(row) });
  };
}

await describeDecoding<GoogleRequest>({
  api: "google-generate",
  name: "generateContent",
  modelOf: (row, fetch) => sdkOf(row, { fetch }).model({ name: modelNameOf(row) }),
  decoderOf: () => googleDecoder({ target: { provider: "test", name: "test" }, toolNames: [], knownIds: [] }),
  clients: {
    "@google/genai 3": overClient((options) => new GoogleGenAI(options)),
    "@google/genai 2": overClient((options) => new GoogleGenAI2(options)),
  },
});
