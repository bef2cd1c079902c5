// npm run example:durable: a process is killed while a tool of its run is at work. The next one takes the run up: what had settled is not done again;
// what was under way is, under the same key.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ai from "../../src/index.ts";
import { mockModel } from "../../src/testing/index.ts";
import { fileStore } from "./file-store.ts";

const [file] = process.argv.slice(2);
if (file) await sendParcel(file);
else {
  const folder = mkdtempSync(join(tmpdir(), "durable-run-"));
  for (const turn of ["first", "next"]) {
    console.log(`The ${turn} process:`);
    const program = [import.meta.filename, join(folder, "runs.json")];
    const { signal } = spawnSync(process.execPath, program, { stdio: "inherit" });
    if (signal) console.log(`  ended by ${signal}`);
  }
  rmSync(folder, { recursive: true });
}

async function sendParcel(path: string): Promise<void> {
  const isFirst = !existsSync(path);
  const durable = { store: fileStore(path), mode: "per-call", singleWriter: true } as const;
  const call = (name: string) => ({
    toolCalls: [{ id: `call-${name}`, name, input: { parcel: "a clock" } }],
  });
  const script = [call("weigh"), call("book"), { content: "The clock is on its way." }];
  const step = (name: string, work: () => string) =>
    ai.tool({
      name,
      description: name,
      input: { type: "object", properties: { parcel: { type: "string" } }, required: ["parcel"] },
      execute: ({ parcel }, { rootRunId, toolCallId }) => {
        console.log(`  ${name} ${parcel}, key ${rootRunId}:${toolCallId}`);
        return work();
      },
    });
  const dieOnce = (): string => (isFirst && process.kill(process.pid, "SIGKILL") ? "" : "booked");
  const model = mockModel({ name: "script", responses: isFirst ? script : script.slice(2) });
  const tools = [step("weigh", () => "300 g"), step("book", dieOnce)];
  const sender = ai.agent({ name: "sender", model, tools, durable });
  if (isFirst) await sender.execute("Send the clock.", { runId: "parcel-7" });
  for (const run of await ai.drainRuns({ agents: [sender], ...durable })) {
    console.log(`  resumed: ${run.status === "resumed" ? run.result.text : run.error.message}`);
  }
}
