import type { DenoKv, DenoKvKey } from "../../../runtimes/deno/index.ts";

/** A command that runs. */
interface DenoChild {
  readonly status: Promise<{ readonly success: boolean; readonly signal: string | null }>;
}

/** A database as the tests use it, beside what the store asks for. */
export interface DenoKvForTests extends DenoKv {
  set(key: DenoKvKey, value: unknown): Promise<unknown>;
  delete(key: DenoKvKey): Promise<void>;
}

/** The part of `Deno` that the tests of the store use: the tests are compiled without Deno's own types. */
export interface DenoForKvTests {
  readonly args: readonly string[];
  readonly pid: number;
  readonly Command: new (
    path: string,
    options: { args: readonly string[]; stdout: "null" | "inherit" },
  ) => { spawn(): DenoChild };
  openKv(path: string): Promise<DenoKvForTests>;
  execPath(): string;
  kill(pid: number, signal: "SIGKILL"): void;
  makeTempDir(): Promise<string>;
  remove(path: string, options: { recursive: boolean }): Promise<void>;
}

/** Deno's global. */
export function denoForTests(): DenoForKvTests {
  return Reflect.get(globalThis, "Deno");
}
