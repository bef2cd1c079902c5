import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, describe, expect, it } from "vitest";
import { entries, packageJson, root } from "../../../scripts/entries.ts";
import { packConsumer, packedManifest } from "./consumer.ts";

/** What a page's code is compiled with. */
const page = ["--types", "", "--lib", "es2023,esnext.disposable,dom,dom.iterable,dom.asynciterable"];

/** The bindings of a Worker as `wrangler types` writes them. */
const bindings = `
import { agent } from "hedgemage";
import { LocalSDK } from "hedgemage/local";
import { agentObject, d1Store, durableObjectStore, HedgemageStore, kvStore } from "hedgemage/workers";

export class Chat extends agentObject(() => agent({ model: new LocalSDK().model({ name: "local" }) })) {}
declare const env: {
  KV: KVNamespace;
  DB: D1Database;
  STORE: DurableObjectNamespace<HedgemageStore>;
  CHAT: DurableObjectNamespace<Chat>;
};
export const stores = [kvStore(env.KV), d1Store(env.DB), durableObjectStore(env.STORE)];
export const answer: Promise<Response> = env.CHAT.getByName("a").fetch(new Request("https://a/messages"));
`;

/** Official clients as their documentation makes them, and what is none of them. */
const clients = `
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { Ollama } from "ollama/browser";
import OpenAI, { AzureOpenAI } from "openai";
import { AnthropicSDK } from "hedgemage/anthropic";
import { GoogleSDK } from "hedgemage/google";
import { OllamaSDK } from "hedgemage/ollama";
import { OpenAISDK } from "hedgemage/openai";

new OpenAISDK({ client: new OpenAI({ apiKey: "k" }) });
new OpenAISDK({ client: new AzureOpenAI({ apiKey: "k", endpoint: "https://a", apiVersion: "v1" }) });
new AnthropicSDK({ client: new Anthropic({ apiKey: "k" }) });
new GoogleSDK({ client: new GoogleGenAI({ apiKey: "k" }) });
new OllamaSDK({ client: new Ollama() });
// @ts-expect-error
new OpenAISDK({ client: new Anthropic() });
// @ts-expect-error
new AnthropicSDK({ client: new OpenAI() });
// @ts-expect-error
new GoogleSDK({ client: new Ollama() });
// @ts-expect-error
new OllamaSDK({ client: new GoogleGenAI({}) });
`;

const consumer = packConsumer();
afterAll(() => rmSync(consumer.folder, { recursive: true }));

describe("the packed package", () => {
  it("holds the built files, the licence and the README, and nothing else", () => {
    const others = consumer.files.filter(
      (path) => !/^dist\/(?:(?:src|runtimes)\/.*\.(?:js|d\.ts)|chunks\/.*\.js)$/.test(path),
    );
    expect(others).toEqual([
      "LICENSE",
      "README.md",
      "dist/hedgemage.min.js",
      "dist/vector-kernel.wasm",
      "dist/words.bin",
      "package.json",
    ]);
    expect(packedManifest(consumer)).toMatchObject({ sideEffects: false, type: "module", license: "MIT" });
  });

  it("passes publint --strict", async () => {
    const { messages, pkg } = await publint({
      pkgDir: `${consumer.folder}/node_modules/${packageJson.name}`,
      strict: true,
    });
    const told = messages
      .filter(({ type }) => type !== "suggestion")
      .map((message) => formatMessage(message, pkg));
    expect(told).toEqual([]);
  });

  it("has types that resolve for every ESM consumer (arethetypeswrong, ESM only)", async () => {
    // A module of WebAssembly and a file of bytes have no types of their own: the bundler of Workers gives them some.
    const result = await checkPackage(createPackageFromTarballData(readFileSync(consumer.tarball)), {
      excludeEntrypoints: ["./vector-kernel.wasm", "./words.bin"],
    });
    expect(result.types && result.problems.filter(concernsModules)).toEqual([]);
  });

  it.each(["bundler", "nodenext"])("has declarations that a strict consumer compiles (%s)", (resolution) => {
    const imports = entries.map(({ specifier }, index) => `export * as entry${index} from "${specifier}";`);
    expect(compile(imports.join("\n"), resolution)).toEqual([]);
    expect(compile(`export { nothing } from "hedgemage";`, resolution)).toHaveLength(1);
  });

  it.each([
    ["Node", "node", ""],
    ["Workers", "@cloudflare/workers-types/index.d.ts", bindings],
  ])("has declarations that compile with the types of %s alone", (_home, types, code) => {
    const imports = entries.map(({ specifier }, index) => `export * as entry${index} from "${specifier}";`);
    const libraries = ["--lib", "es2024,esnext.disposable"];
    const home = types === "node" ? ["--typeRoots", `${root}node_modules/@types`] : [];
    const path = types === "node" ? types : `${root}node_modules/${types}`;
    expect(
      compile([...imports, code].join("\n"), "bundler", ["--types", path, ...home, ...libraries]),
    ).toEqual([]);
  });

  it.each(["true", "false"])(
    "takes the official clients without a cast (exactOptionalPropertyTypes %s)",
    (exact) => {
      expect(compile(clients, "bundler", [...page, "--exactOptionalPropertyTypes", exact])).toEqual([]);
    },
  );

  it("is documented entry by entry in the README, and documents no other", () => {
    const readme = readFileSync(`${root}README.md`, "utf8");
    const named = new Set(
      readme.match(/["'`]hedgemage(?:\/[a-z-]+)?["'`]/g)?.map((name) => name.slice(1, -1)),
    );
    expect([...named].sort()).toEqual(entries.map(({ specifier }) => specifier).sort());
  });
});

/** CommonJS and the resolution of Node 10 are not promised. */
function concernsModules(problem: Problem): boolean {
  return !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind));
}

/** What TypeScript says of a consumer's code and of our declarations, none of which it skips. */
function compile(code: string, resolution: string, home: readonly string[] = page): string[] {
  writeFileSync(`${consumer.folder}/consumer.ts`, code);
  const module = resolution === "bundler" ? "esnext" : resolution;
  const settings = ["--strict", "--exactOptionalPropertyTypes", "true", "--noEmit", "--target", "es2022"];
  const modules = ["--module", module, "--moduleResolution", resolution];
  const values = [...settings, ...modules, ...home, "consumer.ts"];
  const { stdout } = spawnSync(`${root}node_modules/.bin/tsc`, values, {
    cwd: consumer.folder,
    encoding: "utf8",
  });
  return stdout.split("\n").filter((line) => /^(?:consumer\.ts|node_modules\/hedgemage\/|error)/.test(line));
}
