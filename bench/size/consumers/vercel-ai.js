import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, stepCountIs, tool } from "ai";

const add = tool({
  description: "Adds two numbers.",
  inputSchema: jsonSchema({
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
    additionalProperties: false,
  }),
  execute: async ({ a, b }) => a + b,
});

export async function answer(apiKey, question) {
  const model = createOpenAI({ apiKey })("gpt-4o-mini");
  const { text } = await generateText({ model, prompt: question, tools: { add }, stopWhen: stepCountIs(10) });
  return text;
}
