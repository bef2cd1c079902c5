import { agent } from "../../src/agent/agent.ts";
import type { AgentContract } from "../../src/contracts/agent.ts";
import type { ApprovalRequest, InterruptStore } from "../../src/contracts/interrupt.ts";
import type { Message, ToolCallRequest } from "../../src/contracts/message.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import type { Model, ModelResponse } from "../../src/contracts/model.ts";
import type { DurableOptions } from "../../src/contracts/snapshot.ts";
import { InterruptSuspendedError } from "../../src/core/errors/index.ts";
import { type ApprovalHandler, approval, type HumanApprovalOptions } from "../../src/human/approval.ts";
import { tool } from "../../src/tool/tool.ts";

/** A call that the model makes: a tool and how much. */
export type Pay = readonly [tool: "pay" | "refund" | "look", amount: number];

/** What an agent does, and what it has done. */
export interface Desk {
  readonly agent: AgentContract;
  /** The same with more middleware, before the one that asks. */
  readonly with: (...before: AgentMiddleware[]) => AgentContract;
  /** The calls that tools have run, as `pay 10`. */
  readonly done: string[];
  /** The requests that the handler was asked. */
  readonly asked: ApprovalRequest[];
  /** How many model calls there were. */
  readonly models: () => number;
}

/** How a desk is set up. Turns are those of the model, which then says what the tools have told it. */
export interface DeskSetup extends Partial<HumanApprovalOptions> {
  readonly turns: readonly (readonly Pay[])[];
  readonly durable?: DurableOptions;
  /** What was done, where a second process goes on with it. */
  readonly done?: string[];
}

/** An agent whose tools `pay` and `refund` need a person; `look` needs none. It answers by its conversation alone, in every process the same. */
export function desk({ turns, durable, done = [], ...gate }: DeskSetup): Desk {
  const asked: ApprovalRequest[] = [];
  let models = 0;
  const tools = (["pay", "refund", "look"] as const).map((name) =>
    tool({
      name,
      description: `Does ${name}.`,
      input: {
        type: "object",
        properties: { amount: { type: "integer", minimum: 1 } },
        required: ["amount"],
      } as const,
      execute: ({ amount }) => {
        done.push(`${name} ${amount}`);
        return `${name} ${amount} done`;
      },
    }),
  );
  const handler: ApprovalHandler =
    gate.handler ??
    (() => {
      throw new Error("This desk has no handler.");
    });
  const middleware = approval({
    policy: { type: "denylist", tools: ["look"] },
    ...gate,
    handler: (request, context) => {
      asked.push(request);
      return handler(request, context);
    },
  });
  const model = turnsModel(turns, () => {
    models += 1;
  });
  const deskWith = (...before: AgentMiddleware[]): AgentContract =>
    agent({
      name: "desk",
      model,
      tools,
      middleware: [...before, middleware],
      ...(durable ? { durable } : {}),
    });
  return {
    agent: deskWith(),
    with: deskWith,
    done,
    asked,
    models: () => models,
  };
}

/** A handler that puts every request aside, as a webhook or a chat would. */
export function putAside(store: InterruptStore): ApprovalHandler {
  return async (request) => {
    const { interruptId } = request;
    const savedAt = new Date().toISOString();
    await store.save({ interruptId, request, status: "pending", savedAt });
    throw new InterruptSuspendedError("Awaiting a person.", { interruptId });
  };
}

/** A model that makes its turns, and then says what the tools have told it. */
export function turnsModel(turns: readonly (readonly Pay[])[], onCall: () => void): Model {
  const complete = async (messages: readonly Message[]): Promise<ModelResponse> => {
    onCall();
    const trip = messages.filter(({ role }) => role === "assistant").length;
    const usage = { input: 100, output: 10, total: 110 };
    const toolCalls: ToolCallRequest[] = (turns[trip] ?? []).map(([name, amount], index) => ({
      id: `call-${trip}-${index}`,
      name,
      input: { amount },
    }));
    if (toolCalls.length > 0) return { content: "", finishReason: "tool_calls", usage, toolCalls };
    const heard = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
    return { content: heard.join("; "), finishReason: "stop", usage };
  };
  return {
    name: "turns",
    provider: "test",
    complete: (messages) => complete(messages),
    async *stream(messages) {
      const { content, toolCalls = [], finishReason, usage } = await complete(messages);
      if (content !== "") yield { type: "delta", content };
      for (const call of toolCalls) yield { type: "tool-call", ...call };
      yield { type: "done", finishReason, ...(usage && { usage }) };
    },
  };
}
