import type { Message } from "../contracts/message.ts";
import type { ModelCallOptions, ModelTool } from "../contracts/model.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { sha256 } from "../core/hash.ts";
import { jsonSchemaOf } from "../schema/json-schema-of.ts";

/** The name of a call option. */
export type HashOption = keyof ModelCallOptions;

/** The call options that make two requests different, unless others are named. */
export const DEFAULT_HASH_OPTIONS: readonly HashOption[] = [
  "temperature",
  "maxTokens",
  "responseSchema",
  "tools",
  "reasoning",
];

/**
 * The identity of a request: the SHA-256, in 64 hexadecimal digits, of the canonical JSON of `{ messages, options }`, the same
 * on every runtime. Of the options only the named ones count, and `signal` never; of the messages everything but `id`,
 * `timestamp` and `metadata`, which no model gets to see. A tool counts by its name, its description and its input as JSON
 * Schema.
 *
 * Rejects with `ConfigError` (`INVALID_CONFIG`) in a page that was loaded over plain HTTP, where nothing can be hashed.
 *
 * @example
 * const hash = await ai.hashRequest([{ role: "user", content: "Hi" }], { temperature: 0 });
 * hash.slice(0, 8); // "bcc3b3e8"
 */
export function hashRequest(
  messages: readonly Message[],
  options: ModelCallOptions = {},
  hashOptions: readonly HashOption[] = DEFAULT_HASH_OPTIONS,
): Promise<string> {
  const picked: Partial<Record<HashOption, unknown>> = {};
  for (const name of hashOptions) if (name !== "signal") picked[name] = options[name];
  if (picked.tools) picked.tools = options.tools?.map(toolShape);
  return sha256(canonicalJson({ messages: messages.map(seenByModel), options: picked }));
}

/**
 * A tool without its code: its name, its description, and its input as JSON Schema where that can be said.
 *
 * @example
 * toolShape({ name: "now", description: "The time.", input: { type: "object" } }).input; // { type: "object" }
 */
export function toolShape({ name, description, input }: ModelTool): ModelTool {
  return { name, description, input: jsonSchemaOf(input) ?? {} };
}

function seenByModel({ id: _id, timestamp: _timestamp, metadata: _metadata, ...message }: Message): unknown {
  return message;
}
