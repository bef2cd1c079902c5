/** Gives the address that a link of the page means; `undefined` where it leads nowhere that may be followed. */
export type LinkResolver = (href: string) => string | undefined;

const nowhere = "https://relative.invalid";

/**
 * Resolves links against a base: web addresses, mail and telephone only. Without a base, relative links stay as they are.
 * Brackets and spaces are written so that Markdown keeps the target whole.
 */
export function linkResolver(base: string | undefined): LinkResolver {
  const from = base !== undefined && URL.canParse(base) ? base : `${nowhere}/`;
  return (href) => {
    let url: URL;
    try {
      url = new URL(href, from);
    } catch {
      return undefined;
    }
    if (!/^(?:https?|mailto|tel|ftp):$/.test(url.protocol)) return undefined;
    const target = url.origin === nowhere ? href.replace(/[\s\p{Cc}]+/gu, "") : url.href;
    return target.replace(/[()<>\s]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  };
}
