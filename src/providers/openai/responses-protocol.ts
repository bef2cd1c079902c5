import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Protocol } from "../adapter/protocol.ts";
import type { ChatTarget } from "./chat-protocol.ts";
import { encodeResponses } from "./encode-responses.ts";

const strictDialect: Lazy<typeof import("../../schema/dialects/openai.ts")> = /* @__PURE__ */ lazy(
  () => import("../../schema/dialects/openai.ts"),
);
const decoderModule: Lazy<typeof import("./responses-decoder.ts")> = /* @__PURE__ */ lazy(
  () => import("./responses-decoder.ts"),
);

/**
 * The Responses API of OpenAI, and of the services that have it.
 *
 * @example
 * const protocol = responsesProtocol({ name: "gpt-5", capabilities: {}, service: () => OPENAI });
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], {}, false);
 * request.path; // "responses"
 */
export function responsesProtocol({ name, capabilities, service: serviceFor }: ChatTarget): Protocol {
  return {
    async encode(messages, call, stream) {
      const { tools, responseSchema } = call;
      const service = await serviceFor(true);
      const isStrict =
        (service.strictTools && tools?.length) || (responseSchema && capabilities.structuredOutput);
      const dialect = isStrict ? (await strictDialect()).openaiDialect : undefined;
      const { family } = service;
      return {
        request: {
          path: "responses",
          body: encodeResponses(messages, call, { model: name, service, capabilities, stream, dialect }),
        },
        decoder(context) {
          const loaded = decoderModule();
          return loaded instanceof Promise
            ? loaded.then((module) => module.responsesDecoder({ ...context, family }))
            : loaded.responsesDecoder({ ...context, family });
        },
      };
    },
  };
}
