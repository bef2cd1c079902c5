import * as ai from "hedgemage";
import { OpenAISDK } from "hedgemage/openai";

const add = ai.tool({
  name: "add",
  description: "Adds two numbers.",
  input: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
    additionalProperties: false,
  },
  execute: ({ a, b }) => a + b,
});

export async function answer(apiKey, question) {
  const model = new OpenAISDK({ apiKey }).model({ name: "gpt-4o-mini" });
  const { text } = await ai.agent({ model, tools: [add] }).execute(question);
  return text;
}
