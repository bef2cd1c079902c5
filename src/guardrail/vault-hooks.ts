import type { AgentResult } from "../contracts/agent.ts";
import type { GuardrailDetector, GuardrailMatch } from "../contracts/detector.ts";
import type { ContentPart, Message } from "../contracts/message.ts";
import type {
  AgentMiddleware,
  ExecuteContext,
  MiddlewareContext,
  ToolHookContext,
  ToolOutcome,
  TripContext,
} from "../contracts/middleware.ts";
import type { ModelResponse } from "../contracts/model.ts";
import type { VaultLike, VaultOwner } from "./vault-session.ts";
import { VaultValues } from "./vault-values.ts";

/** The hooks of a vault; a guard has more. */
export type VaultHooks = Required<Pick<AgentMiddleware, "execute" | "trip" | "tool">>;

/**
 * The hooks that keep values out of a run. A guard runs those of a level before its own `before` checks and behind its own `after`
 * checks, but `tool.after` first of all: detectors see no value either.
 *
 * @param input the detectors whose `redact` verdicts say what is hidden of the texts that a run begins with.
 */
export function vaultHooks(vault: VaultLike, input: readonly GuardrailDetector[]): VaultHooks {
  const hiding = new Hiding(vault, input);
  return {
    execute: {
      before: (context) => hiding.begin(context),
      hides: (context, messages) => hiding.hideMessages(context, messages),
      revealsText: async (context) => (await vault.session(context)).shows(),
      reveals: (result) => reveal(vault, result),
    },
    trip: {
      before: (context) => hiding.beforeTrip(context),
      after: (context, response) => hiding.afterTrip(context, response),
    },
    tool: {
      before: (context) => restoreArguments(vault, context),
      after: (context, outcome) => hideOutcome(vault, context, outcome),
    },
  };
}

async function reveal(vault: VaultLike, result: AgentResult<unknown>): Promise<AgentResult<unknown>> {
  const session = await vault.session(result.report);
  const text = result.text === undefined ? {} : { text: session.restore(result.text) };
  return result.error
    ? { ...result, ...text }
    : { ...result, ...text, data: session.restoreAll(result.data) };
}

async function restoreArguments(vault: VaultLike, context: ToolHookContext): Promise<void> {
  if (!vault.restoresIn(context.tool.name)) return;
  const given = context.hiddenArgs ?? context.toolArgs;
  const restored = (await vault.session(context)).restoreAll(given);
  if (restored !== given) context.hiddenArgs = restored;
}

async function hideOutcome(
  vault: VaultLike,
  context: ToolHookContext,
  outcome: ToolOutcome,
): Promise<ToolOutcome | undefined> {
  const hidden = (await vault.session(context)).protectAll(outcome);
  return hidden === outcome ? undefined : hidden;
}

/** What was found in a text, and the text to go on with. */
interface Inspected {
  readonly text: string;
  readonly matches: readonly GuardrailMatch[];
}

/** Hides what a run says to its model. */
class Hiding {
  readonly #vault: VaultLike;
  readonly #detectors: readonly GuardrailDetector[];
  /** The hidden messages that a run begins with, by the state that its hooks share: they are not looked at twice. */
  readonly #hidden = new WeakMap<object, Set<string>>();
  /** What was made of a message, and how many values were known then. */
  readonly #sent = new WeakMap<Message, { readonly size: number; readonly message: Message }>();

  constructor(vault: VaultLike, detectors: readonly GuardrailDetector[]) {
    this.#vault = vault;
    this.#detectors = detectors;
  }

  /** Hides what the caller gives: all of it is looked at before any of it is rewritten, so that what is found once is hidden everywhere. */
  async begin(context: ExecuteContext): Promise<void> {
    const { input, history } = context;
    const session = await this.#session(context);
    // A run inside of another one, and one that is resumed, are told what is hidden already.
    const isNew = context.rootRunId === context.runId && !session.hasBegun(context.runId);
    if (typeof input !== "string") return;
    const texts = new Set([...history.flatMap(textsOf), input]);
    for (const text of texts) session.reserve(text);
    const literals = new Map<string, readonly GuardrailMatch[]>();
    for (const text of texts) literals.set(text, session.literals(text, isNew && text === input));
    const rewritten = await this.#rewrite(context, session, [...texts], literals);
    const hide = (text: string): string => rewritten.get(text) ?? session.protect(text);
    const hidden = history.map((message) => mapMessage(message, hide, (value) => session.protectAll(value)));
    if (hidden.some((message, index) => message !== history[index])) context.history = hidden;
    context.input = hide(input);
    this.#hidden.set(context.state, new Set(rewritten.values()));
  }

  /** Hides what came to it since: attachments are looked at, and what is known is hidden in the system prompt as well. */
  async hideMessages(context: MiddlewareContext, messages: readonly Message[]): Promise<readonly Message[]> {
    const session = await this.#session(context);
    const done = this.#hidden.get(context.state) ?? new Set();
    const texts = messages.filter(({ role }) => role === "user").flatMap(textsOf);
    const isOpen = (text: string): boolean => !done.has(text);
    const rewritten = await this.#rewrite(context, session, texts.filter(isOpen), new Map());
    const hide = (text: string): string => rewritten.get(text) ?? session.protect(text);
    return messages.map((message) => mapMessage(message, hide, (value) => session.protectAll(value)));
  }

  /** Values may have become known since a message was said, or other hooks may have put some there. */
  async beforeTrip(context: TripContext): Promise<void> {
    const session = await this.#session(context);
    const { size } = session;
    if (size === 0) return;
    const messages = context.messages.map((message) => {
      const sent = this.#sent.get(message);
      if (sent?.size === size) return sent.message;
      const hidden = mapMessage(
        message,
        (text) => session.protect(text),
        (value) => session.protectAll(value),
      );
      this.#sent.set(message, { size, message: hidden });
      return hidden;
    });
    if (messages.some((message, index) => message !== context.messages[index])) context.messages = messages;
  }

  /** A value that the model knows all the same is hidden from here on. */
  async afterTrip(context: TripContext, response: ModelResponse): Promise<ModelResponse | undefined> {
    const { content, toolCalls } = response;
    const session = await this.#session(context);
    const hidden = session.protectAll({ content, toolCalls });
    if (hidden.content === content && hidden.toolCalls === toolCalls) return undefined;
    return { ...response, content: hidden.content, ...(hidden.toolCalls && { toolCalls: hidden.toolCalls }) };
  }

  async #session(owner: VaultOwner): Promise<VaultValues> {
    const session = await this.#vault.session(owner);
    if (session instanceof VaultValues) return session;
    throw new TypeError("The vault of a guard was not made by vault().");
  }

  async #rewrite(
    context: MiddlewareContext | ExecuteContext,
    session: VaultValues,
    texts: readonly string[],
    literals: ReadonlyMap<string, readonly GuardrailMatch[]>,
  ): Promise<ReadonlyMap<string, string>> {
    const inspected = new Map<string, Inspected>();
    for (const given of texts) {
      const { text, matches } = await this.#inspect(given, context.signal);
      const all = [...(text === given ? (literals.get(given) ?? []) : []), ...matches];
      session.learn(text, all);
      inspected.set(given, { text, matches: all });
    }
    const rewritten = new Map<string, string>();
    for (const [given, { text, matches }] of inspected) rewritten.set(given, session.protect(text, matches));
    return rewritten;
  }

  /** What the detectors redact. A detector that does not say where rewrites the text for good: nobody can put that back. */
  async #inspect(given: string, signal: AbortSignal): Promise<Inspected> {
    let text = given;
    let matches: GuardrailMatch[] = [];
    const located: GuardrailDetector[] = [];
    for (const detector of this.#detectors) {
      const verdict = await checked(detector, text, signal);
      if (verdict?.type !== "redact") continue;
      const found = verdict.matches ?? [];
      if (found.length > 0 && found.every(({ span }) => span)) {
        located.push(detector);
        matches.push(...found);
        continue;
      }
      text = verdict.text;
      matches = [];
      for (const earlier of located) {
        const again = await checked(earlier, text, signal);
        if (again?.type === "redact") matches.push(...(again.matches ?? []));
      }
    }
    return { text, matches };
  }
}

/** The verdict of a detector; `undefined` where it failed and is not to refuse then: the guard asks it again, and notes it. */
async function checked(
  detector: GuardrailDetector,
  text: string,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<GuardrailDetector["check"]>> | undefined> {
  try {
    return await detector.check(text, { phase: "input", signal });
  } catch (error) {
    if (signal.aborted || detector.onError === "block") throw error;
    return undefined;
  }
}

function textsOf({ content }: Message): readonly string[] {
  if (typeof content === "string") return [content];
  return content.flatMap((part) => (part.type === "text" ? [part.text] : []));
}

/** A message with its texts rewritten, and what its tool calls ask for. Thoughts stay: they may be signed. */
function mapMessage(
  message: Message,
  rewrite: (text: string) => string,
  rewriteAll: <Value>(value: Value) => Value,
): Message {
  const content =
    typeof message.content === "string" ? rewrite(message.content) : mapParts(message.content, rewrite);
  const toolCalls = message.toolCalls && rewriteAll(message.toolCalls);
  if (content === message.content && toolCalls === message.toolCalls) return message;
  return { ...message, content, ...(toolCalls && { toolCalls }) };
}

function mapParts(parts: readonly ContentPart[], rewrite: (text: string) => string): readonly ContentPart[] {
  const mapped = parts.map((part) => {
    if (part.type !== "text") return part;
    const text = rewrite(part.text);
    return text === part.text ? part : { ...part, text };
  });
  return mapped.some((part, index) => part !== parts[index]) ? mapped : parts;
}
