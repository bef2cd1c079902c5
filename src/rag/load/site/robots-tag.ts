/** What a page wants of crawlers. */
export interface PageWishes {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

/** Directives whose value follows a colon, as the name of a crawler is followed by its directives. */
const valued: readonly string[] = [
  "unavailable_after",
  "max-snippet",
  "max-image-preview",
  "max-video-preview",
];

/**
 * Reads what a page wants: its robots `<meta>`, and the header `X-Robots-Tag`, of which the parts for other crawlers do not
 * count.
 *
 * @example
 * pageWishes("", "otherbot: noindex, hedgemage: nofollow", "hedgemage"); // { noindex: false, nofollow: true }
 */
export function pageWishes(meta: string, header: string, token: string): PageWishes {
  const wishes = new Set(meta.toLowerCase().split(/[\s,]+/));
  let agent = "*";
  for (const part of header.toLowerCase().split(",")) {
    const colon = part.indexOf(":");
    const name = part.slice(0, Math.max(0, colon)).trim();
    if (name !== "" && !valued.includes(name)) agent = name;
    if (agent === "*" || agent === token.toLowerCase()) wishes.add(part.slice(colon + 1).trim());
  }
  const none = wishes.has("none");
  return { noindex: none || wishes.has("noindex"), nofollow: none || wishes.has("nofollow") };
}
