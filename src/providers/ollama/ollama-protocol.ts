import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Protocol } from "../adapter/protocol.ts";
import { type EncodeTarget, encode } from "./encode.ts";

const parameters: Lazy<typeof import("../adapter/tool-parameters.ts")> = /* @__PURE__ */ lazy(
  () => import("../adapter/tool-parameters.ts"),
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
export function ollamaProtocol(target: Omit<EncodeTarget, "stream" | "parameters" | "askForJson">): Protocol {
  return {
    async encode(messages, call, stream) {
      const words: Pick<EncodeTarget, "parameters" | "askForJson"> = call.tools?.length
        ? {
            parameters: (await parameters()).toolParameters,
            askForJson: call.responseSchema && (await import("../adapter/ask-for-json.ts")).askForJson,
          }
        : {};
      return {
        request: {
          path: "api/chat",
          body: encode(messages, call, { ...target, ...words, stream }),
          accept: "application/json",
        },
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
