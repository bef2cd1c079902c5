import nodeResolve from "@rollup/plugin-node-resolve";
import { rollup } from "rollup";
import { describe, expect, it } from "vitest";
import type { promptPlugin } from "../../runtimes/rollup/index.ts";
import { root } from "../../scripts/entries.ts";
import { refinerText } from "../../src/prompt/refine/texts/refiner.ts";
import { refinerRepairText } from "../../src/prompt/refine/texts/refiner-repair.ts";

const page = `
import { systemPrompt } from "${root}dist/src/prompt/index.js";
export const refined = (options) => systemPrompt("Help {{name}}.").refined(options);`;

describe("the built package, in a page that is built frozen", () => {
  it("brings no text of a refiner and nothing that asks one", async () => {
    const [thawed, frozen] = [await built(false), await built(true)];
    const pieces = [refinerText, refinerRepairText].flatMap((text) => text.match(/[\w ,:;-]{30,}/g) ?? []);
    expect(pieces.filter((piece) => !thawed.includes(piece))).toEqual([]);
    expect(thawed).toContain("prompt-refiner");
    expect(pieces.filter((piece) => frozen.includes(piece))).toEqual([]);
    expect(frozen).not.toContain("prompt-refiner");
    expect(frozen).not.toContain("/lease");
    expect(thawed.length - frozen.length).toBeGreaterThan(8000);
  });
});

async function built(frozen: boolean): Promise<string> {
  const plugins = (await import(`${root}dist/runtimes/rollup/index.js`)) as {
    promptPlugin: typeof promptPlugin;
  };
  const bundle = await rollup({
    input: "page",
    plugins: [
      plugins.promptPlugin({ frozen, lock: false }),
      {
        name: "page",
        resolveId: (id) => (id === "page" ? id : null),
        load: (id) => (id === "page" ? page : null),
      },
      nodeResolve({ browser: true }),
    ],
  });
  const { output } = await bundle.generate({ format: "es" });
  return output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n");
}
