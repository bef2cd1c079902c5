import type { Message, ToolCallRequest } from "../../contracts/message.ts";
import type {
  ShownText,
  StreamedKind,
  ToolHookContext,
  ToolOutcome,
  TripContext,
} from "../../contracts/middleware.ts";
import type { ModelResponse } from "../../contracts/model.ts";
import { GuardrailViolationError, ToolExecutionError } from "../../core/errors/agent-errors.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import {
  detectorContext,
  type HookContext,
  Inspector,
  type Place,
  type PolicyOptions,
  type RunRecord,
} from "./inspector.ts";
import { rewrittenJson } from "./json-texts.ts";
import type { Block, Judgement, Question } from "./judge.ts";
import { eachOf, rewriteMessage, rewritePart } from "./rewrite-message.ts";
import { stageOf } from "./stage.ts";

/** What a guard does at each hook. */
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
    const record = this.inspector.record(context);
    const { texts } = record;
    const hide = await this.hideIn(context);
    const unsupported = redactInput || hide ? undefined : "input-redaction-unsupported";
    const place: Place = { phase: "input", context, unsupported, hide };
    const { messages } = context;
    // What stands before the last answer is the word of whoever gives the history: an answer in there may be forged.
    const first = trustHistory ? messages.findLastIndex(({ role }) => role === "assistant") + 1 : 0;
    const next: Message[] = [];
    for (const [index, given] of messages.entries()) {
      let message = given;
      const { role, toolName } = message;
      if (role === "tool" && index >= first && this.#sees("data", toolName)) {
        const result: Place = { phase: "data", context, toolName, hide };
        message = await rewriteMessage(
          message,
          (text) => this.#givenResult(text, result, record),
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
    record.hasAsked = true;
    if (next.some((message, index) => message !== messages[index])) context.messages = next;
    return undefined;
  }

  /** Rewrites what detectors find so that it can be put back, where a guard can do that. */
  protected async hideIn(_context: HookContext): Promise<Question["hide"]> {
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
    const look = async (text: string, isJson?: boolean): Promise<string> =>
      output.length > 0 && text ? this.inspector.look(text, { phase: "output", context, isJson }) : text;
    // A stream writes escapes its own way: what was shown and what is kept shall be the same.
    const base = structured && output.some(({ onlyFlags }) => !onlyFlags) ? rewrittenJson(given) : given;
    const content = await look(base, structured);
    const thoughts =
      reasoning && (await eachOf(reasoning, (part) => rewritePart(part, (text) => look(text))));
    const calls =
      toolCalls && (await eachOf(toolCalls, async (call) => [await this.#checkCall(call, context)]));
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
    context.toolArgs = await this.#checkArguments(context.tool.name, context.toolArgs, context);
    return undefined;
  }

  /** Looks at what a tool brought. What is refused is withheld, and the model is told. */
  async bring(context: ToolHookContext, { data, error }: ToolOutcome): Promise<ToolOutcome | undefined> {
    const { name: toolName } = context.tool;
    if (!this.#sees("data", toolName)) return undefined;
    const place: Place = { phase: "data", context, toolName, hide: await this.hideIn(context) };
    try {
      if (error) {
        const message = await this.inspector.look(error.message, place);
        if (message === error.message) return undefined;
        return { error: new ToolExecutionError(message, { toolName, tripIndex: context.tripIndex }) };
      }
      const isText = typeof data === "string";
      const next = isText
        ? await this.inspector.look(data, place)
        : await this.inspector.lookInside(data, place);
      return next === data ? undefined : { data: next };
    } catch (cause) {
      if (!(cause instanceof GuardrailViolationError)) throw cause;
      return { error: cause };
    }
  }

  /** Looks at a result that a run begins with as at one that a tool brings. Those that come later have passed. */
  async #givenResult(text: string, place: Place, { texts, hasAsked }: RunRecord): Promise<string> {
    const key = `result ${text}`;
    const known = texts.get(key);
    if (known !== undefined || hasAsked) return known ?? text;
    const next = await this.inspector.look(text, place).catch((cause) => {
      if (!(cause instanceof GuardrailViolationError)) throw cause;
      return `Error: ${cause.message}`;
    });
    texts.set(key, next);
    return next;
  }

  async #checkCall(call: ToolCallRequest, context: TripContext): Promise<ToolCallRequest> {
    const { name, unreadable, input } = call;
    if (call.settled || !this.#sees("tool", name)) return call;
    if (unreadable) {
      const text = await this.inspector.look(unreadable.text, this.#place(name, context));
      return text === unreadable.text ? call : { ...call, unreadable: { ...unreadable, text } };
    }
    const checked = await this.#checkArguments(name, input, context);
    return checked === input ? call : { ...call, input: checked };
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
