import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, describe, expect, it } from "vitest";
import { entries } from "../../../scripts/entries.ts";
import { bundlers } from "./bundle.ts";
import { packConsumer } from "./consumer.ts";

const consumer = packConsumer();
afterAll(() => rmSync(consumer.folder, { recursive: true }));

/** Imports entries, then runs the probe: what each engine below is given. */
const programOf = (specifiers: readonly string[]): string => `
  import { probe } from "./probe.js";
  ${specifiers.map((specifier, index) => `import * as entry${index} from "${specifier}";`).join("\n")}
  export async function main() {
    const exported = [${specifiers.map((_, index) => `Object.keys(entry${index}).length`).join(", ")}];
    return { ...(await probe()), empty: exported.filter((count) => count === 0).length };
  }
`;
const specifiers = entries.map(({ specifier }) => specifier);
const success = { sums: [42], text: expect.stringContaining("42"), status: "completed", empty: 0 };

/** Makes each way from text to code throw, and counts the attempts: libraries try them and swallow the error. */
const withoutCodeGeneration = `
  let attempts = 0;
  function Refused() { attempts += 1; throw new EvalError("code from text"); }
  Refused.prototype = Function.prototype;
  globalThis.Function = Function.prototype.constructor = globalThis.eval = Refused;
  const tell = (value) => console.log(JSON.stringify({ ...value, attempts }));
`;

copyFileSync(new URL("probe.js", import.meta.url), join(consumer.folder, "probe.js"));
write("program.js", programOf(specifiers));
// React itself asks for the environment of the process, which needs a permission.
write("without-react.js", programOf(specifiers.filter((specifier) => specifier !== "hedgemage/react")));
write("plain.js", `import { main } from "./program.js"; console.log(JSON.stringify(await main()));`);
write("deno.js", `import { main } from "./without-react.js"; console.log(JSON.stringify(await main()));`);
write(
  "strict.js",
  `${withoutCodeGeneration} const { main } = await import("./program.js"); tell(await main());`,
);
write("cheat.js", `${withoutCodeGeneration} try { new Function("return 1"); } catch {} tell({});`);

describe("every entry of the packed package", () => {
  it("is imported and runs in workerd without a flag", async () => {
    expect(await onWorkerd(`import { main } from "./program.js"; export default main;`)).toEqual(success);
  });

  it("is imported and runs in Deno without a permission", () => {
    expect(run("deno", ["run", "--no-prompt", "--no-remote", "--cached-only", "deno.js"])).toEqual(success);
  });

  it("is imported and runs in Node", () => {
    expect(run("node", ["plain.js"])).toEqual(success);
  });

  it("is imported and runs where no text becomes code, and does not try", () => {
    const strict = run("node", ["--disallow-code-generation-from-strings", "strict.js"]);
    expect(strict).toEqual({ ...success, attempts: 0 });
  });
});

describe("the engines", () => {
  it("of workerd has no process and no Node module", async () => {
    expect(await onWorkerd(`export default () => typeof process + typeof Buffer;`)).toBe(
      "undefinedundefined",
    );
    await expect(onWorkerd(`import fs from "node:fs"; export default () => typeof fs;`)).rejects.toThrow();
  });

  it("of Deno refuses what needs a permission", () => {
    write("cheat-deno.js", `console.log(JSON.stringify(Deno.env.get("PATH")));`);
    expect(() => run("deno", ["run", "--no-prompt", "cheat-deno.js"])).toThrow();
  });

  it("without code generation counts an attempt that is swallowed", () => {
    expect(run("node", ["cheat.js"])).toEqual({ attempts: 1 });
  });
});

function write(name: string, text: string): void {
  writeFileSync(join(consumer.folder, name), text);
}

function run(program: string, values: readonly string[]): unknown {
  const output = execFileSync(program, values, { cwd: consumer.folder, encoding: "utf8", stdio: "pipe" });
  return JSON.parse(output.trim().split("\n").at(-1) ?? "");
}

/** What the default export of a module gives when it is called in workerd, without \`nodejs_compat\`. */
async function onWorkerd(code: string): Promise<unknown> {
  const bundle = await bundlers.esbuild?.(consumer.folder, code, ["node:fs"]);
  const worker = `import main from "./main.mjs"; export default { fetch: async () => Response.json(await main()) };`;
  const options = convertV4MiniflareOptions({
    modules: [
      { type: "ESModule", path: "worker.mjs", contents: worker },
      { type: "ESModule", path: "main.mjs", contents: bundle?.code ?? "" },
    ],
    compatibilityDate: "2026-06-01", // before Node's modules are there by default
    cf: false,
  });
  const miniflare = new Miniflare(options);
  try {
    const response = await miniflare.dispatchFetch("http://localhost/");
    if (!response.ok) throw new Error(await response.text());
    return await response.json();
  } finally {
    await miniflare.dispose();
  }
}
