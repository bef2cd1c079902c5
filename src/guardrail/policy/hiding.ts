import type { AgentResult } from "../../contracts/agent.ts";
import type { Message } from "../../contracts/message.ts";
import type {
  ExecuteContext,
  MiddlewareContext,
  RevealedText,
  ToolHookContext,
  ToolOutcome,
  TripContext,
} from "../../contracts/middleware.ts";
import type { ModelResponse } from "../../contracts/model.ts";
import { vault as makeVault } from "../vault.ts";
import type { VaultLike, VaultSession } from "../vault-session.ts";
import type { PolicyOptions } from "./inspector.ts";
import { rewriteAsJson } from "./json-texts.ts";
import { judge, type Question } from "./judge.ts";
import { Policy } from "./policy.ts";
import { eachOf, rewriteMessage, rewritePart } from "./rewrite-message.ts";

/**
 * What a guard does that keeps values from the model: it hides what a run begins with, hides values before its detectors look and
 * what they find, and shows them again at the end.
 */
export class Hiding extends Policy {
  readonly #options: PolicyOptions;
  readonly #vault: VaultLike;
  /** Texts of a run that are hidden already, by the state that its hooks share: they are not looked at twice. */
  readonly #done = new WeakMap<object, Set<string>>();

  /** @param vault where the values are kept: what is given, or a place of its own. */
  constructor(options: PolicyOptions, vault: true | VaultLike) {
    super(options);
    this.#options = options;
    this.#vault = vault === true ? makeVault() : vault;
  }

  override async ask(context: TripContext): Promise<undefined> {
    // Values may have become known since they were said, or other hooks may have put some there.
    await this.#protect(context);
    await super.ask(context);
    // Its detectors may have found more.
    await this.#protect(context);
    return undefined;
  }

  override async answer(context: TripContext, response: ModelResponse): Promise<ModelResponse | undefined> {
    const next = (await super.answer(context, response)) ?? response;
    const session = await this.#vault.session(context);
    const { providerMetadata: _signed, ...told } = next;
    const content = session.protect(told.content);
    const reasoning =
      told.reasoning &&
      (await eachOf(told.reasoning, (part) => rewritePart(part, (text) => session.protect(text))));
    const toolCalls = session.protectAll(told.toolCalls);
    if (content === told.content && reasoning === told.reasoning && toolCalls === told.toolCalls)
      return next === response ? undefined : next;
    return { ...told, content, ...(reasoning && { reasoning }), ...(toolCalls && { toolCalls }) };
  }

  override async call(context: ToolHookContext): Promise<undefined> {
    await super.call(context);
    if (!this.#vault.restoresIn(context.tool.name)) return undefined;
    const given = context.hiddenArgs ?? context.toolArgs;
    const restored = (await this.#vault.session(context)).restoreAll(given);
    if (restored !== given) context.hiddenArgs = restored;
    return undefined;
  }

  override async bring(
    context: ToolHookContext,
    { data, error }: ToolOutcome,
  ): Promise<ToolOutcome | undefined> {
    const brought = { data, error };
    const hidden = (await this.#vault.session(context)).protectAll(brought);
    return (await super.bring(context, hidden)) ?? (hidden === brought ? undefined : hidden);
  }

  protected override async hideIn(context: MiddlewareContext): Promise<Question["hide"]> {
    return hidingOf(await this.#vault.session(context));
  }

  async #protect(context: TripContext): Promise<void> {
    const session = await this.#vault.session(context);
    const { messages } = context;
    const next = await eachOf(messages, async (message) => [await protectedMessage(message, session)]);
    if (next !== messages) context.messages = next;
  }

  /** Hides what the caller gives. */
  async begin(context: ExecuteContext): Promise<undefined> {
    const { input, history, runId } = context;
    if (typeof input !== "string") return;
    const session = await this.#vault.session(context);
    // A run inside of another one, and one that is resumed, are told what is hidden already.
    const isNew = context.rootRunId === runId && !session.hasBegun(runId);
    const asked: Message = { role: "user", content: input };
    const hidden = await this.hide(context, [...history, asked], isNew ? input : undefined);
    context.input = String(hidden.at(-1)?.content);
    if (history.some((message, index) => message !== hidden[index])) context.history = hidden.slice(0, -1);
  }

  /**
   * Hides what stands in messages. All of them are looked at before any known value is hidden, so that what is found once is hidden
   * everywhere. In system prompts only what is known is hidden.
   *
   * @param newText what was just written.
   */
  async hide(
    context: MiddlewareContext | ExecuteContext,
    messages: readonly Message[],
    newText?: string,
  ): Promise<readonly Message[]> {
    const { input: detectors, onError } = this.#options;
    const { signal, state } = context;
    const session = await this.#vault.session(context);
    const done = this.#done.get(state) ?? new Set();
    this.#done.set(state, done);
    const look = async (given: string, isJson = false): Promise<string> => {
      if (done.has(given)) return given;
      const text = session.quote(given, given === newText);
      const hide = hidingOf(session);
      const asked = { context: { phase: "input", signal } as const, onError, isJson, isOld: true, hide };
      const judged = await judge(detectors, text, asked);
      if (judged.block) throw this.inspector.violation(judged.block, { phase: "input" });
      return judged.text;
    };
    const rewrite = (message: Message, rewrite: typeof look): Promise<Message> | Message =>
      message.role === "system"
        ? message
        : rewriteMessage(message, rewrite, (value) => rewriteAsJson(value, (json) => rewrite(json, true)));
    const each = async (
      given: readonly Message[],
      change: (message: Message) => Promise<Message> | Message,
    ) => {
      const next: Message[] = [];
      for (const message of given) next.push(await change(message));
      return next;
    };
    await each(messages, (message) =>
      rewrite(message, async (text) => {
        session.reserve(text);
        return text;
      }),
    );
    const looked = await each(messages, (message) => rewrite(message, look));
    const hidden = await each(looked, (message) => protectedMessage(message, session));
    await each(hidden, (message) =>
      rewrite(message, async (text) => {
        done.add(text);
        return text;
      }),
    );
    return hidden;
  }

  async shows(context: MiddlewareContext): Promise<RevealedText> {
    return (await this.#vault.session(context)).shows();
  }

  async reveal(result: AgentResult<unknown>): Promise<AgentResult<unknown>> {
    const session = await this.#vault.session(result.report);
    const { text, data, error } = result;
    return {
      ...result,
      ...(text !== undefined && { text: session.restore(text) }),
      ...(!error && { data: session.restoreAll(data) }),
    } as AgentResult<unknown>;
  }
}

/** What puts placeholders in the place of what detectors find. */
function hidingOf(session: VaultSession): NonNullable<Question["hide"]> {
  return (text, matches, isJson) => session.protect(text, matches, isJson);
}

/** A message with placeholders in the place of the values that are known. */
function protectedMessage(message: Message, session: VaultSession): Promise<Message> {
  return rewriteMessage(
    message,
    (text) => session.protect(text),
    (value) => session.protectAll(value),
  );
}
