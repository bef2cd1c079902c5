import { chat, toolDefinition } from "@tanstack/ai";
import { createOpenaiChatCompletions } from "@tanstack/ai-openai";

const add = toolDefinition({
  name: "add",
  description: "Adds two numbers.",
  inputSchema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
    additionalProperties: false,
  },
}).server(async ({ a, b }) => a + b);

export async function answer(apiKey, question) {
  const adapter = createOpenaiChatCompletions("gpt-4o-mini", apiKey);
  const messages = [{ role: "user", content: question }];
  return chat({ adapter, messages, tools: [add], stream: false });
}
