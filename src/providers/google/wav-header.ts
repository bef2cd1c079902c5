const HEADER_BYTES = 44;
/** What stands for a length that is not known yet. */
const UNKNOWN = 0xffffffff;

/**
 * The head of a WAV file (RIFF, PCM) with one channel of samples of 16 bits.
 *
 * @param rate samples a second.
 * @param length of the samples in bytes; left out where it is not known yet.
 *
 * @example
 * wavHeader(24_000, 4800).length; // 44
 */
export function wavHeader(rate: number, length?: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  write(0, "RIFF");
  view.setUint32(4, length === undefined ? UNKNOWN : length + HEADER_BYTES - 8, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true); // bytes a second
  view.setUint16(32, 2, true); // bytes of a sample
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, length ?? UNKNOWN, true);
  return bytes;
}
