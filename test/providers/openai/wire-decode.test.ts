import { adaptedService } from "../../../src/providers/openai/adapted-service.ts";
import { chatDecoder } from "../../../src/providers/openai/decoder.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { quirksOf } from "../../../src/providers/openai/quirks.ts";
import { describeDecoding } from "../wire/decode-suite.ts";
import { baseURLOf, type ChatRequest } from "./chat-rows.ts";

await describeDecoding<ChatRequest>({
  api: "openai-chat",
  name: "chat completions",
  modelOf(row, fetch) {
    const baseURL = baseURLOf(row);
    const sdk = new OpenAISDK({ apiKey: "sk-test-key-of-no-account", fetch, ...(baseURL && { baseURL }) });
    return sdk.model({ name: row.request?.model ?? "gpt-4o" });
  },
  decoderOf(row) {
    const service = adaptedService(quirksOf(baseURLOf(row) ?? ""));
    return chatDecoder({ service, target: { provider: "test", name: "test" }, toolNames: [], knownIds: [] });
  },
});
