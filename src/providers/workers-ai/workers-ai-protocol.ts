import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities } from "../../contracts/model.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Protocol, WireRequest } from "../adapter/protocol.ts";
import { adaptedService } from "../openai/adapted-service.ts";
import { chatProtocol } from "../openai/chat-protocol.ts";
import type { Quirks } from "../openai/quirks.ts";
import { adaptBody } from "./adapt-body.ts";
import { speaksChat } from "./capabilities.ts";

/** Where opaque data is kept: the same as over Cloudflare's own address. */
const FAMILY = "cloudflare";
/** The form of tool call identifiers that every model takes but Kimi, whose template shows them to the model. */
const NINE_ALPHANUMERICS: RegExp = /^[a-zA-Z0-9]{9}$/;
/** Models of the older form whose context has room for more than the 256 tokens that an answer has by default. */
const ROOMY: RegExp = /llama-(?:3\.|4)|qwen|qwq|mistral-small|gemma-3|deepseek-r1|granite|sea-lion/;
const OWN_CAP = 256;
const CAP = 2048;

const parameters: Lazy<typeof import("../adapter/tool-parameters.ts")> = /* @__PURE__ */ lazy(
  () => import("../adapter/tool-parameters.ts"),
);
const words: Lazy<typeof import("../adapter/ask-for-json.ts")> = /* @__PURE__ */ lazy(
  () => import("../adapter/ask-for-json.ts"),
);

/**
 * Chat with the models of Workers AI: OpenAI's chat completions as each generation of the models takes them. The path of
 * a request is the name of the model.
 *
 * @example
 * const protocol = workersAIProtocol("@cf/zai-org/glm-5.3", {});
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], {}, false);
 * request.body; // { messages: [{ role: "user", content: "Hi" }] }
 */
export function workersAIProtocol(name: string, capabilities: ModelCapabilities): Protocol {
  const isChat = speaksChat(name);
  const quirks: Quirks = {
    family: FAMILY,
    toolTurnContent: "",
    ...(!/kimi/i.test(name) && { callId: NINE_ALPHANUMERICS }),
    ...(!isChat && { noStreamOptions: true }),
    ...(capabilities.reasoning && { reasoning: "reasoning" }),
  };
  const service = adaptedService(quirks);
  const chat = chatProtocol({ name, capabilities, service: () => service });

  return {
    async encode(messages, options, stream) {
      const { tools, responseSchema } = options;
      // A model that is held to a schema could call no tool.
      const isInWords = tools?.length && responseSchema && capabilities.structuredOutput;
      const call: ModelCallOptions = {
        ...options,
        ...(!isChat && ROOMY.test(name) && { maxTokens: options.maxTokens ?? CAP }),
        ...(isInWords && { responseSchema: undefined }),
      };
      const own = messages.map((message) => withOwnThoughts(message, name));
      const said = isInWords ? (await words()).askForJson(own, responseSchema) : own;
      const encoded = await chat.encode(said, call, stream);
      const body = adaptBody(encoded.request.body as WireRequest, {
        name,
        isChat,
        parameters: tools?.length ? (await parameters()).toolParameters : undefined,
      });
      return {
        request: { path: name, body },
        async decoder(context) {
          const [{ workersAIDecoder }, responses] = await Promise.all([
            import("./decoder.ts"),
            /gpt-oss/.test(name) ? import("../openai/responses-decoder.ts") : undefined,
          ]);
          return workersAIDecoder({
            ...context,
            service,
            isStream: body.stream === true,
            cap: Number(body.max_tokens ?? OWN_CAP),
            responses: responses?.responsesDecoder,
          });
        },
      };
    },
  };
}

/** Thoughts go back to the model that had them, and to no other. */
function withOwnThoughts(message: Message, name: string): Message {
  const { content } = message;
  if (typeof content === "string") return message;
  return {
    ...message,
    content: content.filter(
      (part) => part.type !== "reasoning" || Object(part.providerMetadata?.[FAMILY]).model === name,
    ),
  };
}
