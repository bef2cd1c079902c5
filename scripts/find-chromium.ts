import { existsSync } from "node:fs";
import { findOnPath } from "./find-on-path.ts";

const systemNames = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The Chromium that the tests drive: `CHROMIUM_PATH`, else a Chrome or Chromium of the system, else the one inside
 * the npm package @sparticuz/chromium, which is unpacked on first use.
 */
export async function findChromium(): Promise<string> {
  return findFullChromium() ?? unpackedChromium();
}

/** A Chromium that can load extensions, which the one inside the npm package cannot. */
export function findFullChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return chosen;
  return findOnPath(...systemNames) ?? applications.find((path) => existsSync(path));
}

async function unpackedChromium(): Promise<string> {
  const { default: chromium } = await import("@sparticuz/chromium");
  return chromium.executablePath();
}
