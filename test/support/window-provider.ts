import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineBrowserProvider } from "@vitest/browser";
import type { BrowserProvider, BrowserProviderOption } from "vitest/node";

/** How a browser is started on a page, with an empty folder as its home. */
export type WindowCommand = (url: string, home: string) => readonly [program: string, ...values: string[]];

/**
 * A browser provider for engines that Playwright has no build of: it starts a browser on the page with the tests and
 * ends it afterwards. Nothing is driven; tests that only run in the page need no more.
 */
export function windowProvider(command: WindowCommand): BrowserProviderOption {
  return defineBrowserProvider({ name: "window", providerFactory: () => new WindowProvider(command) });
}

class WindowProvider implements BrowserProvider {
  readonly name = "window";
  readonly supportsParallelism = false;
  readonly #command: WindowCommand;
  readonly #home = mkdtempSync(join(tmpdir(), "hedgemage-browser-"));
  #browser: ChildProcess | undefined;

  constructor(command: WindowCommand) {
    this.#command = command;
  }

  getCommandsContext(): Record<string, unknown> {
    return {};
  }

  async openPage(_session: string, url: string): Promise<void> {
    this.#end();
    const [program, ...values] = this.#command(url, this.#home);
    // A group of its own, so that its helpers end with it.
    const env = { ...process.env, HOME: this.#home };
    this.#browser = spawn(program, values, { stdio: "ignore", detached: true, env });
    await once(this.#browser, "spawn");
  }

  close(): void {
    this.#end();
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #end(): void {
    const browser = this.#browser;
    this.#browser = undefined;
    if (browser?.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, "SIGKILL");
  }
}
