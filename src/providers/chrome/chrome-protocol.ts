import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Protocol } from "../adapter/protocol.ts";
import { chromeDecoder } from "./decoder.ts";
import { type ChromeTarget, encode, hasMedia } from "./encode.ts";

/** Pictures and sounds, and calls in text, take code of their own, which only some need. */
const mediaEncoder: Lazy<typeof import("./encode-media.ts")> = /* @__PURE__ */ lazy(
  () => import("./encode-media.ts"),
);
const textTools: Lazy<typeof import("./text-tools.ts")> = /* @__PURE__ */ lazy(
  () => import("./text-tools.ts"),
);
const textCalls: Lazy<typeof import("./text-calls.ts")> = /* @__PURE__ */ lazy(
  () => import("./text-calls.ts"),
);

/**
 * The Prompt API as a protocol: one session and one prompt a call.
 *
 * @example
 * const { request } = await chromeProtocol({ capabilities: {} }).encode([{ role: "user", content: "Hi" }], {}, false);
 * request.path; // "prompt"
 */
export function chromeProtocol(target: ChromeTarget): Protocol {
  return {
    async encode(messages, options) {
      const mayCall = options.tools?.length && options.toolChoice !== "none";
      const hasCalls = messages.some(({ toolCalls }) => toolCalls?.length);
      const words = mayCall || hasCalls ? await textTools() : undefined;
      const media = messages.some(hasMedia) ? await mediaEncoder() : undefined;
      return {
        request: { path: "prompt", body: encode(messages, options, { ...target, media, words }) },
        decoder: async (context) =>
          chromeDecoder(context, mayCall ? (await textCalls()).textCalls(context.toolNames) : undefined),
      };
    },
  };
}
