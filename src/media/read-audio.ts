import type { AudioFromFileOptions } from "../contracts/media.ts";
import { audioTypeOf } from "../core/audio-types.ts";
import { getAIConfig } from "../core/config.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";

/** What was read. */
interface ReadAudio {
  readonly bytes: ArrayBuffer | Uint8Array;
  readonly mediaType: string;
  readonly name: string | undefined;
}

/** Reads a recording from a blob, or from a path with a reader of files. */
export async function readAudio(source: string | Blob, options: AudioFromFileOptions): Promise<ReadAudio> {
  const isPath = typeof source === "string";
  const path = isPath ? source : "name" in source ? String(source.name) : "";
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1) || undefined;
  const told = isPath || !/^(?:audio|video)\//.test(source.type) ? undefined : source.type;
  const mediaType = options.mediaType ?? told ?? audioTypeOf(name ?? "");
  if (!mediaType) {
    throw new InvalidRequestError(
      `The kind of sound in "${name ?? "the blob"}" is unknown. Pass it: audioFromFile(file, { mediaType: "audio/ogg" }).`,
      { context: { path } },
    );
  }
  const bytes = isPath ? await readPath(source, options) : await source.arrayBuffer();
  return { bytes, mediaType, name };
}

async function readPath(path: string, options: AudioFromFileOptions): Promise<Uint8Array> {
  const context = { path };
  const files = options.files ?? getAIConfig().files;
  if (!files) {
    throw new InvalidRequestError(
      `There is no reader for the audio file "${path}". Pass one, audioFromFile(path, { files }), set it once with ` +
        "config({ files }), or pass a Blob.",
      { context },
    );
  }
  try {
    return await files.readBytes(path);
  } catch (cause) {
    throw new InvalidRequestError(
      `The audio file "${path}" cannot be read. Check the path, and that the program may read it.`,
      { context, cause },
    );
  }
}
