import { type OpenAIOptions, OpenAISDK } from "../../../src/providers/openai/index.ts";
import { quirksOf } from "../../../src/providers/openai/quirks.ts";
import { responsesDecoder } from "../../../src/providers/openai/responses-decoder.ts";
import { describeDecoding } from "../wire/decode-suite.ts";
import type { WireRow } from "../wire/wire-rows.ts";
import { OFFICIAL_CLIENTS } from "./official-clients.ts";
import { type ResponsesRequest, responsesURLOf } from "./responses-rows.ts";

type Row = WireRow<ResponsesRequest>;

await describeDecoding<ResponsesRequest>({
  api: "openai-responses",
  name: "responses",
  isFailure: ({ expected }) => expected.finish === "failed",
  isContradictory: ({ id }) => id.endsWith("openai-shell-container.1.chunks.txt"),
  modelOf: (row, fetch) => modelOf(row, { fetch }),
  decoderOf(row) {
    const { family } = quirksOf(responsesURLOf(row) ?? "https://api.openai.com/v1");
    return responsesDecoder({
      family,
      target: { provider: "test", name: "test" },
      toolNames: [],
      knownIds: [],
    });
  },
  clients: Object.fromEntries(
    Object.entries(OFFICIAL_CLIENTS).map(([name, clientOf]) => [
      name,
      (row: Row, fetch: typeof globalThis.fetch) =>
        modelOf(row, { client: clientOf(fetch, responsesURLOf(row)) }),
    ]),
  ),
});

function modelOf(row: Row, options: OpenAIOptions) {
  const baseURL = responsesURLOf(row) ?? "https://api.openai.com/v1";
  const sdk = new OpenAISDK({ apiKey: "sk-test-key-of-no-account", api: "responses", baseURL, ...options });
  return sdk.model({ name: row.request?.model ?? "gpt-4o" });
}
