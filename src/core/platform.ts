/** The addresses of a host: IPv4 and IPv6 texts. Rejects, or resolves to none, where the name has no answer. */
export type ResolveHost = (
  hostname: string,
  options: { readonly signal?: AbortSignal },
) => Promise<readonly string[]>;

/** What the runtime can do for outbound requests. */
export interface Platform {
  /** Missing where names cannot be resolved before the request, as in a browser without DNS over HTTPS. */
  readonly resolveHost?: ResolveHost;
  /** Whether `fetch(url, { redirect: "manual" })` shows the target of a redirect; browsers hide it. */
  readonly manualRedirects: boolean;
}

/**
 * Reads a file or lists a folder, for the few places that take a path. Paths use `/`. What is missing rejects with an error
 * whose `code` is `ENOENT` or whose `name` is `NotFound` (Deno) or `NotFoundError` (web standards).
 */
export interface FileReader {
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Files below a folder, as paths, sorted. */
  list(path: string): Promise<readonly string[]>;
  /** Present where the runtime can read at once, as `systemPrompt.fromFile` needs. */
  readTextSync?(path: string): string;
  /** Writes a whole file or nothing, and the folders that it needs. Present where the runtime can write. */
  writeText?(path: string, text: string): Promise<void>;
}
