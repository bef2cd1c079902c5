import type { AgentFeature } from "../contracts/agent-feature.ts";
import type { AgentMemory, RecalledMemory } from "../contracts/memory.ts";
import type { ContentPart, Message } from "../contracts/message.ts";
import type { AgentMiddleware, MiddlewareContext, TripContext } from "../contracts/middleware.ts";
import { abortable } from "../core/abort.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { clipped } from "../core/text/clipped.ts";
import { marked, markFor } from "../core/text/mark-for.ts";
import { textOf } from "./capture-messages.ts";
import { isReminder, REMINDER } from "./reminder.ts";

/** What embedders take at most differs; none takes less. In UTF-16 units, of the input and of the answer each. */
const LONGEST = 4000;
const NAME = "memory";
/** Where the state of a run has what the model was asked, as the guards let it pass. */
const ASKED = "memory.asked";

/**
 * What a memory adds to an agent. Before a run begins, what its input brings back is put in front of the input, in the same
 * message: the system prompt and the history stay as they are, byte for byte, and a saved run has it with it. When the run has
 * completed and all guards have passed it, the input, as the model got to see it, and the answer are remembered. A memory
 * that fails is a warning.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where `store` is no memory.
 */
export function memoryFeature(options: AgentMemory): AgentFeature {
  const { store, recall = {}, remember = true, rememberTier: tier } = options;
  if (typeof store?.recall !== "function" || typeof store.remember !== "function") {
    throw new ConfigError(
      'The "memory" of an agent is none. Pass ai.memory({ … }), or { store: ai.memory({ … }) }.',
    );
  }
  const reminds: AgentMiddleware = {
    name: NAME,
    execute: {
      async hides(context, messages) {
        const { input, signal, state } = context;
        // Asked again where something else changes the conversation.
        if (state.has(NAME) || input === "" || recall.k === 0) return messages;
        state.set(NAME, true);
        const found = await unharmed(context, "recall", async () =>
          store.recall(input, { ...recall, scope: scopeOf(options, context), signal }),
        );
        if (!found?.length) return messages;
        context.annotate(NAME, { recalled: found.length });
        return messages.with(-1, reminded(messages.at(-1) as Message, found));
      },
      async after(context, { error, text }) {
        const asked = context.state.get(ASKED);
        if (!remember || error || !text || typeof asked !== "string" || asked === "") return;
        const said = `User: ${clipped(asked, LONGEST)}\nAssistant: ${clipped(text, LONGEST)}`;
        await unharmed(context, "remember", async () =>
          store.remember({ text: said, tier, scope: scopeOf(options, context) }),
        );
      },
    },
  };
  // What a hook answers in place of the model has not passed those further in, and is not remembered.
  const listens: AgentMiddleware = {
    name: `${NAME}.asked`,
    log: false,
    trip: {
      before(context) {
        if (!context.state.has(ASKED)) context.state.set(ASKED, askedText(context));
      },
    },
  };
  return { forAgent: () => ({ middleware: [reminds], inner: remember ? [listens] : [] }) };
}

/** No run fails for its memory. A stop does not wait for one. */
async function unharmed<Value>(
  context: Pick<MiddlewareContext, "signal" | "warn">,
  action: string,
  work: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await abortable(work(), context.signal);
  } catch (error) {
    context.warn(`memory: ${action} failed`, { error });
    return undefined;
  }
}

function scopeOf(
  { scope = "session" }: AgentMemory,
  context: Omit<MiddlewareContext, "input"> & { input: string },
): string | undefined {
  if (typeof scope === "function") return scope(context);
  return scope === "session" ? context.sessionId : undefined;
}

function reminded(message: Message, found: readonly RecalledMemory[]): Message {
  const texts = found.map(({ text }) => text);
  const mark = markFor([...texts, textOf(message)]);
  const parts: readonly ContentPart[] =
    typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
  const text = [REMINDER, ...texts.map((one) => marked(NAME, one, mark))].join("\n");
  return { ...message, content: [{ type: "text", text }, ...parts] };
}

/** What the user asked for in this run: the last text before its first answer. */
function askedText({ messages, tripIndex }: TripContext): string {
  let answers = tripIndex;
  for (const message of messages.toReversed()) {
    const { role, content } = message;
    if (role === "assistant") answers -= 1;
    if (role !== "user" || answers > 0) continue;
    if (typeof content === "string") return content;
    return textOf({ role, content: content.filter((part) => !isReminder(part)) });
  }
  return "";
}
