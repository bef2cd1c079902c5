import { sha256 } from "../../src/core/hash.ts";
import { promptParts } from "../../src/prompt/files/prompt-parts.ts";
import { readPromptText } from "../../src/prompt/files/read-prompt-file.ts";
import type { WholePromptLock } from "../../src/prompt/refine/lock-file.ts";

/** The code of a prompt's module, and how many pins are in it. */
export async function promptModuleCode(
  file: string,
  path: string,
  { pins }: WholePromptLock,
): Promise<{ readonly code: string; readonly pins: number }> {
  const { body, meta, data, hash } = readPromptText(file, { path });
  const text = body.trim();
  const source = await sha256(text);
  const own = Object.entries(pins).filter(
    ([, pin]) => (pin as { readonly sourceHash?: unknown } | null)?.sourceHash === source,
  );
  const lines = [
    `export const text = ${JSON.stringify(text)};`,
    "export default text;",
    `export const hash = ${JSON.stringify(await hash())};`,
    `export const meta = ${literal(meta)};`,
    `export const data = ${literal(data)};`,
    `export const parts = ${literal(partsOf(file, path))};`,
    `export const lock = ${literal({ v: 1, pins: Object.fromEntries(own) })};`,
  ];
  return { code: `${lines.join("\n")}\n`, pins: own.length };
}

/** The two parts of a file that has two. */
function partsOf(
  file: string,
  path: string,
): { readonly intro: string; readonly instructions: string } | undefined {
  try {
    const { intro, instructions } = promptParts(file, { path });
    return { intro, instructions };
  } catch {
    return undefined;
  }
}

/** As JSON that is read where it is used: a key such as `__proto__` is one like any other then. */
function literal(value: unknown): string {
  const json = JSON.stringify(value);
  return json === undefined ? "undefined" : `/* @__PURE__ */ JSON.parse(${JSON.stringify(json)})`;
}
