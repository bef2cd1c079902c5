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
import { GuardrailViolationError, ToolExecutionError } from "../../core/errors/agent-errors.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import type { VaultSession } from "../vault-session.ts";
import { detectorContext, type HookContext, Inspector, type Place, type PolicyOptions } from "./inspector.ts";
import { rewrittenJson } from "./json-texts.ts";
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
    const hide = hidingOf(session);
    const place: Place = { phase: "input", context, unsupported, hide };
    const { messages } = context;
    // What stands before the last answer is the word of whoever gives the history: an answer in there may be forged.
    const first = trustHistory ? messages.findLastIndex(({ role }) => role === "assistant") + 1 : 0;
    const next: Message[] = [];
    for (const [index, given] of messages.entries()) {
      // Values may have become known since it was said, or other hooks may have put some there.
      let message = session ? await protectedMessage(given, session) : given;
      const { role, toolName } = message;
      if (role === "tool" && index >= first && this.#sees("data", toolName)) {
        const result: Place = { phase: "data", context, toolName, hide };
        message = await rewriteMessage(
          message,
          (text) => this.#givenResult(text, result),
          (input) => input,
        );
      }
      const isOld = role !== "user" || index < first;
      const look = async (text: string): Promise<string> => {
        // A text that was old when it was looked at has not been judged.
        const key = `${isOld} ${text}`;
        const known = text && (texts.get(key) ?? (await this.inspector.look(text, { ...place, isOld })));
        texts.set(key, known);
        return known;
      };
      const isSeen = input.length > 0 && role !== "system" && (!isOld || redactInput);
      next.push(
        isSeen
          ? await rewriteMessage(message, look, (value) =>
              this.inspector.lookInside(value, { ...place, isOld }),
            )
          : message,
      );
    }
    if (next.some((message, index) => message !== messages[index])) context.messages = next;
    return undefined;
  }

  /** Makes what a streamed text passes before it is shown. */
  async show(context: TripContext, kind: StreamedKind, toolName = ""): Promise<ShownText | undefined> {
    const { output, tool, onError, holdOutput = false } = this.#options;
    const isInput = kind === "tool-input";
    return stageOf(isInput && this.#sees("tool", toolName) ? [...output, ...tool] : output, {
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
      hold: (held) => this.inspector.hold(context, held),
    });
  }

  /** Looks at an answer and at the calls in it, before any of them is made. */
  async answer(context: TripContext, response: ModelResponse): Promise<ModelResponse | undefined> {
    const { content: given, reasoning, toolCalls, providerMetadata, ...rest } = response;
    const { structured } = context;
    const { output } = this.#options;
    const session = await this.#session(context);
    const look = async (text: string, isJson?: boolean): Promise<string> => {
      const place: Place = { phase: "output", context, isJson };
      const next = output.length > 0 && text ? await this.inspector.look(text, place) : text;
      return session ? session.protect(next) : next;
    };
    // A stream writes escapes its own way: what was shown and what is kept shall be the same.
    const base = structured && output.some(({ onlyFlags }) => !onlyFlags) ? rewrittenJson(given) : given;
    const content = await look(base, structured);
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
    if (!cut) return;
    const place: Place = { phase: "output", context };
    this.inspector.note(cut.detector.name, cut.verdict, place);
    await this.inspector.escalate(cut.verdict, place);
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
    if (!this.#sees("data", toolName)) return kept;
    const place: Place = { phase: "data", context, toolName, hide: hidingOf(session) };
    try {
      if (error) {
        const message = await this.inspector.look(error.message, place);
        if (message === error.message) return kept;
        return { error: new ToolExecutionError(message, { toolName, tripIndex: context.tripIndex }) };
      }
      const isText = typeof data === "string";
      const next = isText
        ? await this.inspector.look(data, place)
        : await this.inspector.lookInside(data, place);
      return next === data ? kept : { data: next };
    } catch (cause) {
      if (!(cause instanceof GuardrailViolationError)) throw cause;
      return { error: cause };
    }
  }

  async #session(context: MiddlewareContext): Promise<VaultSession | undefined> {
    return this.#options.vault?.session(context);
  }

  /** Looks at a result that stands in the given history as at one that a tool brings. Those of the run itself have passed. */
  async #givenResult(text: string, place: Place): Promise<string> {
    const { texts } = this.inspector.record(place.context);
    const key = `result ${text}`;
    const known = texts.get(key);
    if (known !== undefined || place.context.tripIndex > 0) return known ?? text;
    const next = await this.inspector.look(text, place).catch((cause) => {
      if (!(cause instanceof GuardrailViolationError)) throw cause;
      return `Error: ${cause.message}`;
    });
    texts.set(key, next);
    return next;
  }

  async #checkCall(
    call: ToolCallRequest,
    context: TripContext,
    session: VaultSession | undefined,
  ): Promise<ToolCallRequest> {
    const { name, unreadable, input } = call;
    let next = call;
    if (!call.settled && this.#sees("tool", name)) {
      if (unreadable) {
        const text = await this.inspector.look(unreadable.text, this.#place(name, context));
        if (text !== unreadable.text) next = { ...call, unreadable: { ...unreadable, text } };
      } else {
        const checked = await this.#checkArguments(name, input, context);
        if (checked !== input) next = { ...call, input: checked };
      }
    }
    return session ? session.protectAll(next) : next;
  }

  async #checkArguments(toolName: string, given: unknown, context: HookContext): Promise<unknown> {
    if (!this.#sees("tool", toolName)) return given;
    const { passed } = this.inspector.record(context);
    // What is no JSON has not passed.
    const keyOf = (value: unknown): string => `${toolName}\n${JSON.stringify(value)}`;
    const isKnown = passed.size > 0 && passed.has(keyOf(given));
    const next = isKnown ? given : await this.inspector.lookInside(given, this.#place(toolName, context));
    passed.add(keyOf(next));
    return next;
  }

  #place(toolName: string, context: HookContext): Place {
    const unsupported = this.#options.redactToolArgs ? undefined : "tool-arg-redaction-unsupported";
    return { phase: "tool", context, toolName, unsupported };
  }

  #sees(phase: "tool" | "data", toolName: string | undefined): boolean {
    const isNamed = toolName === undefined || (this.#toolNames?.has(toolName) ?? true);
    return isNamed && this.#options[phase].length > 0;
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
