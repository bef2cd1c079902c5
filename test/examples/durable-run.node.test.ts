import { execFile } from "node:child_process";
import { expect, it } from "vitest";
import { root } from "../../scripts/entries.ts";

it("npm run example:durable repeats the call that a kill cut, under the same key, and nothing that had settled", async () => {
  const { code, stdout, stderr } = await new Promise<{ code: number; stdout: string; stderr: string }>(
    (resolve) => {
      execFile(
        process.execPath,
        [`${root}examples/basics/durable-run.ts`],
        { timeout: 30_000 },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    },
  );
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n")).toEqual([
    "The first process:",
    "  weigh a clock, key parcel-7:call-weigh",
    "  book a clock, key parcel-7:call-book",
    "  ended by SIGKILL",
    "The next process:",
    "  book a clock, key parcel-7:call-book",
    "  resumed: The clock is on its way.",
    "",
  ]);
}, 40_000);
