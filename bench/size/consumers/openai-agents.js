import { Agent, run, setDefaultOpenAIKey, tool } from "@openai/agents";

const add = tool({
  name: "add",
  description: "Adds two numbers.",
  parameters: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
    additionalProperties: false,
  },
  strict: true,
  execute: async ({ a, b }) => String(a + b),
});

export async function answer(apiKey, question) {
  setDefaultOpenAIKey(apiKey);
  const agent = new Agent({ name: "calculator", model: "gpt-4o-mini", tools: [add] });
  return (await run(agent, question)).finalOutput;
}
