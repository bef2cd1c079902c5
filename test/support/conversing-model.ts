import type { Message } from "../../src/contracts/message.ts";
import type { Model, ModelCallOptions, ModelResponse } from "../../src/contracts/model.ts";

/** What a model says at a turn: an answer, or something to throw. */
export type Turn =
  | Partial<ModelResponse>
  | Error
  | (() => Partial<ModelResponse> | Promise<Partial<ModelResponse>>);

/** A model that goes by the conversation alone, so that every process has the same one, and what it was asked. */
export interface ConversingModel extends Model {
  readonly asked: (readonly Message[])[];
}

/** A model whose turns are counted by its own messages in the conversation; the last turn repeats. */
export function conversingModel(turns: readonly Turn[], name = "talker", begun = 0): ConversingModel {
  const asked: (readonly Message[])[] = [];
  const complete = async (
    messages: readonly Message[],
    options?: ModelCallOptions,
  ): Promise<ModelResponse> => {
    asked.push([...messages]);
    options?.signal?.throwIfAborted();
    const said = messages.filter(({ role }) => role === "assistant").length - begun;
    const turn = turns[Math.min(said, turns.length - 1)];
    const answer = typeof turn === "function" ? await turn() : turn;
    if (answer instanceof Error) throw answer;
    const finishReason = answer?.toolCalls?.length ? "tool_calls" : "stop";
    return { content: "", finishReason, usage: { input: 100, output: 10, total: 110 }, ...answer };
  };
  return {
    name,
    provider: "test",
    asked,
    complete,
    async *stream(messages, options) {
      const { content, toolCalls = [], reasoning = [], ...end } = await complete(messages, options);
      for (const part of reasoning) yield { type: "reasoning", part };
      for (const word of content.split(/(?<= )/)) if (word !== "") yield { type: "delta", content: word };
      for (const call of toolCalls) yield { type: "tool-call", ...call };
      yield { type: "done", ...end };
    },
  };
}

/** A turn that calls a tool, or several. */
export function calling(name: string, ...inputs: readonly unknown[]): Partial<ModelResponse> {
  return { toolCalls: inputs.map((input, index) => ({ id: `${name}-${index}`, name, input })) };
}
