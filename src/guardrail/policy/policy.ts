import type { GuardrailDetector } from "../../contracts/detector.ts";
import type { Message, ReasoningPart, ToolCallRequest } from "../../contracts/message.ts";
import type {
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
import { detectorContext, type HookContext, Inspector, type Place, type PolicyOptions } from "./inspector.ts";
import { type Block, rewrittenJson } from "./judge.ts";
import { type Rewrite, rewriteJson, rewriteMessage, rewritePart } from "./rewrite-message.ts";
import { stageOf } from "./stage.ts";

/** What a guard does at each hook. */
export class Policy {
  readonly #options: PolicyOptions;
  readonly #toolNames: ReadonlySet<string> | undefined;
  readonly #inspector: Inspector;
  /** The blocks that ended a stream: they are told when the stream has ended. */
  readonly #cuts: WeakMap<object, { readonly detector: GuardrailDetector; readonly verdict: Block }> =
    new WeakMap();

  constructor(options: PolicyOptions) {
    const { toolNames } = options;
    this.#options = options;
    this.#inspector = new Inspector(options);
    this.#toolNames = toolNames === undefined ? undefined : new Set([toolNames].flat());
  }

  /** Looks at what the model is asked. */
  async ask(context: TripContext): Promise<undefined> {
    const { input, redactInput, vault } = this.#options;
    const { texts } = this.#inspector.record(context);
    const { messages } = context;
    const first = messages.findLastIndex(({ role }) => role === "assistant") + 1;
    const rewriter =
      (isOld: boolean): Rewrite =>
      async (text, isJson) => {
        // A text that was old when it was looked at has not been judged.
        const key = `${isJson} ${text}`;
        const known = texts.get(`new ${key}`) ?? (isOld ? texts.get(`old ${key}`) : undefined);
        if (known !== undefined || text === "") return known ?? text;
        const place: Place = {
          phase: "input",
          context,
          isJson,
          isOld,
          unsupported: redactInput || vault ? undefined : "input-redaction-unsupported",
        };
        const next = await this.#inspector.look(input, text, place);
        texts.set(`${isOld ? "old" : "new"} ${key}`, next);
        return next;
      };
    const next: Message[] = [];
    for (const [index, message] of messages.entries()) {
      const isNew = index >= first && message.role === "user";
      const isSeen = isNew || (redactInput && message.role !== "system");
      next.push(isSeen ? await rewriteMessage(message, rewriter(!isNew)) : message);
    }
    if (next.some((message, index) => message !== messages[index])) context.messages = next;
    return undefined;
  }

  /** Makes what a streamed text passes before it is shown. */
  async show(context: TripContext, kind: StreamedKind, toolName = ""): Promise<ShownText | undefined> {
    const { output, tool, onError, holdOutput = false } = this.#options;
    const isInput = kind === "tool-input";
    const detectors = isInput && this.#sees(toolName) ? [...output, ...tool] : output;
    return stageOf(detectors, {
      context: detectorContext({ phase: isInput ? "tool" : "output", context }),
      onError,
      isJson: isInput || (kind === "text" && context.structured === true),
      isHeld: holdOutput,
      refuse: (detector, verdict) => {
        // What a call may do is decided when it is complete.
        if (isInput) return;
        const error = this.#inspector.violation(detector, verdict, { phase: "output", context });
        this.#cuts.set(error, { detector, verdict });
        throw error;
      },
      hold: (held) => this.#inspector.record(context).hold(held),
    });
  }

  /** Looks at an answer and at the calls in it, before any of them is made. */
  async answer(context: TripContext, response: ModelResponse): Promise<ModelResponse | undefined> {
    const { content: given, providerMetadata, ...rest } = response;
    // A stream writes escapes its own way: what was shown and what is kept shall be the same.
    const base = context.structured && this.#rewrites ? rewrittenJson(given) : given;
    const content = await this.#checkContent(base, context);
    const reasoning = await eachOf(response.reasoning, (part) => this.#checkThought(part, context));
    const toolCalls = await eachOf(response.toolCalls, async (call) => [
      await this.#checkCall(call, context),
    ]);
    const isRedacted =
      content !== base || reasoning !== response.reasoning || toolCalls !== response.toolCalls;
    if (!isRedacted && base === given) return undefined;
    return {
      ...rest,
      content,
      ...(reasoning && { reasoning }),
      ...(toolCalls && { toolCalls }),
      // What the provider wants back holds the answer as it was.
      ...(providerMetadata && !isRedacted && { providerMetadata }),
    };
  }

  /** Tells of a block that ended a stream. */
  async fail(context: TripContext, error: AIError): Promise<undefined> {
    const cut = this.#cuts.get(error);
    if (cut) await this.#inspector.tell(cut.detector, cut.verdict, { phase: "output", context });
    return undefined;
  }

  /** Looks at the arguments of a call, where they are not those that have passed with the answer. */
  async call(context: ToolHookContext): Promise<undefined> {
    const { name } = context.tool;
    if (this.#sees(name)) {
      context.toolArgs = await this.#checkArguments(name, context.toolArgs, context);
    }
    return undefined;
  }

  /** Looks at what a tool brought. What is refused is withheld, and the model is told. */
  async bring(context: ToolHookContext, outcome: ToolOutcome): Promise<ToolOutcome | undefined> {
    const { name: toolName } = context.tool;
    if (!this.#sees(toolName)) return undefined;
    const { data: detectors } = this.#options;
    const place: Place = { phase: "data", context, toolName };
    const { data, error } = outcome;
    const rewrite: Rewrite = (text, isJson) => this.#inspector.look(detectors, text, { ...place, isJson });
    try {
      if (error) {
        const message = await rewrite(error.message, false);
        if (message === error.message) return undefined;
        return { error: new ToolExecutionError(message, { toolName, tripIndex: context.tripIndex }) };
      }
      const next = typeof data === "string" ? await rewrite(data, false) : await rewriteJson(data, rewrite);
      return next === data ? undefined : { data: next };
    } catch (cause) {
      if (context.signal.aborted) throw cause;
      return {
        error: cause instanceof GuardrailViolationError ? cause : unreadable(this.#options.name, "data"),
      };
    }
  }

  get #rewrites(): boolean {
    return this.#options.output.some(({ onlyFlags }) => !onlyFlags);
  }

  async #checkContent(text: string, context: TripContext): Promise<string> {
    const { output } = this.#options;
    if (output.length === 0 || text === "") return text;
    return this.#inspector.look(output, text, { phase: "output", context, isJson: context.structured });
  }

  async #checkThought(part: ReasoningPart, context: TripContext): Promise<readonly ReasoningPart[]> {
    const { output } = this.#options;
    if (output.length === 0) return [part];
    return rewritePart(part, (text) => this.#inspector.look(output, text, { phase: "output", context }));
  }

  async #checkCall(call: ToolCallRequest, context: TripContext): Promise<ToolCallRequest> {
    const { name, unreadable, input } = call;
    if (this.#options.tool.length === 0 || call.settled || !this.#sees(name)) return call;
    if (unreadable) {
      const text = await this.#lookAtArguments(name, unreadable.text, false, context);
      return text === unreadable.text ? call : { ...call, unreadable: { ...unreadable, text } };
    }
    const next = await this.#checkArguments(name, input, context);
    return next === input ? call : { ...call, input: next };
  }

  async #checkArguments(toolName: string, given: unknown, context: HookContext): Promise<unknown> {
    const { passed } = this.#inspector.record(context);
    const keyOf = (value: unknown): string => `${toolName}\n${JSON.stringify(value)}`;
    let next: unknown;
    try {
      if (passed.has(keyOf(given))) return given;
      next = await rewriteJson(given, (text, isJson) =>
        this.#lookAtArguments(toolName, text, isJson, context),
      );
    } catch (cause) {
      if (cause instanceof GuardrailViolationError || context.signal.aborted) throw cause;
      throw unreadable(this.#options.name, "tool");
    }
    passed.add(keyOf(next));
    return next;
  }

  #lookAtArguments(toolName: string, text: string, isJson: boolean, context: HookContext): Promise<string> {
    const { tool, redactToolArgs } = this.#options;
    return this.#inspector.look(tool, text, {
      phase: "tool",
      context,
      toolName,
      isJson,
      unsupported: redactToolArgs ? undefined : "tool-arg-redaction-unsupported",
    });
  }

  #sees(toolName: string): boolean {
    return this.#toolNames?.has(toolName) ?? true;
  }
}

/** A list with every item replaced; the same list where nothing is. */
async function eachOf<Item>(
  items: readonly Item[] | undefined,
  replace: (item: Item) => Promise<readonly Item[]>,
): Promise<readonly Item[] | undefined> {
  if (!items) return undefined;
  const next: Item[] = [];
  for (const item of items) next.push(...(await replace(item)));
  return next.length === items.length && next.every((item, index) => item === items[index]) ? items : next;
}

function unreadable(guardrail: string, phase: GuardrailPhase): GuardrailViolationError {
  const reason = "not-json";
  const message = `The guardrail "${guardrail}" refused the ${phase === "tool" ? "arguments of a call" : "result of a tool"}: it cannot be written as JSON, or not any more once it is rewritten.`;
  return new GuardrailViolationError(message, { phase, reason, guardrail });
}
