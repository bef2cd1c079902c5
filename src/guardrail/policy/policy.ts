import type { GuardrailDetector } from "../../contracts/detector.ts";
import type { Message, ToolCallRequest } from "../../contracts/message.ts";
import type {
  MiddlewareContext,
  ShownText,
  StreamedKind,
  ToolHookContext,
  ToolOutcome,
  TripContext,
} from "../../contracts/middleware.ts";
import type { ModelResponse } from "../../contracts/model.ts";
import {
  type GuardrailPhase,
  GuardrailViolationError,
  ToolExecutionError,
} from "../../core/errors/agent-errors.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import type { VaultSession } from "../vault-session.ts";
import { detectorContext, type HookContext, Inspector, type Place, type PolicyOptions } from "./inspector.ts";
import { rewriteJson, rewrittenJson } from "./json-texts.ts";
import type { Block, Judgement, Question } from "./judge.ts";
import { eachOf, rewriteMessage, rewritePart } from "./rewrite-message.ts";
import { stageOf } from "./stage.ts";

/** What a guard does at each hook. Where it has a vault, values are hidden before its detectors look, and shown again behind them. */
export class Policy {
  readonly inspector: Inspector;
  readonly #options: PolicyOptions;
  readonly #toolNames: ReadonlySet<string> | undefined;
  /** The blocks that ended a stream: they are told when the stream has ended. */
  readonly #cuts: WeakMap<object, Judgement<Block>> = new WeakMap();

  constructor(options: PolicyOptions) {
    const { toolNames } = options;
    this.#options = options;
    this.inspector = new Inspector(options);
    this.#toolNames = toolNames === undefined ? undefined : new Set([toolNames].flat());
  }

  /** Looks at what the model is asked. */
  async ask(context: TripContext): Promise<undefined> {
    const { input, redactInput, trustHistory } = this.#options;
    const session = await this.#session(context);
    const { texts } = this.inspector.record(context);
    const unsupported = redactInput || session ? undefined : "input-redaction-unsupported";
    const look = async (text: string, isOld: boolean, isJson = false): Promise<string> => {
      // A text that was old when it was looked at has not been judged.
      const key = `${isJson} ${text}`;
      const known = texts.get(`new ${key}`) ?? (isOld ? texts.get(`old ${key}`) : undefined);
      if (known !== undefined || text === "") return known ?? text;
      const place: Place = { phase: "input", context, unsupported };
      const next = await this.inspector.look(text, place, { isJson, isOld, hide: hidingOf(session) });
      texts.set(`${isOld ? "old" : "new"} ${key}`, next);
      return next;
    };
    const { messages } = context;
    // What stands before the last answer is the word of whoever gives the history: an answer in there may be forged.
    const first = trustHistory ? messages.findLastIndex(({ role }) => role === "assistant") + 1 : 0;
    const next: Message[] = [];
    for (const [index, given] of messages.entries()) {
      // Values may have become known since it was said, or other hooks may have put some there.
      const message = session ? await protectedMessage(given, session) : given;
      const isOld = message.role !== "user" || index < first;
      const isSeen = input.length > 0 && message.role !== "system" && (!isOld || redactInput);
      const rewritten =
        isSeen &&
        rewriteMessage(
          message,
          (text) => look(text, isOld),
          (value) => rewriteJson(value, (json) => look(json, isOld, true)),
        );
      next.push((await rewritten) || message);
    }
    if (next.some((message, index) => message !== messages[index])) context.messages = next;
    return undefined;
  }

  /** Makes what a streamed text passes before it is shown. */
  async show(context: TripContext, kind: StreamedKind, toolName = ""): Promise<ShownText | undefined> {
    const { output, tool, onError, holdOutput = false } = this.#options;
    const isInput = kind === "tool-input";
    return stageOf(isInput && this.#sees(toolName) ? [...output, ...tool] : output, {
      context: detectorContext({ phase: isInput ? "tool" : "output", context }),
      onError,
      isJson: isInput || (kind === "text" && context.structured === true),
      isHeld: holdOutput,
      refuse: (detector, verdict) => {
        // What a call may do is decided when it is complete.
        if (isInput) return;
        const error = this.inspector.violation({ detector, verdict }, { phase: "output" });
        this.#cuts.set(error, { detector, verdict });
        throw error;
      },
      hold: (held) => this.inspector.record(context).hold(held),
    });
  }

  /** Looks at an answer and at the calls in it, before any of them is made. */
  async answer(context: TripContext, response: ModelResponse): Promise<ModelResponse | undefined> {
    const { content: given, reasoning, toolCalls, providerMetadata, ...rest } = response;
    const { output } = this.#options;
    const session = await this.#session(context);
    const look = async (text: string, isJson?: boolean): Promise<string> => {
      const isSeen = output.length > 0 && text !== "";
      const next = isSeen ? await this.inspector.look(text, { phase: "output", context }, { isJson }) : text;
      return session ? session.protect(next) : next;
    };
    // A stream writes escapes its own way: what was shown and what is kept shall be the same.
    const isWritten = context.structured && output.some(({ onlyFlags }) => !onlyFlags);
    const base = isWritten ? rewrittenJson(given) : given;
    const content = await look(base, context.structured);
    const thoughts =
      reasoning && (await eachOf(reasoning, (part) => rewritePart(part, (text) => look(text))));
    const calls =
      toolCalls && (await eachOf(toolCalls, async (call) => [await this.#checkCall(call, context, session)]));
    const isRewritten = content !== base || thoughts !== reasoning || calls !== toolCalls;
    if (!isRewritten && base === given) return undefined;
    return {
      ...rest,
      content,
      ...(thoughts && { reasoning: thoughts }),
      ...(calls && { toolCalls: calls }),
      // What the provider wants back holds the answer as it was.
      ...(providerMetadata && !isRewritten && { providerMetadata }),
    };
  }

  /** Tells of a block that ended a stream. */
  async fail(context: TripContext, error: AIError): Promise<undefined> {
    const cut = this.#cuts.get(error);
    if (cut) await this.inspector.tell(cut, { phase: "output", context });
    return undefined;
  }

  /** Looks at the arguments of a call, where they are not those that have passed with the answer. */
  async call(context: ToolHookContext): Promise<undefined> {
    const { name } = context.tool;
    const { vault } = this.#options;
    context.toolArgs = await this.#checkArguments(name, context.toolArgs, context);
    if (!vault?.restoresIn(name)) return undefined;
    const given = context.hiddenArgs ?? context.toolArgs;
    const restored = (await vault.session(context)).restoreAll(given);
    if (restored !== given) context.hiddenArgs = restored;
    return undefined;
  }

  /** Looks at what a tool brought. What is refused is withheld, and the model is told. */
  async bring(context: ToolHookContext, given: ToolOutcome): Promise<ToolOutcome | undefined> {
    const { name: toolName } = context.tool;
    const session = await this.#session(context);
    const brought = { data: given.data, error: given.error };
    const outcome = session ? session.protectAll(brought) : brought;
    const { data, error } = outcome;
    const kept = outcome === brought ? undefined : outcome;
    if (this.#options.data.length === 0 || !this.#sees(toolName)) return kept;
    const look = (text: string, isJson?: boolean): Promise<string> =>
      this.inspector.look(text, { phase: "data", context, toolName }, { isJson, hide: hidingOf(session) });
    try {
      if (error) {
        const message = await look(error.message);
        if (message === error.message) return kept;
        return { error: new ToolExecutionError(message, { toolName, tripIndex: context.tripIndex }) };
      }
      const next =
        typeof data === "string" ? await look(data) : await rewriteJson(data, (json) => look(json, true));
      return next === data ? kept : { data: next };
    } catch (cause) {
      if (context.signal.aborted) throw cause;
      return { error: this.#refusal(cause, "data") };
    }
  }

  async #session(context: MiddlewareContext): Promise<VaultSession | undefined> {
    return this.#options.vault?.session(context);
  }

  async #checkCall(
    call: ToolCallRequest,
    context: TripContext,
    session: VaultSession | undefined,
  ): Promise<ToolCallRequest> {
    const { name, unreadable, input, settled } = call;
    let next = call;
    if (unreadable && !settled && this.#guards(name)) {
      const text = await this.#lookAtArguments(name, unreadable.text, context);
      if (text !== unreadable.text) next = { ...call, unreadable: { ...unreadable, text } };
    } else if (!settled) {
      const checked = await this.#checkArguments(name, input, context);
      if (checked !== input) next = { ...call, input: checked };
    }
    return session ? session.protectAll(next) : next;
  }

  async #checkArguments(toolName: string, given: unknown, context: HookContext): Promise<unknown> {
    if (!this.#guards(toolName)) return given;
    const { passed } = this.inspector.record(context);
    const keyOf = (value: unknown): string => `${toolName}\n${JSON.stringify(value)}`;
    try {
      if (passed.has(keyOf(given))) return given;
      const look = (json: string): Promise<string> => this.#lookAtArguments(toolName, json, context, true);
      const next = await rewriteJson(given, look);
      passed.add(keyOf(next));
      return next;
    } catch (cause) {
      throw context.signal.aborted ? cause : this.#refusal(cause, "tool");
    }
  }

  #lookAtArguments(
    toolName: string,
    text: string,
    context: HookContext,
    isJson?: Question["isJson"],
  ): Promise<string> {
    const unsupported = this.#options.redactToolArgs ? undefined : "tool-arg-redaction-unsupported";
    return this.inspector.look(text, { phase: "tool", context, toolName, unsupported }, { isJson });
  }

  #guards(toolName: string): boolean {
    return this.#options.tool.length > 0 && this.#sees(toolName);
  }

  #sees(toolName: string): boolean {
    return this.#toolNames?.has(toolName) ?? true;
  }

  /** The error of what cannot be looked at, or not be written as JSON any more. */
  #refusal(cause: unknown, phase: GuardrailPhase): GuardrailViolationError {
    if (cause instanceof GuardrailViolationError) return cause;
    const detector: GuardrailDetector = { name: "json", check: () => ({ type: "allow" }) };
    return this.inspector.violation({ detector, verdict: { type: "block", reason: "not-json" } }, { phase });
  }
}

/** What puts placeholders in the place of what detectors find. */
export function hidingOf(session: VaultSession | undefined): Question["hide"] {
  return session && ((text, matches, isJson) => session.protect(text, matches, isJson));
}

/** A message with placeholders in the place of the values that are known. */
export function protectedMessage(message: Message, session: VaultSession): Promise<Message> {
  return rewriteMessage(
    message,
    (text) => session.protect(text),
    (value) => session.protectAll(value),
  );
}
