import type { FrontMatter, PromptFileOptions, PromptFileSource } from "../../contracts/prompt-file.ts";
import type { SystemPromptMeta } from "../../contracts/system-prompt.ts";
import { abortable } from "../../core/abort.ts";
import { getAIConfig } from "../../core/config.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { sha256 } from "../../core/hash.ts";
import { displayUrl } from "../../net/display-url.ts";
import { fetchTextWithPolicy } from "../../net/on-demand.ts";
import { splitFrontMatter } from "./front-matter.ts";

/** The most that is read of a prompt file at a URL, in bytes. */
const MAX_BYTES = 1_000_000;

/** What all kinds of prompt files have in common. */
export interface ReadFile {
  readonly meta: SystemPromptMeta;
  readonly data: FrontMatter;
  readonly body: string;
  /** How errors call the file. */
  readonly label: string;
  readonly path?: string;
  hash(): Promise<string>;
}

/** Reads the text of a prompt file: line ends, byte order mark, front matter. Throws `InvalidRequestError`. */
export function readPromptText(text: string, { path }: PromptFileOptions): ReadFile {
  if (typeof text !== "string") throw noText(`of type ${typeof text}`);
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const label = path === undefined ? "the prompt file" : `"${path}"`;
  const { data, body } = splitFrontMatter(plain, label);
  const { name, version, description, required } = data;
  const meta: SystemPromptMeta = {
    ...(name !== undefined && { name: textOf("name", name, label) }),
    ...(version !== undefined && { version: textOf("version", version, label) }),
    ...(description !== undefined && { description: textOf("description", description, label) }),
    ...(required !== undefined && {
      required: typeof required === "string" ? [required].filter(Boolean) : required,
    }),
  };
  const file = { meta, data, body, label, hash: () => sha256(plain) };
  return path === undefined ? file : { ...file, path };
}

/** Fetches the text of a prompt file. Rejects with `InvalidRequestError`, and with what the outbound guard refuses. */
export async function fetchPromptText(
  source: PromptFileSource,
  options: PromptFileOptions,
): Promise<{ readonly text: string; readonly path: string }> {
  const { signal } = options;
  if ("url" in source) {
    // Errors and reports name the file: credentials and query stay out of them.
    const path = displayUrl(source.url);
    const policy = { maxBytes: MAX_BYTES, ...options.policy };
    const answer = await fetchTextWithPolicy(String(source.url), policy, { signal: signal ?? null });
    const { ok, status, text } = answer;
    if (ok) return { text, path };
    throw new InvalidRequestError(
      `The prompt file "${path}" cannot be read: the answer has status ${status}.`,
      { context: { path, status } },
    );
  }
  const { path } = source;
  if (typeof path !== "string") throw noText("an object without a path");
  const files = options.files ?? getAIConfig().files;
  if (!files) {
    throw new InvalidRequestError(
      `There is no reader for the prompt file "${path}". Pass one as "files", or set it once with config({ files }).`,
      { context: { path } },
    );
  }
  try {
    return { text: await abortable(files.readText(path), signal), path };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new InvalidRequestError(
      `The prompt file "${path}" cannot be read. Check the path, and that the program may read it.`,
      { context: { path }, cause },
    );
  }
}

function noText(what: string): InvalidRequestError {
  return new InvalidRequestError(`A prompt file is ${what}. Pass its text, { path } or { url }.`);
}

function textOf(key: string, value: string | readonly string[], label: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new InvalidRequestError(`The front matter of ${label} has no text for "${key}".`);
}
