import { type Lazy, lazy } from "../../core/lazy.ts";
import { hasMedia } from "../adapter/has-media.ts";
import type { Protocol } from "../adapter/protocol.ts";
import { type EncodeTarget, encode } from "./encode.ts";

// What many calls do without.
const tools: Lazy<typeof import("./encode-tools.ts")> = /* @__PURE__ */ lazy(
  () => import("./encode-tools.ts"),
);
const media: Lazy<typeof import("./encode-image.ts")> = /* @__PURE__ */ lazy(
  () => import("./encode-image.ts"),
);
const decoder: Lazy<typeof import("./decoder.ts")> = /* @__PURE__ */ lazy(() => import("./decoder.ts"));

/**
 * Ollama's own chat, `/api/chat`.
 *
 * @example
 * const protocol = ollamaProtocol({ model: "llama3.2", capabilities: {} });
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], {}, false);
 * request.path; // "api/chat"
 */
export function ollamaProtocol(
  target: Pick<EncodeTarget, "model" | "capabilities" | "keepAlive" | "contextLength">,
): Protocol {
  return {
    async encode(messages, call, stream) {
      const body = encode(messages, call, {
        ...target,
        stream,
        toolEncoder: call.tools?.length ? await tools() : undefined,
        image: messages.some(hasMedia) ? (await media()).encodeImage : undefined,
      });
      return {
        request: { path: "api/chat", body, accept: "application/json" },
        decoder(context) {
          const loaded = decoder();
          return loaded instanceof Promise
            ? loaded.then((module) => module.ollamaDecoder(context))
            : loaded.ollamaDecoder(context);
        },
      };
    },
  };
}
