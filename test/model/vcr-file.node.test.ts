import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { nodeFiles } from "../../runtimes/node/index.ts";
import { vcr } from "../../src/model/vcr.ts";
import { mockModel } from "../../src/testing/index.ts";

it("records to a file and replays from it", async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "hedgemage-"));
  const path = `${folder}/cassettes/one.json`;
  const files = nodeFiles(fs);
  const question = [{ role: "user", content: "?" }] as const;
  const recorder = vcr(mockModel({ name: "live", responses: [{ content: "Cairo" }] }), { path, files });
  await recorder.complete(question);
  await recorder.save();
  const replayer = vcr(mockModel({ name: "live" }), { path, files, mode: "replay" });
  expect((await replayer.complete(question)).content).toBe("Cairo");
  expect(fs.readdirSync(`${folder}/cassettes`)).toEqual(["one.json"]);
  fs.rmSync(folder, { recursive: true });
});
