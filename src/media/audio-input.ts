import type { AudioFromFileOptions } from "../contracts/media.ts";
import type { AudioInput } from "../contracts/transcription-model.ts";
import { toBase64 } from "../core/base64.ts";

/**
 * Packs recorded sound for `transcribe`: pure data, which can cross a queue or a wire.
 *
 * @param mediaType such as `audio/ogg`.
 * @param filename tells some providers the codec by its ending.
 *
 * @example
 * audioFromBuffer(new Uint8Array([79, 103, 103, 83]), "audio/ogg", "note.ogg");
 * // { base64: "T2dnUw==", mediaType: "audio/ogg", filename: "note.ogg" }
 */
export function audioFromBuffer(
  bytes: ArrayBuffer | ArrayBufferView,
  mediaType: string,
  filename?: string,
): AudioInput {
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  return { base64: toBase64(view), mediaType, ...(filename !== undefined && { filename }) };
}

/**
 * Reads recorded sound: a `File` or `Blob` of a page, or a path where there is a reader of files. The media type is told by
 * `mediaType`, else by the blob, else by the ending of the name: voice notes (`.ogg`, `.opus`, `.m4a`) and all that
 * services take.
 *
 * Rejects with an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) where there is no reader, where it cannot read the
 * file, and where the media type is unknown.
 *
 * @example
 * const audio = await audioFromFile(new File(["OggS"], "voice-note.opus"));
 * audio.mediaType; // "audio/ogg"
 */
export async function audioFromFile(
  source: string | Blob,
  options: AudioFromFileOptions = {},
): Promise<AudioInput> {
  const { bytes, mediaType, name } = await (await import("./read-audio.ts")).readAudio(source, options);
  return audioFromBuffer(bytes, mediaType, name);
}
