/** A URL without credentials, query and fragment; a text that is no URL is cut the same way, an empty one stays empty. */
export function displayUrl(url: string | URL): string {
  if (URL.canParse(String(url))) {
    const { protocol, host, pathname } = new URL(url);
    return host ? `${protocol}//${host}${pathname}` : `${protocol}…`;
  }
  const [bare = ""] = String(url).split(/[?#]/);
  const text = bare.slice(bare.lastIndexOf("@") + 1);
  if (text === "") return "";
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
