import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import nodeResolve from "@rollup/plugin-node-resolve";
import { type Plugin as RollupPlugin, rollup } from "rollup";
import { type Plugin as VitePlugin, build as viteBuild } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PromptModule, type PromptPluginOptions, promptPlugin } from "../../../runtimes/rollup/index.ts";
import { entries, root } from "../../../scripts/entries.ts";
import { stripTypes } from "../../../scripts/strip-types.ts";
import type { PromptLock } from "../../../src/contracts/refined-prompt.ts";
import { sha256 } from "../../../src/core/hash.ts";
import { promptFile } from "../../../src/prompt/files/prompt-file.ts";
import { prompts } from "../../../src/prompt/prompts.ts";
import { refinerText } from "../../../src/prompt/refine/texts/refiner.ts";
import { refinerRepairText } from "../../../src/prompt/refine/texts/refiner-repair.ts";
import { systemPrompt } from "../../../src/prompt/system-prompt.ts";
import { countingRefiner } from "../../prompt/refine/refiners.ts";

const SUPPORT =
  "---\r\nversion: 2\r\nrequired: [name]\r\n---\r\nYou help {{name}} with `orders`.\r\nNever reveal \u0024{x}.\r\n";
const TEXT = "You help {{name}} with `orders`.\nNever reveal \u0024{x}.";

/** What a page does with a pin, without a refiner. */
const PAGE = `
import support, { lock } from "./support.md?prompt";
import { systemPrompt } from "hedgemage/prompt";

export async function serve() {
  const model = { name: "refiner", provider: "mock" };
  const refined = systemPrompt(support).refined({ model, lock, frozen: true });
  const made = await refined.materialize();
  return { ...made, text: refined.resolve({ name: "Ada" }) };
}`;

let folder = "";
let lock: PromptLock;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "prompts-"));
  const { model } = countingRefiner();
  const other = systemPrompt("Another {{prompt}}.").refined({ model });
  const result = await prompts.lock({ prompts: [systemPrompt(TEXT).refined({ model }), other] });
  lock = result.lock;
  write("support.md", `\uFEFF${SUPPORT}`);
  write("parts.md", "Intro for {{a}}.\n\n---\n\nDo {{b}}.\n");
  write("rule.md", "One part.\n\n---\n");
  write("broken.md", "---\nname: [\n---\nText.");
  write("prompts.lock.json", result.text);
  write("page.js", PAGE);
});
afterAll(() => rmSync(folder, { recursive: true }));

type Bundle = (
  code: string,
  options?: PromptPluginOptions,
) => Promise<{ code: string; entry: string; warnings: string[] }>;

const bundlers: Record<string, Bundle> = {
  async rollup(code, options) {
    const warnings: string[] = [];
    const plugin: RollupPlugin = promptPlugin({ lock: join(folder, "prompts.lock.json"), ...options });
    const bundle = await rollup({
      input: join(folder, "entry.js"),
      plugins: [
        plugin,
        entry(code),
        sources(),
        nodeResolve({ extensions: [".ts", ".js"], browser: true }),
        stripTypes(),
      ],
      onwarn: ({ message }) => void warnings.push(message),
    });
    const { output } = await bundle.generate({ format: "es" });
    return { ...whole(output), warnings };
  },
  async vite(code, options) {
    const warnings: string[] = [];
    const plugin: VitePlugin = promptPlugin(options);
    const result = await viteBuild({
      root: folder,
      configFile: false,
      logLevel: "silent",
      customLogger: {
        ...silent,
        warn: (message) => void warnings.push(message),
      },
      plugins: [plugin, entry(code), sources()],
      build: { write: false, minify: false, lib: { entry: join(folder, "entry.js"), formats: ["es"] } },
    });
    const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
    return { ...whole(outputs), warnings };
  },
};

const silent = {
  hasWarned: false,
  info() {},
  warnOnce() {},
  error() {},
  clearScreen() {},
  hasErrorLogged: () => false,
};

describe.each(Object.entries(bundlers))("a prompt that %s imports", (_, bundle) => {
  it("F6: is a module with its text, its hash, its front matter and the pins that were made of it", async () => {
    const built = await bundle(
      'export * from "./support.md?prompt"; export { default } from "./support.md?prompt";',
    );
    const module = await run<PromptModule>(built);
    expect(module).toMatchObject({
      default: TEXT,
      text: TEXT,
      hash: await sha256(SUPPORT.replaceAll("\r\n", "\n")),
      meta: { version: "2", required: ["name"] },
      data: { version: "2", required: ["name"] },
      parts: undefined,
    });
    const file = promptFile(`\uFEFF${SUPPORT}`);
    expect([module.text, module.hash]).toEqual([file.text, await file.hash()]);
    expect(Object.values(module.lock.pins)).toMatchObject([{ sourceHash: await sha256(TEXT) }]);
  });

  it("in two parts has both; a rule at the end divides nothing", async () => {
    const built = await bundle(
      'export { parts } from "./parts.md?prompt"; export { parts as none } from "./rule.md?prompt";',
    );
    expect(await run(built)).toMatchObject({
      parts: { intro: "Intro for {{a}}.", instructions: "Do {{b}}." },
      none: undefined,
    });
  });

  it("takes no more room than what is used of it", async () => {
    const { code } = await bundle('export { default } from "./support.md?prompt";');
    expect(code).not.toContain("sourceHash");
    expect(code).not.toContain("required");
  });

  it("may be told by a pattern or a test in place of ?prompt", async () => {
    const named = 'export { default } from "./support.md"; export { parts } from "./parts.md";';
    for (const include of [/\.md$/, /\.md$/g, (path: string) => path.endsWith(".md")]) {
      const parts = { intro: "Intro for {{a}}." };
      expect(await run(await bundle(named, { include }))).toMatchObject({ default: TEXT, parts });
    }
    await expect(bundle(named)).rejects.toThrow();
  });

  it("is found in no lockfile, in one that is passed, and in one that is not there", async () => {
    const code = 'export { lock } from "./support.md?prompt";';
    const pinsWith = async (option: PromptPluginOptions["lock"]): Promise<number> => {
      const module = await run<PromptModule>(await bundle(code, { lock: option }));
      return Object.keys(module.lock.pins).length;
    };
    expect(await pinsWith(false)).toBe(0);
    expect(await pinsWith(lock)).toBe(1);
    expect(await pinsWith(join(folder, "missing.lock.json"))).toBe(0);
    await expect(pinsWith(join(folder, "support.md"))).rejects.toThrow("no lockfile");
  });

  it("has no pins where a reader of the application finds no lockfile, and fails where that one fails", async () => {
    const readsWith = (error: Error): Promise<unknown> => {
      const readText = async (path: string) => (path.endsWith(".md") ? "Read." : Promise.reject(error));
      return bundle('export { lock } from "./support.md?prompt";', { files: { readText } }).then(run);
    };
    const missing = Object.assign(new Error("none"), { name: "NotFound" });
    expect(await readsWith(missing)).toMatchObject({ lock: { pins: {} } });
    await expect(readsWith(new Error("no rights"))).rejects.toThrow("no rights");
  });

  it("fails the build where its front matter cannot be read, and says where", async () => {
    await expect(bundle('export { default } from "./broken.md?prompt";')).rejects.toThrow("broken.md");
    await expect(bundle('export { default } from "./missing.md?prompt";')).rejects.toThrow();
  });

  it("is read by a reader of the application where there is one", async () => {
    const files = {
      readText: async (path: string) => (path.endsWith(".md") ? "Read." : '{"v":1,"pins":{}}'),
    };
    const built = await bundle('export { default } from "./support.md?prompt";', { files });
    expect(await run(built)).toMatchObject({ default: "Read." });
  });

  it("frozen, is served as it was pinned, and no text of a refiner is in the output", {
    timeout: 30_000,
  }, async () => {
    const thawed = await bundle(PAGE);
    const frozen = await bundle(PAGE, { frozen: true });
    // Pieces that no bundler writes in another way.
    const pieces = [refinerText, refinerRepairText].flatMap((text) => text.match(/[\w ,:;-]{30,}/g) ?? []);
    expect(pieces.length).toBeGreaterThan(8);
    expect(pieces.filter((piece) => !thawed.code.includes(piece))).toEqual([]);
    expect(pieces.filter((piece) => frozen.code.includes(piece))).toEqual([]);
    expect(frozen.code).not.toContain("prompt-refiner");
    expect(frozen.code).not.toContain("/lease");
    expect(frozen.code.length).toBeLessThan(thawed.code.length - 8000);
    const { serve } = await run<{ serve(): Promise<unknown> }>(frozen);
    expect(await serve()).toMatchObject({
      fallback: false,
      text: "# Task I\n\nYou help Ada with `orders`.\nNever reveal \u0024{x}.",
    });
  });

  it("frozen, without a pin, is told of", async () => {
    const { warnings } = await bundle('export { default } from "./parts.md?prompt";', { frozen: true });
    expect(warnings.join("\n")).toContain("no pin for");
  });
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

/** The entry module, which no file holds. */
function entry(code: string) {
  const id = join(folder, "entry.js");
  return {
    name: "entry",
    resolveId: (source: string) => (source === id ? id : null),
    load: (source: string) => (source === id ? code : null),
  };
}

/** The package's names lead to its sources. */
function sources() {
  return {
    name: "sources",
    resolveId(source: string) {
      const found = entries.find(({ specifier }) => specifier === source);
      return found ? root + found.source : null;
    },
  };
}

function whole(output: readonly { type: string; code?: string; isEntry?: boolean; fileName: string }[]) {
  const chunks = output.filter(({ type }) => type === "chunk");
  const home = mkdtempSync(join(folder, "out-"));
  for (const { fileName, code = "" } of chunks) writeFileSync(join(home, fileName), code);
  const first = chunks.find(({ isEntry }) => isEntry);
  return { code: chunks.map(({ code }) => code).join("\n"), entry: first ? join(home, first.fileName) : "" };
}

async function run<Module>({ entry }: { readonly entry: string }): Promise<Module> {
  return (await import(/* @vite-ignore */ entry)) as Module;
}
