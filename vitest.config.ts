import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { entries, root } from "./scripts/entries.ts";
import { findChromium } from "./scripts/find-chromium.ts";
import { findMiniBrowser } from "./scripts/find-mini-browser.ts";
import { corpusPlugin } from "./test/support/corpus-plugin.ts";
import type { WindowCommand } from "./test/support/window-provider.ts";

// `x.test.ts` runs on every runtime; `x.node.test.ts`, `x.workers.test.ts`, … run on the one they name.
const everywhere = "test/**/!(*.node|*.workers|*.browser|*.deno).test.ts";

const inBrowsers = [everywhere, "test/**/*.browser.test.ts"];

/** Bundled before the tests begin: a page that finds them later is loaded anew. */
const optimizeDeps = { include: ["react", "react-dom/client", "unpdf"] };

const corpus = corpusPlugin(`${root}../shared/data`);
const alias = entries.map(({ specifier, source }) => ({
  find: new RegExp(`^${specifier}$`),
  replacement: `${root}${source}`,
}));

const projects: Record<string, () => Promise<TestProjectInlineConfiguration>> = {
  async node() {
    const include = [everywhere, "test/**/*.node.test.ts"];
    return { plugins: [corpus], test: { include, exclude: ["test/guards/**"] } };
  },

  /** Checks of the repository and the package themselves; slower than tests of behaviour. */
  async guards() {
    return { test: { include: ["test/guards/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 180_000 } };
  },

  async workerd() {
    const { cloudflareTest } = await import("@cloudflare/vitest-plugin");
    const runtime = cloudflareTest({
      main: "./test/support/worker.ts",
      miniflare: {
        compatibilityDate: "2026-06-01",
        compatibilityFlags: ["enable_nodejs_inspector_module"], // Vitest asks for it and warns without it
        modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }],
        kvNamespaces: ["TEST_KV"],
        d1Databases: ["TEST_DB"],
        durableObjects: {
          TEST_OBJECT: { className: "TestObject", useSQLite: true },
          TEST_STORE: { className: "HedgemageStore", useSQLite: true },
          TEST_STORE_WITHOUT_SQL: { className: "OldStore" },
          TEST_CHAT: { className: "TestChat", useSQLite: true },
          TEST_CHAT_WITH_LIMITS: { className: "TestChatWithLimits", useSQLite: true },
          DYING_CHAT_PER_CALL: { className: "DyingChatPerCall", useSQLite: true },
          DYING_CHAT_PER_TRIP: { className: "DyingChatPerTrip", useSQLite: true },
        },
      },
    });
    return { plugins: [corpus, runtime], test: { include: [everywhere, "test/**/*.workers.test.ts"] } };
  },

  async browser() {
    const { playwright } = await import("@vitest/browser-playwright");
    const launchOptions = { executablePath: await findChromium(), args: ["--no-sandbox", "--disable-gpu"] };
    return {
      plugins: [corpus],
      optimizeDeps,
      test: {
        include: inBrowsers,
        env: { ENGINE: "Chrome/" },
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({ launchOptions }),
          instances: [{ browser: "chromium" }],
        },
      },
    };
  },

  /** Two more engines, where Debian's packages of them are installed (`npm run test:engines`). */
  async firefox() {
    return inWindow("Firefox", "Firefox/", (url, home) => [
      "firefox-esr",
      "--headless",
      "--no-remote",
      "--profile",
      home,
      url,
    ]);
  },

  async webkit() {
    return inWindow("WebKit", "Version/", (url) => ["xvfb-run", "--auto-servernum", findMiniBrowser(), url]);
  },

  /** Needs `deno run -A --unstable-kv node_modules/vitest/vitest.mjs`: the test files run in the process that runs Vitest. */
  async deno() {
    return { plugins: [corpus], test: { include: [everywhere, "test/**/*.deno.test.ts"] } };
  },
};

async function inWindow(
  name: string,
  engine: string,
  command: WindowCommand,
): Promise<TestProjectInlineConfiguration> {
  const { windowProvider } = await import("./test/support/window-provider.ts");
  const provider = windowProvider(command);
  const browser = {
    enabled: true,
    provider,
    instances: [{ browser: "chromium" as const, name }], // Vitest knows no other names
    headless: false,
    ui: false,
    screenshotFailures: false,
    commands: { __vitest_viewport: () => undefined }, // the window stays as it opens
  };
  return { plugins: [corpus], optimizeDeps, test: { include: inBrowsers, env: { ENGINE: engine }, browser } };
}

// A runtime is set up only where it is asked for, because each brings a heavy tool of its own.
const asked = Object.keys(projects).filter((name) =>
  process.argv.some((argument) => argument === name || argument === `--project=${name}`),
);
const chosen = asked.length > 0 ? asked : ["node", "guards"];

export default defineConfig({
  test: {
    projects: await Promise.all(
      chosen.map(async (name) => {
        const project = await projects[name]?.();
        return {
          ...project,
          assetsInclude: ["**/*.bin"],
          resolve: { alias },
          test: { ...project?.test, name },
        };
      }),
    ),
  },
});
