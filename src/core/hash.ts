import { ConfigError } from "./errors/config-error.ts";

/**
 * The SHA-256 of a text's UTF-8, as 64 hexadecimal digits. Rejects with `ConfigError` (`INVALID_CONFIG`) in a page that was
 * loaded over plain HTTP, where browsers offer no `crypto.subtle`.
 *
 * @example
 * (await sha256("abc")).slice(0, 8); // "ba7816bf"
 */
export async function sha256(text: string): Promise<string> {
  const { subtle } = crypto;
  // Typed as always there, which holds in secure contexts only.
  if ((subtle as SubtleCrypto | undefined) === undefined) {
    throw new ConfigError("This page was loaded over plain HTTP, where nothing can be hashed. Use HTTPS.");
  }
  const bytes = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
