import { execFile, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { packageJson, root } from "../../scripts/entries.ts";
import { requireBuild } from "./require-build.ts";

interface Outcome {
  readonly code: number | string | null | undefined;
  readonly output: string;
  readonly errors: string;
}

const folder = `${root}examples/deno`;
const everythingElse = ["net", "env", "write", "run", "sys", "ffi"].map((name) => `--deny-${name}`);

beforeAll(requireBuild, 60_000);

test("the Deno script answers with a citation and a report, by the command of its README", async () => {
  const readme = readFileSync(`${folder}/README.md`, "utf8");
  const command = /^npx (deno run .+)$/m.exec(readme)?.[1] ?? "";
  const { code, output, errors } = await run(folder, "sh", "-c", command);
  expect(errors).toMatch(/^\nmodel calls: 2, tool calls: 1, \d+ tokens, \d+\.\d\d s\n$/);
  expect(output).toMatch(/^Jacques Piccard and Don Walsh were the first to reach it, on 23 January 1960/);
  expect(output).toMatch(/\[1\]\n\nSources:\n\[1\] documents\/depths\.md, characters \d+ to \d+\n$/);
  expect(code).toBe(0);
}, 30_000);

test("the Deno script needs the permission that it names and no other", async () => {
  const permitted = await ask("What is a neap tide?", "--allow-read=./documents", ...everythingElse);
  expect(permitted.output).toContain("the range is at its smallest: a neap tide. [1]");
  expect(permitted.code).toBe(0);

  const elsewhere = await ask("What is a neap tide?", "--allow-read=./main.ts");
  expect(elsewhere.errors).toContain('NotCapable: Requires read access to "documents"');
  expect(elsewhere.code).toBe(1);
}, 30_000);

test("Ctrl-C ends the Deno script in the middle of its answer, with the code of the error", async () => {
  const args = [
    "run",
    "--allow-read=./documents",
    "main.ts",
    "Who printed the first chart of the Gulf Stream?",
  ];
  // A group of its own, which gets the signal as a terminal's would.
  const child = spawn("deno", args, { cwd: folder, detached: true });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  child.stdout.once("data", () => {
    if (child.pid) process.kill(-child.pid, "SIGINT");
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(errors).toMatch(/^AGENT_CANCELLED: /);
  expect(code).toBe(1);
}, 30_000);

test("the Deno script passes Deno's own type check where the package is installed", async () => {
  const project = mkdtempSync(join(tmpdir(), "hedgemage-deno-"));
  try {
    cpSync(folder, project, { recursive: true });
    const installed = join(project, "node_modules", packageJson.name);
    cpSync(`${root}dist`, join(installed, "dist"), { recursive: true });
    cpSync(`${root}package.json`, join(installed, "package.json"));
    for (const scope of ["valibot", "@valibot", "@standard-schema"]) {
      symlinkSync(`${root}node_modules/${scope}`, join(project, "node_modules", scope));
    }
    writeFileSync(join(project, "package.json"), '{ "dependencies": { "hedgemage": "*", "valibot": "*" } }');
    const { errors, code } = await run(project, "deno", "check", "main.ts");
    expect(errors).not.toContain("ERROR");
    expect(code).toBe(0);
  } finally {
    rmSync(project, { recursive: true });
  }
}, 60_000);

function ask(question: string, ...permissions: string[]): Promise<Outcome> {
  return run(folder, "deno", "run", ...permissions, "main.ts", question);
}

function run(cwd: string, program: string, ...args: string[]): Promise<Outcome> {
  const env = { ...process.env, NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env }, (error, output, errors) => {
      resolve({ code: error ? error.code : 0, output, errors });
    });
  });
}
