import { ai, ax } from "@ax-llm/ax";

const add = {
  name: "add",
  description: "Adds two numbers.",
  parameters: {
    type: "object",
    properties: {
      a: { type: "number", description: "One number." },
      b: { type: "number", description: "The other." },
    },
    required: ["a", "b"],
  },
  func: async ({ a, b }) => a + b,
};

export async function answer(apiKey, question) {
  const model = ai({ name: "openai", apiKey });
  const program = ax("question:string -> answer:string", { functions: [add] });
  return (await program.forward(model, { question })).answer;
}
