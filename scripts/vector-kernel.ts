import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";
import { root } from "./entries.ts";

// Assembles the kernel of vector searches: `node scripts/vector-kernel.ts` after a change of kernel.wat. What it writes is
// committed, so that nobody needs the assembler to build the package; a guard compares the two.

const folder = `${root}src/store/vectors/index/`;

/** The module that kernel.wat stands for. */
export async function assembleKernel(): Promise<Uint8Array> {
  const module = (await wabt()).parseWat("kernel.wat", readFileSync(`${folder}kernel.wat`, "utf8"), {
    simd: true,
  });
  try {
    module.validate();
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

/** The source file that holds the module, made of its bytes. */
export function kernelSource(bytes: Uint8Array): string {
  return `// Made of kernel.wat by scripts/vector-kernel.ts.
/** The bytes of the module, in base64. */
export const KERNEL =
  "${Buffer.from(bytes).toString("base64")}";
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bytes = await assembleKernel();
  writeFileSync(`${folder}kernel-bytes.ts`, kernelSource(bytes));
  writeFileSync(`${folder}kernel.wasm`, bytes);
}
