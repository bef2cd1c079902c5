import type { ModelCapabilities } from "../../contracts/model.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import { hasMedia } from "../adapter/has-media.ts";
import type { Protocol } from "../adapter/protocol.ts";
import { generationOf } from "./capabilities.ts";
import { encode } from "./encode.ts";
import type { GoogleService } from "./service.ts";

const geminiDialect: Lazy<typeof import("../../schema/dialects/gemini.ts")> = /* @__PURE__ */ lazy(
  () => import("../../schema/dialects/gemini.ts"),
);
const mediaEncoder: Lazy<typeof import("./encode-media.ts")> = /* @__PURE__ */ lazy(
  () => import("./encode-media.ts"),
);
const decoder: Lazy<typeof import("./decoder.ts")> = /* @__PURE__ */ lazy(() => import("./decoder.ts"));

/** Who is asked. */
export interface GoogleTarget {
  /** The model. */
  readonly name: string;
  readonly capabilities: ModelCapabilities;
  readonly service: Pick<GoogleService, "path">;
}

/**
 * `generateContent` and `streamGenerateContent`, as the Gemini API and Vertex AI have them.
 *
 * @example
 * const service = { path: (model: string, method: string) => `models/${model}:${method}` };
 * const protocol = googleProtocol({ name: "gemini-2.5-flash", capabilities: {}, service });
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], {}, false);
 * request.path; // "models/gemini-2.5-flash:generateContent"
 */
export function googleProtocol({ name, capabilities, service }: GoogleTarget): Protocol {
  const generation = generationOf(name);
  return {
    async encode(messages, call, stream) {
      const { tools = [], responseSchema } = call;
      // Both are large, or seldom needed.
      const isForeign = (schema: unknown): boolean => generation < 2 || Object(schema).type !== "object";
      const needsDialect =
        tools.some(({ input }) => isForeign(jsonSchemaOf(input))) || (responseSchema && generation < 2);
      const dialect = needsDialect ? (await geminiDialect()).geminiDialect : undefined;
      const media = messages.some(hasMedia) ? (await mediaEncoder()).encodeMedia : undefined;
      return {
        request: {
          path: service.path(name, stream ? "streamGenerateContent?alt=sse" : "generateContent"),
          body: encode(messages, call, { model: name, generation, capabilities, dialect, media }),
        },
        decoder(context) {
          const loaded = decoder();
          return loaded instanceof Promise
            ? loaded.then((module) => module.googleDecoder(context))
            : loaded.googleDecoder(context);
        },
      };
    },
  };
}
