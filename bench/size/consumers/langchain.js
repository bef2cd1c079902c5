import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool } from "langchain";

const add = tool(({ a, b }) => a + b, {
  name: "add",
  description: "Adds two numbers.",
  schema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
    additionalProperties: false,
  },
});

export async function answer(apiKey, question) {
  const model = new ChatOpenAI({ apiKey, model: "gpt-4o-mini" });
  const agent = createAgent({ model, tools: [add] });
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: question }] });
  return messages.at(-1).text;
}
