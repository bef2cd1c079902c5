import type { Message } from "../../contracts/message.ts";
import type { ModelCapabilities } from "../../contracts/model.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Protocol } from "../adapter/protocol.ts";
import { encode } from "./encode.ts";
import type { Service } from "./service.ts";

const strictDialect: Lazy<typeof import("../../schema/dialects/openai.ts")> = /* @__PURE__ */ lazy(
  () => import("../../schema/dialects/openai.ts"),
);
const mediaEncoder: Lazy<typeof import("./encode-media.ts")> = /* @__PURE__ */ lazy(
  () => import("./encode-media.ts"),
);
const chatDecoder: Lazy<typeof import("./decoder.ts")> = /* @__PURE__ */ lazy(() => import("./decoder.ts"));

/** Who is asked for a chat completion. */
export interface ChatTarget {
  /** The model. */
  readonly name: string;
  readonly capabilities: ModelCapabilities;
  /** The service that answers; `isPlain` says whether OpenAI itself needs no adaption for the request. */
  readonly service: (isPlain: boolean) => Service | Promise<Service>;
}

/**
 * Chat completions, as OpenAI and all that speak them have them.
 *
 * @example
 * const protocol = chatProtocol({ name: "gpt-4o", capabilities: {}, service: () => OPENAI });
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], {}, false);
 * request.path; // "chat/completions"
 */
export function chatProtocol({ name, capabilities, service: serviceFor }: ChatTarget): Protocol {
  return {
    async encode(messages, call, stream) {
      const { tools, responseSchema } = call;
      const isPlain = messages.every(
        ({ toolCalls }) => toolCalls?.every(({ id }) => id.length <= 40) ?? true,
      );
      const service = await serviceFor(isPlain);
      // Both are large, or seldom needed.
      const isStrict =
        (service.strictTools && tools?.length) || (responseSchema && capabilities.structuredOutput);
      const dialect = isStrict ? (await strictDialect()).openaiDialect : undefined;
      const media = messages.some(hasMedia) ? (await mediaEncoder()).encodeMedia : undefined;
      return {
        request: {
          path: "chat/completions",
          body: encode(messages, call, { model: name, service, capabilities, stream, dialect, media }),
        },
        decoder(context) {
          const loaded = chatDecoder();
          return loaded instanceof Promise
            ? loaded.then((module) => module.chatDecoder({ ...context, service }))
            : loaded.chatDecoder({ ...context, service });
        },
      };
    },
  };
}

function hasMedia({ content }: Message): boolean {
  return typeof content === "object" && content.some(({ type }) => type !== "text" && type !== "reasoning");
}
