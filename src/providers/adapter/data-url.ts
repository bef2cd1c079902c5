/**
 * What a data URL holds (RFC 2397): its media type without parameters, which may be empty, and its base64; `undefined` for
 * every other address, and for data that is not base64.
 *
 * @example
 * readDataUrl("data:audio/ogg;codecs=opus;base64,T2dnUw=="); // { mediaType: "audio/ogg", base64: "T2dnUw==" }
 */
export function readDataUrl(
  url: string,
): { readonly mediaType: string; readonly base64: string } | undefined {
  const comma = url.indexOf(",");
  const [scheme = "", ...parameters] = url.slice(0, Math.max(0, comma)).split(";");
  if (!/^data:/i.test(scheme) || parameters.at(-1)?.toLowerCase() !== "base64") return undefined;
  return { mediaType: scheme.slice("data:".length), base64: url.slice(comma + 1) };
}
