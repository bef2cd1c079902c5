import type { FrontMatter, PromptFileOptions, PromptFileSource } from "../../contracts/prompt-file.ts";
import type { SystemPromptMeta } from "../../contracts/system-prompt.ts";
import { getAIConfig } from "../../core/config.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { sha256 } from "../../core/hash.ts";
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
  if (typeof text !== "string") {
    throw new InvalidRequestError(
      `A prompt file is of type ${typeof text}. Pass its text, { path } or { url }.`,
    );
  }
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
  if ("url" in source) {
    const path = String(source.url);
    const { fetchTextWithPolicy } = await import("../../net/index.ts");
    const policy = { maxBytes: MAX_BYTES, ...options.policy };
    const { ok, status, text } = await fetchTextWithPolicy(path, policy, { signal: options.signal ?? null });
    if (ok) return { text, path };
    throw new InvalidRequestError(
      `The prompt file "${path}" cannot be read: the answer has status ${status}.`,
      {
        context: { path, status },
      },
    );
  }
  const { path } = source;
  const files = options.files ?? getAIConfig().files;
  if (!files) {
    throw new InvalidRequestError(
      `There is no reader for the prompt file "${path}". Pass one as "files", or set it once with config({ files }).`,
      { context: { path } },
    );
  }
  try {
    return { text: await files.readText(path), path };
  } catch (cause) {
    throw new InvalidRequestError(
      `The prompt file "${path}" cannot be read. Check the path, and that the program may read it.`,
      { context: { path }, cause },
    );
  }
}

function textOf(key: string, value: string | readonly string[], label: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new InvalidRequestError(`The front matter of ${label} has no text for "${key}".`);
}
