import { DurableObject } from "cloudflare:workers";
import {
  type AgentObject,
  type AgentObjectClass,
  type AgentObjectContext,
  agentObject,
  objectStorageStore,
} from "../../runtimes/workers/index.ts";
import { agent } from "../../src/agent/agent.ts";
import type { AgentContract } from "../../src/contracts/agent.ts";
import type {} from "../../src/contracts/default-stores.ts";
import type { Message } from "../../src/contracts/message.ts";
import type { Model, ModelChunk, ModelResponse } from "../../src/contracts/model.ts";
import type { Store } from "../../src/contracts/store.ts";
import { abortable } from "../../src/core/abort.ts";
import { tool } from "../../src/tool/tool.ts";
import { type ScenarioName, scenarioAgent } from "./durable-scenarios.ts";
import { dyingStore } from "./dying-store.ts";
import { objectLife } from "./object-life.ts";

const ObedientChat = agentObject(obedientAgent, {
  base: DurableObject,
  maxBodyBytes: 2000,
  origins: ["https://app.example.com"],
});

/** Sessions of an agent that does what it is told, spoken to over `fetch`, sockets and calls. */
export class TestChat extends ObedientChat {
  constructor(state: DurableObjectState, env: unknown) {
    super(state, env);
    objectLife(state.id.name ?? "").die = () => state.abort("a crash of the test");
  }
}

/** The same, spoken to over `fetch` alone; other options than the default ones. */
export const TestChatWithLimits: AgentObjectClass<unknown> = agentObject(obedientAgent, {
  queue: 2,
  maxSubrequests: 3,
  maxAttempts: 2,
  send: (event) => (event.type === "agent.trip.streaming" ? { delta: event.delta } : undefined),
});

let constructed: DurableObjectState | undefined;

/** Sessions whose object dies at one of its writes, which its name says: `five trips|7|before`. */
function dyingChat(
  mode: "per-trip" | "per-call",
): new (
  state: DurableObjectState,
  env: unknown,
) => AgentObject {
  const Chat = agentObject(
    (_env: unknown, { sessionId }: AgentObjectContext) => {
      const name = sessionId.split("|")[0] as ScenarioName;
      return scenarioAgent(name, {}, objectLife(`${mode} ${sessionId}`).effect);
    },
    { mode, store: (storage) => mortal(objectStorageStore(storage), mode) },
  );
  return class extends Chat {
    constructor(state: DurableObjectState, env: unknown) {
      constructed = state;
      super(state, env);
    }
  };
}

export const DyingChatPerCall: ReturnType<typeof dyingChat> = dyingChat("per-call");
export const DyingChatPerTrip: ReturnType<typeof dyingChat> = dyingChat("per-trip");

function mortal(inner: Store, mode: string): Store {
  const state = constructed;
  const [, at = "", when = ""] = (state?.id.name ?? "").split("|");
  const life = objectLife(`${mode} ${state?.id.name}`);
  if (life.deaths > 0) return inner;
  const { store, died, writes } = dyingStore(inner, Number(at), when === "before" ? "before" : "after");
  life.writes = writes;
  died.then(async () => {
    life.deaths += 1;
    // What was confirmed is to be on the disk when the object dies.
    await state?.storage.sync();
    state?.abort("a crash of the test");
  });
  return store;
}

/**
 * An agent that does what the last message says: `wait` answers when the test opens the object's gate, `add 1 2` calls a tool
 * for each number, `fetch 5` makes so many trips with a request each, `die` ends the object a while after the call went out and
 * `crash` at once, `fail` fails, anything else is repeated.
 */
function obedientAgent(_env: unknown, { sessionId, fetch }: AgentObjectContext): AgentContract {
  const life = objectLife(sessionId);
  const add = tool({
    name: "add",
    description: "Adds a number.",
    input: { type: "object", properties: { value: { type: "integer" } }, required: ["value"] } as const,
    execute: async ({ value }) => {
      await life.effect(`add ${value}`);
      return { added: value };
    },
  });
  const ask = tool({
    name: "ask",
    description: "Asks a server.",
    input: { type: "object", properties: {} } as const,
    execute: async () => {
      await life.effect("ask");
      return (await fetch("data:text/plain,hello")).text();
    },
  });
  return agent({ name: "obedient", model: obedientModel(life), tools: [add, ask], systemPrompt: "Obey." });
}

function obedientModel(life: ReturnType<typeof objectLife>): Model {
  const complete = async (messages: readonly Message[], signal?: AbortSignal): Promise<ModelResponse> => {
    const at = messages.findLastIndex(({ role }) => role === "user");
    const order = String(messages[at]?.content);
    const done = messages.slice(at + 1).filter(({ role }) => role === "tool").length;
    const [verb, ...values] = order.split(" ");
    await life.effect(`model ${order}`);
    const usage = { input: 100, output: 10, total: 110 };
    if (verb === "fail") throw new Error("The model is on strike at 10.0.0.5.");
    if (verb === "crash") return new Promise(() => life.die());
    if (verb === "die") return new Promise(() => setTimeout(() => life.die(), 20));
    if (verb === "wait") await abortable(life.gate(), signal);
    if (verb === "fetch" && done < Number(values[0])) {
      const toolCalls = [{ id: `ask-${done}`, name: "ask", input: {} }];
      return { content: "", finishReason: "tool_calls", usage, toolCalls };
    }
    if (verb === "add" && done === 0) {
      const toolCalls = values.map((value) => ({
        id: `add-${value}`,
        name: "add",
        input: { value: Number(value) },
      }));
      return { content: "", finishReason: "tool_calls", usage, toolCalls };
    }
    const users = messages.filter(({ role }) => role === "user").map(({ content }) => content);
    return { content: `You said: ${users.join(", ")}`, finishReason: "stop", usage };
  };
  return {
    name: "obedient",
    provider: "test",
    complete: (messages, options) => complete(messages, options?.signal),
    async *stream(messages, options): AsyncGenerator<ModelChunk> {
      const { content, toolCalls = [], finishReason, usage } = await complete(messages, options?.signal);
      for (const word of content.split(/(?<= )/)) if (word !== "") yield { type: "delta", content: word };
      for (const call of toolCalls) yield { type: "tool-call", ...call };
      yield { type: "done", finishReason, ...(usage ? { usage } : {}) };
    },
  };
}
