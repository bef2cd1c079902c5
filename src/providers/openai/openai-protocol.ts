import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities } from "../../contracts/model.ts";
import { type Lazy, lazy, whenLoaded } from "../../core/lazy.ts";
import { hasMedia } from "../adapter/has-media.ts";
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
  /** The service that answers. */
  readonly service: () => Service | Promise<Service>;
}

/** In which of OpenAI's two protocols: where requests go, what they are, and what reads the answer. */
export interface ProtocolForm {
  readonly path: string;
  readonly media: keyof Pick<MediaEncoders, "encodeMedia" | "encodeInputMedia">;
  encode(messages: readonly Message[], options: ModelCallOptions, target: EncodeTarget): WireRequest;
  /** The form of call identifiers that the service takes. */
  callId(service: Service): RegExp | undefined;
  /** Loads what makes the decoder. */
  readonly decoder: Lazy<(context: ChatContext & ResponsesContext) => AnswerDecoder>;
}

/**
 * What OpenAI's two protocols share: what only some calls need is loaded for those.
 *
 * @example
 * const form: ProtocolForm = {
 *   path: "responses",
 *   media: "encodeInputMedia",
 *   callId: () => undefined,
 *   encode: encodeResponses,
 *   decoder: lazy(async () => responsesDecoder),
 * };
 * const protocol = openaiProtocol({ name: "gpt-5", capabilities: {}, service: () => OPENAI }, form);
 * (await protocol.encode([{ role: "user", content: "Hi" }], {}, false)).request.path; // "responses"
 */
export function openaiProtocol(
  { name, capabilities, service: serviceFor }: OpenAITarget,
  form: ProtocolForm,
): Protocol {
  return {
    async encode(given, call, stream) {
      const { tools, responseSchema, cacheControl } = call;
      const asked = serviceFor();
      const service = asked instanceof Promise ? await asked : asked;
      const callId = form.callId(service);
      const messages = hasForeignIds(given, callId)
        ? (await import("../adapter/call-ids.ts")).withCallIds(given, callId)
        : given;
      const schemas =
        tools?.length || responseSchema
          ? whenLoaded(schemaEncoder(), (loaded) => loaded.encodeSchemas(call, service, capabilities))
          : {};
      const body = form.encode(messages, call, {
        model: name,
        service,
        capabilities,
        stream,
        ...(schemas instanceof Promise ? await schemas : schemas),
        media: messages.some(hasMedia) ? (await mediaEncoders())[form.media] : undefined,
      });
      if (cacheControl && capabilities.promptCaching) {
        (await import("./cache-control.ts")).markForCache(body, cacheControl.breakpoints, service);
      }
      return {
        request: { path: form.path, body },
        decoder: (context) =>
          whenLoaded(form.decoder(), (decoder) => decoder({ ...context, service, family: service.family })),
      };
    },
  };
}

function hasForeignIds(messages: readonly Message[], form: RegExp | undefined): form is RegExp {
  if (!form) return false;
  return messages.some(
    ({ toolCallId, toolCalls }) =>
      (toolCallId !== undefined && !form.test(toolCallId)) || toolCalls?.some(({ id }) => !form.test(id)),
  );
}
