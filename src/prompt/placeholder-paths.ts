/** Some paths of placeholders, and what they lead to. */
export interface PlaceholderPaths {
  /** Whether a path is one of them, or leads to a part of one. */
  cover(path: string): boolean;
  /** Whether one of them leads to a part of a path, or the path to a part of one of them. */
  meet(path: string): boolean;
}

/**
 * Collects paths of placeholders, in Unicode form NFC.
 *
 * @example
 * const paths = placeholderPaths(["user", "team.lead"]);
 * paths.cover("user.name"); // true
 * [paths.cover("team"), paths.meet("team")]; // [false, true]
 */
export function placeholderPaths(given: Iterable<string>): PlaceholderPaths {
  const paths = new Set<string>();
  const tops = new Set<string>();
  for (const path of given) {
    const normal = path.normalize();
    paths.add(normal);
    for (const top of topsOf(normal)) tops.add(top);
  }
  const cover = (path: string): boolean => topsOf(path.normalize()).some((top) => paths.has(top));
  return { cover, meet: (path) => tops.has(path.normalize()) || cover(path) };
}

/** A path, and every path that leads to it. */
function topsOf(path: string): string[] {
  const tops = [path];
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) tops.push(path.slice(0, dot));
  return tops;
}
