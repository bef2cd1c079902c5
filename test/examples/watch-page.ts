import type { Page } from "playwright-core";

/**
 * Collects whatever a page complains of: console errors and warnings (failed requests are among them), uncaught errors and
 * violations of its content security policy. Call it before the page is opened.
 */
export async function watchPage(page: Page): Promise<readonly string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`violates ${violatedDirective}: ${blockedURI}`);
    });
  });
  return complaints;
}
