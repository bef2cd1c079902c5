import { spawnSync } from "node:child_process";
import type { Model } from "hedgemage";
import { built } from "../built.ts";
import { traceModules } from "../traced.ts";

// Prints, as JSON, the modules of dist/ that a process loads for a run of an agent with a prompt: none, one that is built and
// registered (`built`), one that is compiled and pinned in a store (`refined`), one whose pin a trusted key has signed and a store has
// (`served`), with a harness
// that has learned something (`learned`), or with one that learns (`harness`). `seal` prints that pin in the place of the modules.

const loaded = traceModules();

const [use = ""] = process.argv.slice(2);
const { agent, harness, memoryStore, prompts, systemPrompt } =
  await built<typeof import("hedgemage")>("hedgemage");

const source = "You help {{name}}. Never lie.";
const compiled = "Help {{name}}.\n- Never lie.";
const plan = JSON.stringify({
  summary: "One preference.",
  rationale: "The user said so.",
  expectedOutcome: "Short answers.",
  edits: [
    { operation: "create", kind: "memory", title: "Length", content: "Be short.", evidence: ["be short"] },
  ],
});
const model: Model = {
  name: "literal",
  provider: "bench",
  complete: async (messages) => {
    const [{ content } = { content: "" }] = messages;
    const said = typeof content === "string" ? content : "";
    const answer = said.includes("system prompts") ? compiled : said.includes("edits") ? plan : "Yes.";
    return { content: answer, finishReason: "stop", usage: { input: 1, output: 1, total: 2 } };
  },
  async *stream() {
    yield { type: "delta", content: "Yes." };
    yield { type: "done", finishReason: "stop" };
  },
};

const placeholders = { name: "Ada" };
await run(["", "harness", "learned"].includes(use) ? undefined : await promptFor());
if (use === "harness" || use === "learned") await learn();
if (use !== "seal") console.log(JSON.stringify(loaded));

async function promptFor() {
  const prompt = systemPrompt(source, { name: "support" });
  prompts.tag("support", "production", "1");
  const found = prompts.get("support@production");
  if (use === "built") return found;
  const kept = new Map<string, unknown>(use === "served" ? JSON.parse(sealedElsewhere()) : []);
  const store = {
    get: async (key: string) => kept.get(key),
    set: async (key: string, value: unknown) => void kept.set(key, value),
  };
  const secret = "a secret that a build has, and its servers";
  const trust = { sign: secret, verify: secret };
  const refined = prompt.refined({ model, store, ...(use !== "refined" && { trust }) });
  const refinement = await refined.tryRefine();
  if (refinement.error) throw refinement.error;
  const { pin, from } = refinement;
  if (pin.text !== compiled) throw new Error("The prompt was not compiled.");
  if (use === "served" && from !== "store") throw new Error("The pin was not served.");
  if (use === "seal") console.log(JSON.stringify([...kept]));
  return refined;
}

async function run(prompt: ReturnType<typeof systemPrompt> | undefined): Promise<void> {
  const { error } = await agent({ model, ...(prompt && { systemPrompt: prompt }), placeholders }).execute(
    "Hello",
  );
  if (error) throw error;
}

async function learn(): Promise<void> {
  const learned = harness({ model, store: memoryStore(), id: "bench" });
  if (use === "harness") {
    const { error } = await learned.refine({ conversation: "user: be short" });
    if (error) throw error;
  }
  const result = await agent({ model, harness: learned }).execute("Hello");
  if (result.error) throw result.error;
}

/** What a store has after another process has compiled the prompt and signed its pin. */
function sealedElsewhere(): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [process.argv[1] ?? "", "seal"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
