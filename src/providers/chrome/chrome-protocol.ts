import type { Protocol } from "../adapter/protocol.ts";
import { chromeDecoder } from "./decoder.ts";
import { type ChromeTarget, encode } from "./encode.ts";

/**
 * The Prompt API as a protocol: one session and one prompt a call.
 *
 * @example
 * const { request } = await chromeProtocol({ capabilities: {} }).encode([{ role: "user", content: "Hi" }], {}, false);
 * request.path; // "prompt"
 */
export function chromeProtocol(target: ChromeTarget): Protocol {
  return {
    encode: (messages, options) => ({
      request: { path: "prompt", body: encode(messages, options, target) },
      decoder: chromeDecoder,
    }),
  };
}
