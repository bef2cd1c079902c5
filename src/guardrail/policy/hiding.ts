import type { AgentResult } from "../../contracts/agent.ts";
import type { Message } from "../../contracts/message.ts";
import type { ExecuteContext, MiddlewareContext, RevealedText } from "../../contracts/middleware.ts";
import { vault as makeVault } from "../vault.ts";
import type { VaultLike } from "../vault-session.ts";
import type { Inspector, PolicyOptions } from "./inspector.ts";
import { rewriteAsJson } from "./json-texts.ts";
import { judge } from "./judge.ts";
import { hidingOf, Policy, protectedMessage } from "./policy.ts";
import { rewriteMessage } from "./rewrite-message.ts";

/** The parts of a guard that keeps values from the model: in the vault that it is given, or in one of its own. */
export function withVault(
  options: Omit<PolicyOptions, "vault">,
  given: true | VaultLike,
): { readonly policy: Policy; readonly hiding: Hiding } {
  const vault = given === true ? makeVault() : given;
  const all = { ...options, vault };
  const policy = new Policy(all);
  return { policy, hiding: new Hiding(all, vault, policy.inspector) };
}

/** Hides what a run begins with, and shows it again at its end. */
export class Hiding {
  readonly #options: PolicyOptions;
  readonly #vault: VaultLike;
  readonly #inspector: Inspector;
  /** Texts of a run that are hidden already, by the state that its hooks share: they are not looked at twice. */
  readonly #done = new WeakMap<object, Set<string>>();

  constructor(options: PolicyOptions, vault: VaultLike, inspector: Inspector) {
    this.#options = options;
    this.#vault = vault;
    this.#inspector = inspector;
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
      if (judged.block) throw this.#inspector.violation(judged.block, { phase: "input" });
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
