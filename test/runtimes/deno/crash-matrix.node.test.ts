import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, it } from "vitest";
import { root } from "../../../scripts/entries.ts";
import { runApprovals } from "../../support/crash-matrix/run-approvals.ts";
import { closeMatrix, runMatrix, type StartLife } from "../../support/crash-matrix/run-matrix.ts";
import { startWitness } from "../../support/crash-matrix/witness.ts";

describe("R13: agents in Deno, saved in Deno KV, whose processes get SIGKILL", () => {
  const folder = mkdtempSync(join(tmpdir(), "hedgemage-deno-crashes-"));
  const script = join(folder, "process.js");
  let deno = "";

  beforeAll(async () => {
    // Deno itself: what npm puts on the path is a script that starts it, and would die in its stead.
    deno = execFileSync("deno", ["eval", "console.log(Deno.execPath())"], { encoding: "utf8" }).trim();
    await build({
      entryPoints: [`${root}test/runtimes/deno/crash-matrix-process.ts`],
      outfile: script,
      bundle: true,
      format: "esm",
    });
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are resumed to the same result from every checkpoint, repeat no settled call and count usage once", async () => {
    const matrices = (["per-trip", "per-call"] as const).map(async (mode) => {
      const witness = await startWitness();
      const database = join(folder, `${mode}.sqlite`);
      try {
        return await runMatrix(lifeOn(database), witness, [mode]);
      } finally {
        witness.close();
      }
    });
    closeMatrix("Deno SIGKILL", await Promise.all(matrices));
  }, 240_000);

  it("whose calls wait for a person take each decision once, whenever their process is killed", async () => {
    const witness = await startWitness();
    try {
      await runApprovals("Deno SIGKILL", lifeOn(join(folder, "approvals.sqlite")), witness, "per-call");
    } finally {
      witness.close();
    }
  }, 120_000);

  function lifeOn(database: string): StartLife {
    return async ({ url }) => {
      const args = ["run", "-A", "--unstable-kv", "--no-check", "--no-config", script, database, url];
      const child = spawn(deno, args, { stdio: ["ignore", "ignore", "inherit"] });
      const ended = once(child, "exit");
      return async () => {
        child.kill("SIGKILL");
        await ended;
      };
    };
  }
});
