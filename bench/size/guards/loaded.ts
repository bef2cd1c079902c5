import type { Model } from "hedgemage";
import { built } from "../built.ts";
import { traceModules } from "../traced.ts";

// Prints, as JSON, the modules of dist/ that a process loads for two runs of an agent, whole and streamed: with nothing, beside a
// detector of personal data (`pii`, or `pii-all` for all that it can look for), or with guards of all detectors (`all`).

const loaded = traceModules();

const [name = ""] = process.argv.slice(2);
const { agent } = await built<typeof import("hedgemage")>("hedgemage");
const text = "Call 212-555-0123 or write to ada@example.org.";
const model: Model = {
  name: "literal",
  provider: "bench",
  complete: async () => ({ content: text, finishReason: "stop" }),
  async *stream() {
    yield { type: "delta", content: text };
    yield { type: "done", finishReason: "stop" };
  },
};
const middleware = name === "all" ? await guards() : [];
const runner = agent({ model, middleware });
for (const run of [runner.execute("Who knows?"), runner.stream("Who knows?").result]) {
  const { text: shown, error } = await run;
  if (error) throw error;
  if ((shown === text) === (name === "all")) throw new Error("The guards went astray.");
}
if (name.startsWith("pii")) {
  const { pii } = await built<typeof import("hedgemage/guardrail")>("hedgemage/guardrail");
  const detector = pii(name === "pii" ? {} : { detect: "all", names: ["Ada"] });
  await detector.check(text);
}
console.log(JSON.stringify(loaded));

async function guards() {
  const { guard, injection, moderation, pii, secrets, topic } =
    await built<typeof import("hedgemage/guardrail")>("hedgemage/guardrail");
  const results = [{ flagged: false, categories: {}, category_scores: {} }];
  const asked = moderation({ fetch: async () => Response.json({ results }) });
  return [
    guard({ input: [injection({ onMatch: "block" }), asked] }),
    guard({ name: "answers", output: [pii(), secrets(), topic({ deny: ["diagnosis"] })] }),
  ];
}
