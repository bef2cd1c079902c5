import type { Message } from "../contracts/message.ts";
import type { ModelCallOptions, ModelChunk } from "../contracts/model.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { isSecretName, redactText } from "../core/redact.ts";
import type { RecordedRequest } from "./cassette.ts";
import { toolShape } from "./hash-request.ts";

/** Hides in a text what a cassette shall not keep. */
export type RedactText = (text: string) => string | Promise<string>;

/** What stands where: fields of ours, data of the caller's or the model's, a schema, or what belongs to the provider alone. */
type Kind = "fields" | "data" | "schema" | "opaque";

const MASK = "[redacted]";
/** `redactText` cuts longer texts. */
const LONGEST_TEXT = 1_000_000;
/** How far back a cut is looked for that goes through no secret. */
const LONGEST_SECRET = 10_000;
/** What no secret has in it, but the blank of "Bearer …". */
const BORDERS = " \n\t\"'";
/** The beginning of media in an address. What only begins with "data:", as the lines of event streams do, is text. */
const DATA_URL: RegExp = /^data:[^\s,]{0,200};base64,/;
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
      const after = line.startsWith("tool ") ? await this.#arguments(before) : await this.#text(before);
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
      if (name === "base64" || DATA_URL.test(value)) return value;
      if (kind === "opaque") return hiddenIn(value);
      return kind === "fields" && LINKS.includes(name) ? hiddenIn(value) : this.#text(value);
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
      copy.push([redactText(key), await this.#part(part, key, inside, hidden)]);
    }
    return Object.fromEntries(copy);
  }

  /** The text of arguments: told value by value, so that it stays JSON. */
  async #arguments(text: string): Promise<string> {
    const value = jsonIn(text);
    if (value === undefined) return this.#text(text);
    const changed = JSON.stringify(await this.#part(value, "", "data", false));
    return changed === JSON.stringify(value) ? text : changed;
  }

  async #text(text: string): Promise<string> {
    const hidden = hiddenIn(withoutNamed(text));
    if (!this.#redact || text === "") return hidden;
    try {
      return String(await this.#redact(hidden));
    } catch (cause) {
      throw new ConfigError("The redact function of a recording failed, so nothing was recorded.", { cause });
    }
  }
}

/**
 * Spreads a changed text over the pieces that it had before: what is the same at its start and at its end stays in its piece,
 * and what changed goes to the first piece that it touches.
 *
 * @example
 * spreadChange(["key ", "sk-1", "23 is it"], "key [hidden] is it"); // ["key ", "[hidden]", " is it"]
 */
export function spreadChange(pieces: readonly string[], after: string): string[] {
  const before = pieces.join("");
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const tail = before.length - end;
  let changed = after.slice(start, after.length - end);
  let at = 0;
  return pieces.map((piece, index) => {
    const from = at;
    at += piece.length;
    const middle = at > start || index === pieces.length - 1 ? changed : "";
    if (middle) changed = "";
    return piece.slice(0, Math.max(0, start - from)) + middle + piece.slice(Math.max(0, tail - from));
  });
}

/** A text with keys and tokens hidden, however long it is. */
function hiddenIn(text: string): string {
  let hidden = "";
  for (let start = 0; start < text.length; ) {
    const end = cutAfter(text, start);
    hidden += redactText(text.slice(start, end));
    start = end;
  }
  return hidden;
}

/** Where the next part of a long text ends: where no secret goes on, unless there is no such place for long. */
function cutAfter(text: string, start: number): number {
  const end = start + LONGEST_TEXT;
  if (end >= text.length) return text.length;
  for (let at = end; at > end - LONGEST_SECRET; at--) {
    if (BORDERS.includes(text.charAt(at - 1)) && !text.startsWith("Bearer ", at - 7)) return at;
  }
  return end;
}

/** A text that is JSON, such as the result of a tool, without what stands in it under the names of secrets. */
function withoutNamed(text: string): string {
  const hideAll = (_name: string, part: unknown): unknown => (typeof part === "string" && part ? MASK : part);
  const hide = (name: string, part: unknown): unknown =>
    isSecretName(name) ? JSON.parse(JSON.stringify(part, hideAll)) : part;
  const value = jsonIn(text);
  const changed = JSON.stringify(value, hide);
  return changed === JSON.stringify(value) ? text : changed;
}

/** The object or the list that a text is as JSON; `undefined` where it is neither, or nests too deep to be searched. */
function jsonIn(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return plainCopy(JSON.parse(text));
  } catch {
    return undefined;
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
