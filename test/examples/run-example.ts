import { execFile } from "node:child_process";
import { root } from "../../scripts/entries.ts";

/** What a program wrote, line by line, and how it ended. */
export interface EndedExample {
  readonly code: number;
  readonly lines: readonly string[];
  readonly stderr: string;
}

/** Runs a program of `examples/basics`; what is typed is there from the start. */
export function runExample(
  name: string,
  values: readonly string[] = [],
  options: { readonly typed?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<EndedExample> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NO_COLOR: "1", ...options.env };
    const { stdin } = execFile(
      process.execPath,
      [`${root}examples/basics/${name}.ts`, ...values],
      { env, timeout: 30_000 },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, lines: stdout.split("\n"), stderr });
      },
    );
    stdin?.end(options.typed ?? "");
  });
}
