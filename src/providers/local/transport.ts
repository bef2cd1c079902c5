import { ConfigError } from "../../core/errors/config-error.ts";
import type { WordsSource } from "./local-embedder.ts";

/** The bytes of a file that the application names, or gives in some way. Rejects with `ConfigError` (`INVALID_CONFIG`). */
export async function readWords(source: WordsSource): Promise<Uint8Array<ArrayBuffer>> {
  let status = "";
  let cause: unknown;
  try {
    const given = typeof source === "function" ? await source() : source;
    if (given instanceof ArrayBuffer) return new Uint8Array(given);
    if (ArrayBuffer.isView(given)) return given;
    const response = given instanceof Response ? given : await globalThis.fetch(given);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    status = ` (status ${response.status})`;
    response.body?.cancel().catch(() => {});
  } catch (error) {
    cause = error;
  }
  const message = `localEmbedder() could not read its words${status}. Serve words.bin there, or give it the bytes.`;
  throw new ConfigError(message, { cause });
}
