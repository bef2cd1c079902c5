import type { ServiceTarget } from "../adapter/call-service.ts";
import type { Transport } from "../adapter/transport.ts";

/** Which model is asked for pictures or sound, and over what. */
export interface MediaTarget extends ServiceTarget {
  readonly transport: Pick<Transport<Uint8Array>, "send" | "reader">;
}

/** How containers begin, in base64. */
const BEGINNINGS: readonly (readonly [beginning: string, mediaType: string])[] = [
  ["/9j/", "image/jpeg"],
  ["iVBORw", "image/png"],
  ["SUQz", "audio/mpeg"],
  ["//", "audio/mpeg"],
  ["ZkxhQ", "audio/flac"],
  ["T2dnUw", "audio/ogg"],
];

/**
 * The media type of base64 by how it begins, since models do not tell theirs; `undefined` where it is unknown.
 *
 * @example
 * mediaTypeOf("iVBORw0KGgo="); // "image/png"
 */
export function mediaTypeOf(base64: string): string | undefined {
  // RIFF is a container of both; what it holds stands in its third word.
  if (base64.startsWith("UklGR")) return base64.startsWith("RUJQ", 12) ? "image/webp" : "audio/wav";
  return BEGINNINGS.find(([beginning]) => base64.startsWith(beginning))?.[1];
}
