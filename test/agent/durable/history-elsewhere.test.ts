import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import { drainRuns } from "../../../src/agent/drain-runs.ts";
import type { AgentContract } from "../../../src/contracts/agent.ts";
import type { Message } from "../../../src/contracts/message.ts";
import type { DurableOptions } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { from } from "../../../src/store/snapshot.ts";
import { type ConversingModel, calling, conversingModel, type Turn } from "../../support/conversing-model.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { notingTool } from "../../support/noting-tool.ts";

// The empty turn is one that providers refuse: it is no message of the run.
const history: Message[] = [
  { role: "user", content: "Before?" },
  { role: "assistant", content: "" },
  {
    role: "assistant",
    content: "A long story.",
    toolCalls: [{ id: "note-0", name: "note", input: { value: 9 } }],
  },
  { role: "tool", toolCallId: "note-0", toolName: "note", content: "9" },
];
const said = [calling("note", { value: 1 }, { value: 2 }), { content: "The end." }];

interface Setting extends DurableOptions {
  readonly store: Store;
}

function talker(
  durable: Setting,
  systemPrompt = "",
  turns: readonly Turn[] = said,
): [AgentContract, ConversingModel] {
  const model = conversingModel(turns, "talker", 1);
  const config = { name: "talker", model, tools: [notingTool("note", [])], captureMessages: true };
  const prompt = systemPrompt === "" ? {} : { systemPrompt };
  return [agent({ ...config, ...prompt, durable: { saveHistory: false, ...durable } }), model];
}

describe.each(["per-trip", "per-call"] as const)("saveHistory: false, saved %s", (mode) => {
  it.each(["", "Be brief."])(
    "resumes the same conversation from every checkpoint; system prompt: %j",
    async (prompt) => {
      const calmDisk = memoryStore();
      const [calm, calmModel] = talker({ store: calmDisk, mode }, prompt);
      const whole = await calm.execute("Go.", { runId: "run", history });
      expect(whole.text).toBe("The end.");
      for (let at = 0; ; at += 1) {
        const disk = memoryStore();
        const dying = dyingStore(disk, at, "after");
        const [first] = talker({ store: dying.store, mode }, prompt);
        const isDead = await Promise.race([
          dying.died.then(() => true),
          first.execute("Go.", { runId: "run", history }).then(() => false),
        ]);
        if (!isDead) break;
        expect(JSON.stringify(await from(disk).load("run"))).not.toContain("A long story.");
        const [second, model] = talker({ store: disk, mode }, prompt);
        const { text, report, error } = await second.resume("run", { history });
        expect(error).toBeUndefined();
        expect(text).toBe("The end.");
        expect(report.messages).toEqual(whole.report.messages);
        const lastAsked = model.asked.at(-1) ?? calmModel.asked.at(-1);
        expect(JSON.stringify(lastAsked)).toBe(JSON.stringify(calmModel.asked.at(-1)));
        // A completed run has its result also for who does not have the history.
        const [third] = talker({ store: disk, mode }, prompt);
        expect((await third.resume("run")).text).toBe("The end.");
      }
    },
  );
});

it("a run without its history is not gone on with, and says what is missing; a drain skips it", async () => {
  const disk = memoryStore();
  const dying = dyingStore(disk, 0, "after");
  void talker({ store: dying.store })[0].execute("Go.", { runId: "run", history });
  await dying.died;
  const [again, model] = talker({ store: disk });
  await expect(again.resume("run")).rejects.toThrow(/history of 3 messages/);
  await expect(again.resume("run", { history: history.slice(2) })).rejects.toThrow(/history of 3 messages/);
  const [drained] = await drainRuns({ agents: [again], store: disk });
  expect(drained).toMatchObject({ status: "skipped", error: { code: "AGENT_EXEC_FAILED" } });
  expect(model.asked).toHaveLength(0);
  expect((await again.resume("run", { history })).text).toBe("The end.");
});

it("a broken answer of a failed run is asked for again with the whole conversation", async () => {
  const disk = memoryStore();
  const output = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] } as const;
  const [first] = talker({ store: disk, mode: "per-call" }, "", [{ content: "no JSON" }]);
  expect((await first.execute("Go.", { runId: "run", history, output })).error).toBeDefined();
  const [second, model] = talker({ store: disk, mode: "per-call" }, "", [{ content: '{"ok":true}' }]);
  const { data } = await second.resume("run", { history, output });
  expect(data).toEqual({ ok: true });
  expect(model.asked[0]?.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "user"]);
});

it("saves the history where nothing else is said", async () => {
  const disk = memoryStore();
  await talker({ store: disk, saveHistory: true })[0].execute("Go.", { runId: "run", history });
  expect(JSON.stringify(await from(disk).load("run"))).toContain("A long story.");
});
