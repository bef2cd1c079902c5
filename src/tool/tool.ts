import type { InferSchema, Schema } from "../contracts/schema.ts";
import type {
  ToolContext,
  ToolContract,
  ToolInvocation,
  ToolInvokeOptions,
  ToolMode,
} from "../contracts/tool.ts";
import { abortable, linkSignal } from "../core/abort.ts";
import { callWithin } from "../core/ambient.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { type Lazy, lazy } from "../core/lazy.ts";
import { type Run, run } from "../core/run.ts";
import { type Validation, validateModelValue } from "../schema/validate.ts";
import { callFields, type ToolCallFields } from "./call-fields.ts";

/** How a tool is defined. */
export interface ToolConfig<S extends Schema = Schema, Output = unknown> {
  /** The name the model calls it by: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** What the model reads when it decides whether to call the tool. */
  readonly description: string;
  readonly version?: string;
  /** A label for people, in the present progressive: a text, or a function of the validated input. */
  readonly action?: string | ((input: InferSchema<S>) => string);
  readonly mode?: ToolMode;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Stops a call that takes longer, in milliseconds; the tool's signal aborts. No limit where it is missing. */
  readonly timeoutMs?: number;
  /** The schema of the arguments: any Standard Schema or a JSON Schema. */
  readonly input: S;
  /** Does the work. What it resolves with goes back to the model; what it throws is told to the model. */
  execute(input: InferSchema<S>, context: ToolContext): Output | Promise<Output>;
}

const TOOL_NAME: RegExp = /^[a-zA-Z0-9_-]{1,64}$/;

const toolFailures: Lazy<typeof import("./tool-failures.ts")> = /* @__PURE__ */ lazy(
  () => import("./tool-failures.ts"),
);

/**
 * Defines a function that a model can call. The arguments are validated before `execute` runs.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the name cannot be sent to a provider, or a part is missing or wrong.
 * @example
 * const add = tool({
 *   name: "add",
 *   description: "Adds two numbers.",
 *   input: v.object({ a: v.number(), b: v.number() }),
 *   execute: ({ a, b }) => a + b,
 * });
 */
export function tool<const S extends Schema, Output>(
  config: ToolConfig<S, Output>,
): ToolContract<InferSchema<S>, Awaited<Output>> {
  if (!TOOL_NAME.test(config.name)) {
    throw new ConfigError(
      `The tool name "${config.name}" cannot be sent to a provider. Use 1 to 64 letters, digits, "_" or "-".`,
    );
  }
  if (config.timeoutMs !== undefined && !(config.timeoutMs > 0)) {
    throw new ConfigError(
      `The "timeoutMs" of the tool "${config.name}" is ${config.timeoutMs}. Use more than 0.`,
    );
  }
  if (typeof config.execute !== "function" || !config.input) {
    throw new ConfigError(`The tool "${config.name}" needs "input" (a schema) and "execute" (a function).`);
  }
  return {
    name: config.name,
    description: config.description,
    ...(config.version === undefined ? {} : { version: config.version }),
    ...(config.meta === undefined ? {} : { meta: config.meta }),
    mode: config.mode ?? "feedback",
    // A plain JSON Schema infers `unknown`, which every schema of that type yields.
    input: config.input as Schema<InferSchema<S>>,
    action: (input) => describeAction(config, input),
    invoke: (input, options) => invoke(config, input, options ?? {}),
  };
}

function describeAction<S extends Schema, Output>(
  config: ToolConfig<S, Output>,
  input: unknown,
): string | undefined | Promise<string | undefined> {
  const { action } = config;
  if (typeof action !== "function") return action;
  // A label for people is not worth a failed call.
  const label = (checked: Validation<InferSchema<S>>): string | undefined => {
    try {
      return checked.issues ? undefined : action(checked.value);
    } catch {
      return undefined;
    }
  };
  const checked = validateModelValue(config.input as Schema<InferSchema<S>>, input);
  return checked instanceof Promise ? checked.then(label) : label(checked);
}

async function invoke<S extends Schema, Output>(
  config: ToolConfig<S, Output>,
  input: unknown,
  options: ToolInvokeOptions,
): Promise<ToolInvocation<Awaited<Output>>> {
  const { outcome, report } = await run<Awaited<Output>, ToolCallFields<Awaited<Output>>>(
    "tool",
    {
      name: config.name,
      version: config.version,
      parent: options.parent,
      sessionId: options.sessionId,
      signal: options.signal,
      observe: false,
      failure: async (cause) => (await toolFailures()).toolFailure(config.name, cause),
    },
    () => callFields(input, options),
    async (context, report) => {
      try {
        const checked = validateModelValue(config.input as Schema<InferSchema<S>>, input);
        const valid = checked instanceof Promise ? await abortable(checked, options.signal) : checked;
        if (valid.issues) return { error: (await toolFailures()).invalidArguments(config.name, valid) };
        const data = await execute(config, valid.value, context, options);
        report.output = data;
        return { data };
      } catch (cause) {
        const { executionFailure } = await toolFailures();
        const status = options.signal?.aborted ? "cancelled" : undefined;
        return { error: executionFailure(config.name, cause, options.tripIndex), status };
      }
    },
  );
  return outcome.data === undefined ? report : { ...report, data: outcome.data };
}

async function execute<S extends Schema, Output>(
  config: ToolConfig<S, Output>,
  input: InferSchema<S>,
  context: Run,
  options: ToolInvokeOptions,
): Promise<Awaited<Output>> {
  // A signal of its own only where something can abort it: making one for every call would cost more than the call.
  const linked = config.timeoutMs === undefined ? undefined : linkSignal(options.signal, config.timeoutMs);
  const signal = linked?.signal ?? options.signal;
  const { artifacts = {}, toolCallId, messages = [] } = options;
  const toolContext: ToolContext = Object.assign(context.under(signal), { artifacts, toolCallId, messages });
  try {
    signal?.throwIfAborted();
    const work = callWithin(context, () => config.execute(input, toolContext));
    return await abortable(Promise.resolve(work), signal);
  } finally {
    linked?.release();
  }
}
