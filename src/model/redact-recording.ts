import type { Message } from "../contracts/message.ts";
import type { ModelCallOptions, ModelChunk } from "../contracts/model.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { isSecretName, redactText } from "../core/redact.ts";
import type { RecordedRequest } from "./cassette.ts";
import { toolShape } from "./hash-request.ts";
import { spreadChange } from "./spread-change.ts";

/** Hides in a text what a cassette shall not keep. */
export type RedactText = (text: string) => string | Promise<string>;

/** What stands where: fields of ours, data of the caller's or the model's, a schema, or what belongs to the provider alone. */
type Kind = "fields" | "data" | "schema" | "opaque";

const MASK = "[redacted]";
/** `redactText` cuts longer texts. */
const LONGEST_TEXT = 1_000_000;
/** Fields that link things: a guard that marks texts would break the links. */
const LINKS: readonly string[] = [
  "type",
  "role",
  "id",
  "name",
  "toolCallId",
  "toolName",
  "mediaType",
  "finishReason",
  "rawFinishReason",
  "code",
  "category",
];
const KINDS: Readonly<Record<string, Kind>> = {
  input: "data",
  metadata: "data",
  context: "data",
  providerOptions: "data",
  tools: "schema",
  responseSchema: "schema",
  providerMetadata: "opaque",
};

/**
 * Hides secrets in everything that goes to a cassette: all texts under the names of secrets, keys and tokens inside of texts,
 * and what a function of the caller's hides in texts that people or models wrote. Media keep their bytes.
 */
export class RecordingRedaction {
  readonly #redact: RedactText | undefined;

  constructor(redact: RedactText | undefined) {
    this.#redact = redact;
  }

  /** A request without its signal and headers, its tools without their code, and no secret in it. */
  request(messages: readonly Message[], options: ModelCallOptions): Promise<RecordedRequest> {
    const { signal: _signal, headers: _headers, tools, ...told } = options;
    const kept = { ...told, ...(tools && { tools: tools.map(toolShape) }) };
    return this.value({ messages, ...(Object.keys(kept).length > 0 && { options: kept }) });
  }

  /** A copy of a request, a response, a chunk or an error without secrets. */
  async value<Value>(value: Value): Promise<Value> {
    return (await this.#part(plainCopy(value), "", "fields", false)) as Value;
  }

  /** Chunks without secrets, also without such as are spread over several of them. Their borders stay where they can. */
  async chunks(chunks: readonly ModelChunk[]): Promise<readonly ModelChunk[]> {
    const result: ModelChunk[] = [];
    const lines = new Map<string, number[]>();
    for (const [at, chunk] of chunks.entries()) {
      result.push(textOf(chunk) === undefined ? await this.value(chunk) : { ...chunk });
      if (textOf(chunk) === undefined) continue;
      const line = chunk.type === "tool-call-delta" ? `tool ${chunk.id}` : chunk.type;
      const places = lines.get(line);
      if (places) places.push(at);
      else lines.set(line, [at]);
    }
    const emptied = new Set<number>();
    for (const [line, places] of lines) {
      const texts = places.map((at) => textOf(chunks[at]) ?? "");
      const before = texts.join("");
      const after = line.startsWith("tool ") ? await this.#arguments(before) : await this.#text(before, true);
      if (after === before) continue;
      for (const [index, text] of spreadChange(texts, after).entries()) {
        const at = places[index] ?? 0;
        const chunk = result[at];
        if (chunk) result[at] = withText(chunk, text);
        if (text === "") emptied.add(at);
      }
    }
    return result.filter((_chunk, at) => !emptied.has(at));
  }

  async #part(value: unknown, name: string, kind: Kind, isSecret: boolean): Promise<unknown> {
    if (typeof value === "string") {
      if (value && isSecret) return MASK;
      if (name === "base64" || value.startsWith("data:")) return value;
      return this.#text(value, kind !== "opaque" && !(kind === "fields" && LINKS.includes(name)));
    }
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(await this.#part(item, name, kind, isSecret));
      return items;
    }
    const copy: [string, unknown][] = [];
    for (const [key, part] of Object.entries(value)) {
      const inside = kind === "fields" && Object.hasOwn(KINDS, key) ? (KINDS[key] ?? kind) : kind;
      // A schema names the fields of secrets, and has none.
      const hidden = isSecret || (inside !== "schema" && isSecretName(key));
      copy.push([key, await this.#part(part, key, inside, hidden)]);
    }
    return Object.fromEntries(copy);
  }

  /** The text of arguments: parsed, a secret shows by its name. */
  async #arguments(text: string): Promise<string> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#text(text, true);
    }
    const redacted = await this.#part(value, "", "data", false);
    const changed = JSON.stringify(redacted);
    return changed === JSON.stringify(value) ? text : changed;
  }

  async #text(text: string, isGuarded: boolean): Promise<string> {
    let hidden = "";
    for (let start = 0; start < text.length; ) {
      let end = Math.min(text.length, start + LONGEST_TEXT);
      // No secret but "Bearer …" has a space in it.
      if (end < text.length)
        end = Math.max(text.lastIndexOf("\n", end), text.lastIndexOf(" ", end), start + 1);
      hidden += redactText(text.slice(start, end));
      start = end;
    }
    if (!isGuarded || !this.#redact || text === "") return hidden;
    try {
      return String(await this.#redact(hidden));
    } catch (cause) {
      throw new ConfigError("The redact function of a recording failed, so nothing was recorded.", { cause });
    }
  }
}

function plainCopy(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_name, part) => (typeof part === "bigint" ? String(part) : part)));
}

function textOf(chunk: ModelChunk | undefined): string | undefined {
  if (chunk?.type === "delta" || chunk?.type === "reasoning-delta") return chunk.content;
  return chunk?.type === "tool-call-delta" ? chunk.delta : undefined;
}

function withText(chunk: ModelChunk, text: string): ModelChunk {
  if (chunk.type === "delta" || chunk.type === "reasoning-delta") return { ...chunk, content: text };
  return chunk.type === "tool-call-delta" ? { ...chunk, delta: text } : chunk;
}
