import type { Model, ModelChunk, ModelResponse } from "hedgemage";
import { built } from "../built.ts";
import { traceModules } from "../traced.ts";
import { models } from "./models.ts";

// Prints, as JSON, the modules of dist/ that a process loads for two runs of an agent, whole and streamed, over a model of the
// adapter that is named, or over one that is a literal. With `tools`, a tool is called and JSON of a schema is answered.

const loaded = traceModules();
const [use, name = ""] = process.argv.slice(2);
const hasTools = use === "tools";
const { agent, tool } = await built<typeof import("hedgemage")>("hedgemage");
const add = tool({
  name: "add",
  description: "Adds two numbers.",
  input: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
    additionalProperties: false,
  },
  execute: ({ a, b }: { a: number; b: number }) => a + b,
});
const output = {
  type: "object",
  properties: { sum: { type: "number" } },
  required: ["sum"],
  additionalProperties: false,
};
const model = name ? await models[name]?.() : literal();
if (!model) throw new Error(`No adapter is called ${name}.`);
const runner = agent({ model, systemPrompt: "You add.", ...(hasTools && { tools: [add], output }) });
for (const run of [runner.execute("2 + 3?"), runner.stream("2 + 3?").result]) {
  const { text, data = JSON.parse(text ?? ""), error, report } = await run;
  if (error) throw error;
  const isRight = JSON.stringify(data) === '{"sum":5}' && report.trips.length === (hasTools ? 2 : 1);
  if (!isRight) throw new Error(`The run over ${model.name} went astray.`);
}
console.log(JSON.stringify(loaded));

function literal(): Model {
  const complete: Model["complete"] = async (messages): Promise<ModelResponse> =>
    !hasTools || messages.some(({ role }) => role === "tool")
      ? { content: '{"sum":5}', finishReason: "stop" }
      : {
          content: "",
          finishReason: "tool_calls",
          toolCalls: [{ id: "call_1", name: "add", input: { a: 2, b: 3 } }],
        };
  return {
    name: "literal",
    provider: "bench",
    complete,
    async *stream(messages): AsyncGenerator<ModelChunk> {
      const { content, toolCalls = [], finishReason } = await complete(messages);
      if (content) yield { type: "delta", content };
      for (const call of toolCalls) yield { type: "tool-call", ...call };
      yield { type: "done", finishReason };
    },
  };
}
