import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities } from "../../contracts/model.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import type { AnswerDecoder, Protocol, WireRequest } from "../adapter/protocol.ts";
import type { ChatContext } from "./decoder.ts";
import type { EncodeTarget } from "./encode.ts";
import type { ResponsesContext } from "./responses-decoder.ts";
import type { Service } from "./service.ts";

type MediaEncoders = typeof import("./encode-media.ts");

const schemaEncoder: Lazy<typeof import("./encode-schemas.ts")> = /* @__PURE__ */ lazy(
  () => import("./encode-schemas.ts"),
);
const mediaEncoders: Lazy<MediaEncoders> = /* @__PURE__ */ lazy(() => import("./encode-media.ts"));

/** Who is asked. */
export interface OpenAITarget {
  /** The model. */
  readonly name: string;
  readonly capabilities: ModelCapabilities;
  /** The service that answers; `isPlain` says whether OpenAI itself needs no adaption for the request. */
  readonly service: (isPlain: boolean) => Service | Promise<Service>;
}

/** In which of OpenAI's two protocols: where requests go, what they are, and what reads the answer. */
export interface ProtocolForm {
  readonly path: string;
  readonly media: keyof Pick<MediaEncoders, "encodeMedia" | "encodeInputMedia">;
  encode(messages: readonly Message[], options: ModelCallOptions, target: EncodeTarget): WireRequest;
  /** Loads what makes the decoder. */
  readonly decoder: Lazy<(context: ChatContext & ResponsesContext) => AnswerDecoder>;
}

/**
 * What OpenAI's two protocols share: what only some calls need is loaded for those.
 *
 * @example
 * const decoder = lazy(async () => chatDecoder);
 * const form = { path: "chat/completions", media: "encodeMedia", encode, decoder } as const;
 * const protocol = openaiProtocol({ name: "gpt-4o", capabilities: {}, service: () => OPENAI }, form);
 * (await protocol.encode([{ role: "user", content: "Hi" }], {}, false)).request.path; // "chat/completions"
 */
export function openaiProtocol(
  { name, capabilities, service: serviceFor }: OpenAITarget,
  form: ProtocolForm,
): Protocol {
  return {
    async encode(messages, call, stream) {
      const { tools, responseSchema, cacheControl } = call;
      const service = await serviceFor(!cacheControl && messages.every(hasShortIds));
      const { encodeSchemas } = tools?.length || responseSchema ? await schemaEncoder() : {};
      const target = {
        model: name,
        service,
        capabilities,
        stream,
        ...(await encodeSchemas?.(call, service, capabilities)),
        media: messages.some(hasMedia) ? (await mediaEncoders())[form.media] : undefined,
      };
      return {
        request: { path: form.path, body: form.encode(messages, call, target) },
        decoder: async (context) => (await form.decoder())({ ...context, service, family: service.family }),
      };
    },
  };
}

/** As short as OpenAI takes them. */
function hasShortIds({ toolCalls = [] }: Message): boolean {
  return toolCalls.every(({ id }) => id.length <= 40);
}

function hasMedia({ content }: Message): boolean {
  return typeof content === "object" && content.some(({ type }) => type !== "text" && type !== "reasoning");
}
