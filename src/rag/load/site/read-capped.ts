/**
 * The first bytes of a body, `limit` of them at most; the rest is cancelled. Rejects where the body breaks off, unless it is
 * `fragile`: then what it held before counts.
 *
 * @example
 * await readCapped(new Blob(["hello"]).stream(), 2); // the bytes of "he"
 */
export async function readCapped(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: number,
  fragile: boolean = false,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let total = 0;
  while (reader && total < limit) {
    const next = await reader.read().catch((error: unknown) => {
      if (!fragile) throw error;
    });
    if (!next?.value) break;
    parts.push(next.value);
    total += next.value.byteLength;
  }
  reader?.cancel().catch(() => {});
  return new Uint8Array(await new Blob(parts).arrayBuffer()).subarray(0, limit);
}

/** The same, of what bytes in the format gzip unpack to; other bytes as they are. */
export async function unpacked(bytes: Uint8Array<ArrayBuffer>, limit: number): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return readCapped(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")), limit, true);
}
