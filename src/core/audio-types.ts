/** The media types of recorded sound, by the ending of a file's name. The first ending of a type is its usual one. */
const AUDIO_TYPES: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  mp4: "audio/mp4",
  // Voice notes are Opus in an Ogg container, whatever the ending (RFC 7845, section 9).
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  webm: "audio/webm",
  flac: "audio/flac",
  aac: "audio/aac",
  pcm: "audio/pcm",
  mpga: "audio/mpeg",
  mpeg: "audio/mpeg",
  amr: "audio/amr",
  aif: "audio/aiff",
  aiff: "audio/aiff",
  "3gp": "audio/3gpp",
  wma: "audio/x-ms-wma",
};

/** Names that are in use beside the registered ones. */
const ALIASES: Readonly<Record<string, string>> = {
  mp3: "mpeg",
  "x-m4a": "mp4",
  m4a: "mp4",
  opus: "ogg",
  wave: "wav",
  "x-wav": "wav",
  "vnd.wave": "wav",
  "x-flac": "flac",
};

/**
 * The media type of sound by the ending of a file's name or by the name of a format; `undefined` where it is unknown.
 *
 * @example
 * audioTypeOf("voice-note.opus"); // "audio/ogg"
 * audioTypeOf("mp3"); // "audio/mpeg"
 */
export function audioTypeOf(name: string): string | undefined {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(AUDIO_TYPES, ending) ? AUDIO_TYPES[ending] : undefined;
}

/**
 * The usual ending of files with a media type, without its dot; `undefined` where it is unknown.
 *
 * @example
 * audioEndingOf("audio/ogg; codecs=opus"); // "ogg"
 */
export function audioEndingOf(mediaType: string): string | undefined {
  const [kind = "", format = ""] = (mediaType.split(";")[0] ?? "").trim().toLowerCase().split("/");
  const known = Object.hasOwn(ALIASES, format) ? ALIASES[format] : format;
  const type = `${kind === "video" ? "audio" : kind}/${known}`;
  return Object.keys(AUDIO_TYPES).find((ending) => AUDIO_TYPES[ending] === type);
}
