import type { WireRequest } from "../adapter/protocol.ts";

/**
 * Merges fields that a caller gives over those of a body, in place: objects whose name ends in `Config` field by field,
 * tools beside those that are there, all else as it is.
 *
 * @example
 * mergeInto({ generationConfig: { seed: 1 } }, { generationConfig: { topK: 40 } });
 * // { generationConfig: { seed: 1, topK: 40 } }
 */
export function mergeInto(body: WireRequest, extra: Readonly<Record<string, unknown>> = {}): WireRequest {
  for (const [field, value] of Object.entries(extra)) {
    const own = body[field];
    if (field === "tools" && Array.isArray(own) && Array.isArray(value)) body[field] = [...value, ...own];
    else if (field.endsWith("Config") && own) body[field] = mergeInto({ ...own }, Object(value));
    else body[field] = value;
  }
  return body;
}
