/**
 * Whether a text begins with a pattern, or is all of it where `whole`. `*` stands for any characters, slashes too, as it
 * does in robots.txt.
 *
 * @example
 * matchesWildcard("/blog/2024/tides", "/blog/*" + "/tides", true); // true
 */
export function matchesWildcard(text: string, pattern: string, whole: boolean): boolean {
  const [first = "", ...parts] = pattern.split("*");
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = whole ? parts.pop() : undefined;
  if (whole && last === undefined) return text.length === at;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return last === undefined || (text.length - last.length >= at && text.endsWith(last));
}
