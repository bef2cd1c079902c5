import { adaptedService } from "../../../src/providers/openai/adapted-service.ts";
import { chatDecoder } from "../../../src/providers/openai/decoder.ts";
import { type OpenAIOptions, OpenAISDK } from "../../../src/providers/openai/index.ts";
import { quirksOf } from "../../../src/providers/openai/quirks.ts";
import { describeDecoding } from "../wire/decode-suite.ts";
import type { WireRow } from "../wire/wire-rows.ts";
import { baseURLOf, type ChatRequest } from "./chat-rows.ts";
import { OFFICIAL_CLIENTS } from "./official-clients.ts";

type Row = WireRow<ChatRequest>;

await describeDecoding<ChatRequest>({
  api: "openai-chat",
  name: "chat completions",
  modelOf: (row, fetch) => modelOf(row, { fetch }),
  decoderOf(row) {
    const service = adaptedService(quirksOf(baseURLOf(row) ?? ""));
    return chatDecoder({ service, target: { provider: "test", name: "test" }, toolNames: [], knownIds: [] });
  },
  clients: Object.fromEntries(
    Object.entries(OFFICIAL_CLIENTS).map(([name, clientOf]) => [
      name,
      (row: Row, fetch: typeof globalThis.fetch) =>
        isThrown(row) ? undefined : modelOf(row, { client: clientOf(fetch, baseURLOf(row)) }),
    ]),
  ),
});

/** An event with an error beside an answer, as OpenRouter repeats why it cut one: the client throws it unseen. */
function isThrown({ stream, response }: Row): boolean {
  const events = stream ? String(response).split("\n") : [];
  return events.some((line) => line.startsWith("data: {") && hasBoth(JSON.parse(line.slice(6))));
}

function hasBoth({ choices, error }: Readonly<Record<string, unknown>>): boolean {
  return Boolean(choices && error);
}

function modelOf(row: Row, options: OpenAIOptions) {
  const baseURL = baseURLOf(row);
  const sdk = new OpenAISDK({ apiKey: "sk-test-key-of-no-account", ...(baseURL && { baseURL }), ...options });
  return sdk.model({ name: row.request?.model ?? "gpt-4o" });
}
