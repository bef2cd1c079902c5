import { type BrowserContext, chromium } from "playwright-core";
import { findFullChromium } from "../../scripts/find-chromium.ts";

/** Starts a full Chrome with a profile of its own and the extensions in some folders. */
export function launchExtensions(profile: string, folders: readonly string[]): Promise<BrowserContext> {
  const executablePath = findFullChromium();
  const extensions = folders.join(",");
  return chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    headless: false, // Playwright's own headless switch would choose the mode that loads no extension
    args: [
      "--headless=new",
      "--no-sandbox",
      `--disable-extensions-except=${extensions}`,
      `--load-extension=${extensions}`,
    ],
  });
}
