import Anthropic from "@anthropic-ai/sdk";
import { messageDecoder } from "../../../src/providers/anthropic/decoder.ts";
import { type AnthropicOptions, AnthropicSDK } from "../../../src/providers/anthropic/index.ts";
import { describeDecoding } from "../wire/decode-suite.ts";
import type { MessageRequest } from "./message-rows.ts";

await describeDecoding<MessageRequest>({
  api: "anthropic-messages",
  name: "messages",
  modelOf: (_row, fetch) => modelOf({ apiKey: "sk-ant-test-key-of-no-account", fetch }),
  decoderOf() {
    const target = { provider: "test", name: "test" };
    return messageDecoder({ target, toolNames: [], knownIds: [] });
  },
  unread: ["reasoning"],
  clients: {
    "@anthropic-ai/sdk": (_row, fetch) =>
      modelOf({
        client: new Anthropic({
          apiKey: "sk-ant-test-key-of-no-account",
          fetch,
          maxRetries: 0,
          dangerouslyAllowBrowser: true,
        }),
      }),
  },
});

function modelOf(options: AnthropicOptions) {
  return new AnthropicSDK(options).model({ name: "claude-sonnet-5" });
}
