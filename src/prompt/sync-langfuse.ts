import type { LangfuseOptions, PromptSync } from "../contracts/prompt-registry.ts";
import type { ExportedPrompt, ExportedPromptVersion, PromptBlockData } from "../contracts/prompts-manager.ts";
import { linkSignal } from "../core/abort.ts";
import { toBase64 } from "../core/base64.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { ProviderError } from "../core/errors/provider-errors.ts";
import { askService } from "../net/ask-service.ts";
import { importRegistry } from "./export-registry.ts";
import type { PromptStore } from "./prompt-store.ts";

type Fields = Readonly<Record<string, unknown>>;
type Get = (path: string) => Promise<Fields>;
type Version = PromptSync["skipped"][number];

/** What the service gives at most on a page. */
const PAGE = 100;
/** More pages than any project has: a service that never comes to an end is not followed for ever. */
const MOST_PAGES = 1_000;
/** So many requests go out at once. */
const AT_ONCE = 4;

/**
 * Adds all prompts of a Langfuse project to a store, with their labels as tags, once all have been read: nothing is added where one
 * cannot be. Of a chat, the system messages are the prompt. Langfuse API, `GET /api/public/v2/prompts`.
 */
export async function syncLangfuse(
  store: PromptStore,
  langfuse: LangfuseOptions | undefined,
  signal: AbortSignal | undefined,
): Promise<PromptSync> {
  if (!langfuse?.publicKey || !langfuse.secretKey) {
    throw new ConfigError(
      "There is no project to read prompts from. Give prompt({ langfuse: { publicKey, secretKey } }).",
    );
  }
  const { publicKey, secretKey, baseURL = "https://cloud.langfuse.com", timeoutMs = 30_000 } = langfuse;
  const login = toBase64(new TextEncoder().encode(`${publicKey}:${secretKey}`));
  // Where one request fails, the others are stopped.
  const own = linkSignal(signal);
  const get: Get = async (path) =>
    fieldsOf(
      await askService({
        url: `${baseURL.replace(/\/$/, "")}/api/public/v2/prompts${path}`,
        name: "Langfuse",
        advice: 'Check the keys and "baseURL".',
        headers: { accept: "application/json", authorization: `Basic ${login}` },
        fetch: langfuse.fetch,
        timeoutMs,
        signal: own.signal,
      }),
    );
  try {
    const { prompts, skipped } = await readProject(get);
    return { registrations: importRegistry(store, { v: 1, prompts }), skipped };
  } finally {
    own.abort();
    own.release();
  }
}

async function readProject(get: Get): Promise<{ prompts: ExportedPrompt[]; skipped: Version[] }> {
  const versions = await listVersions(get);
  const skipped: Version[] = [];
  const prompts = new Map<
    string,
    { versions: ExportedPromptVersion[]; tags: ExportedPrompt["tags"][number][] }
  >();
  for (let from = 0; from < versions.length; from += AT_ONCE) {
    const read = versions.slice(from, from + AT_ONCE).map(async ({ name, version }) => {
      const { prompt, labels } = await get(`/${encodeURIComponent(name)}?version=${version}`);
      return { name, version, prompt, labels };
    });
    for (const { name, version, prompt, labels } of await Promise.all(read)) {
      const blocks = blocksOf(prompt);
      if (blocks.length === 0) {
        skipped.push({ name, version });
        continue;
      }
      const entry = prompts.get(name) ?? { versions: [], tags: [] };
      prompts.set(name, entry);
      entry.versions.push({ version, blocks });
      for (const tag of listOf(labels ?? [])) entry.tags.push({ tag: String(tag), version });
    }
  }
  return { prompts: Array.from(prompts, ([name, entry]) => ({ name, ...entry })), skipped };
}

/** Every version of the project, those of one name from the oldest to the newest. */
async function listVersions(get: Get): Promise<Version[]> {
  const known = new Map<string, Set<number>>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, meta } = await get(`?page=${page}&limit=${PAGE}`);
    pages = Number(fieldsOf(meta).totalPages);
    if (!(pages <= MOST_PAGES)) throw unreadable();
    for (const { name, versions } of listOf(data).map(fieldsOf)) {
      const numbers = listOf(versions).map(Number);
      if (typeof name !== "string" || /\p{Surrogate}/u.test(name) || !numbers.every(Number.isSafeInteger))
        throw unreadable();
      // A prompt that is made while the pages are read moves another one to the next page.
      known.set(name, new Set([...(known.get(name) ?? []), ...numbers]));
    }
  }
  return [...known].flatMap(([name, versions]) =>
    [...versions].sort((left, right) => left - right).map((version) => ({ name, version: String(version) })),
  );
}

/** The text of a prompt, or the system messages of a chat. */
function blocksOf(prompt: unknown): PromptBlockData[] {
  const messages =
    typeof prompt === "string" ? [{ role: "system", content: prompt }] : listOf(prompt).map(fieldsOf);
  return messages.flatMap(({ role, content }) =>
    (role === "system" || role === "developer") && typeof content === "string"
      ? [{ type: "instruction", text: content }]
      : [],
  );
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null) throw unreadable();
  return value as Fields;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable();
  return value;
}

function unreadable(): ProviderError {
  return new ProviderError('Langfuse: the answer is not what its API gives. Check "baseURL".');
}
