import { globSync } from "node:fs";

/** The browser of WebKitGTK, which Debian keeps out of the PATH (package webkit2gtk-driver); empty where there is none. */
export function findMiniBrowser(): string {
  return globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser").at(-1) ?? "";
}
