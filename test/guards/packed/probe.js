// A small program of a user, which the guards run in engines that forbid something. It must stay plain JavaScript.
import * as ai from "hedgemage";
import { LocalSDK } from "hedgemage/local";

/** Runs an agent with a tool and a JSON Schema on the local model, and tells what came of it. */
export async function probe() {
  const sums = [];
  const add = ai.tool({
    name: "add",
    description: "Adds two numbers and gives their sum.",
    input: {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
      additionalProperties: false,
    },
    execute: ({ a, b }) => {
      sums.push(a + b);
      return { sum: a + b };
    },
  });
  const calculator = ai.agent({ model: new LocalSDK().model({ name: "local" }), tools: [add] });
  const result = await calculator.execute("Call add with a = 2 and b = 40.");
  return { sums, text: result.text, error: result.error?.message, status: result.report.status };
}
