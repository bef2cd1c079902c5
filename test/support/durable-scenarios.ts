import { agent } from "../../src/agent/agent.ts";
import type { AgentContract } from "../../src/contracts/agent.ts";
import type { Message } from "../../src/contracts/message.ts";
import type { Model, ModelResponse } from "../../src/contracts/model.ts";
import type { DurableOptions } from "../../src/contracts/snapshot.ts";
import type { ToolContract } from "../../src/contracts/tool.ts";
import { tool } from "../../src/tool/tool.ts";

/** Counts what an agent does to the world, where the count outlives the process: `model 2`, `tool add 2`. */
export type CountEffect = (effect: string) => Promise<void>;

/** Agents whose runs are killed at every checkpoint. The model answers by the conversation alone, so that every process has the same. */
export const scenarioNames = ["without tools", "five trips", "parallel tools"] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** What a whole run gives, however often it was killed. */
export const expected: Readonly<
  Record<ScenarioName, { readonly text: string; readonly trips: number; readonly calls: readonly string[] }>
> = {
  "without tools": { text: "The answer is 0.", trips: 1, calls: [] },
  "five trips": {
    text: "The answer is 15.",
    trips: 6,
    calls: ["add 1", "add 2", "add 3", "add 4", "add 5"],
  },
  "parallel tools": { text: "The answer is 10.", trips: 2, calls: ["add 1", "add 2", "add 3", "add 4"] },
};

/** Tokens of one model call: what a run uses is this times its trips. */
export const tokensPerCall = { input: 100, output: 10 };

/** The agent of a scenario. */
export function scenarioAgent(
  name: ScenarioName,
  durable: DurableOptions,
  count: CountEffect,
): AgentContract {
  const add: ToolContract<{ readonly value: number }, { readonly added: number }> = tool({
    name: "add",
    description: "Adds a number.",
    input: {
      type: "object",
      properties: { value: { type: "integer" } },
      required: ["value"],
    } as const,
    execute: async ({ value }) => {
      await count(`add ${value}`);
      return { added: value };
    },
  });
  return agent({ name: `scenario ${name}`, model: scriptedModel(name, count), tools: [add], durable });
}

function scriptedModel(name: ScenarioName, count: CountEffect): Model {
  const complete = async (messages: readonly Message[]): Promise<ModelResponse> => {
    const trip = messages.filter(({ role }) => role === "assistant").length;
    await count(`model ${trip}`);
    const { input, output } = tokensPerCall;
    const usage = { input, output, total: input + output };
    const values = valuesOf(name, trip);
    if (values.length === 0) {
      const sum = messages
        .filter(({ role }) => role === "tool")
        .map(({ content }) => (JSON.parse(String(content)) as { added: number }).added)
        .reduce((total, added) => total + added, 0);
      return { content: `The answer is ${sum}.`, finishReason: "stop", usage };
    }
    const toolCalls = values.map((value) => ({ id: `call-${trip}-${value}`, name: "add", input: { value } }));
    return { content: "", finishReason: "tool_calls", usage, toolCalls };
  };
  return {
    name: "scripted",
    provider: "test",
    complete,
    async *stream(messages) {
      const { content, toolCalls = [], finishReason, usage } = await complete(messages);
      for (const word of content.split(/(?<= )/)) if (word !== "") yield { type: "delta", content: word };
      for (const call of toolCalls) yield { type: "tool-call", ...call };
      yield { type: "done", finishReason, ...(usage && { usage }) };
    },
  };
}

function valuesOf(name: ScenarioName, trip: number): readonly number[] {
  if (name === "five trips") return trip < 5 ? [trip + 1] : [];
  return name === "parallel tools" && trip === 0 ? [1, 2, 3, 4] : [];
}
