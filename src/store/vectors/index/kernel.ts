import { fromBase64 } from "../../../core/base64.ts";
import { KERNEL } from "./kernel-bytes.ts";

/** What the module exports. Addresses are in bytes; see kernel.wat. */
export type KernelScores = (
  sketches: number,
  factors: number,
  scores: number,
  blocks: number,
  table: number,
  places: number,
  stride: number,
  step: number,
  low: number,
  reach: number,
) => void;

export interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly scores: KernelScores;
}

/** The kernel with a memory of its own; `undefined` where the runtime has or allows none (no SIMD, a policy of the page, Workers without a module). */
export async function loadKernel(
  // The types of Node alone know no WebAssembly.
  module: object | false | undefined,
): Promise<Kernel | undefined> {
  if (module === false) return undefined;
  try {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const compiled = module instanceof WebAssembly.Module ? module : await compile(fromBase64(KERNEL));
    const { exports } = await WebAssembly.instantiate(compiled, { hedgemage: { memory } });
    return { memory, scores: exports.scores as KernelScores };
  } catch {
    return undefined;
  }
}

/** `WebAssembly`, which cannot compile everywhere. */
interface Assembly {
  readonly Module: unknown;
  readonly compile?: (bytes: Uint8Array<ArrayBuffer>) => Promise<WebAssembly.Module>;
}

function compile(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  const assembly: Assembly = WebAssembly;
  return assembly.compile?.(bytes) ?? Promise.reject(new Error("This runtime compiles no WebAssembly."));
}
