import type { AgentEventHandlers, RepairOptions, StreamingToolGuardConfig } from "../contracts/agent.ts";
import type { AttachmentPolicy } from "../contracts/attachment.ts";
import type { AgentHarness } from "../contracts/harness.ts";
import type { AgentMemory, MemoryContract } from "../contracts/memory.ts";
import type { AgentMiddleware } from "../contracts/middleware.ts";
import type { Model, ModelCallOptions } from "../contracts/model.ts";
import type { FlowObserveOption } from "../contracts/observer.ts";
import type { Schema } from "../contracts/schema.ts";
import type { SkillsContract } from "../contracts/skills.ts";
import type { DurableOptions } from "../contracts/snapshot.ts";
import type { SystemPromptContract } from "../contracts/system-prompt.ts";
import type { ToolContract } from "../contracts/tool.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import type { Logger } from "../core/logger.ts";
import type { SkillsConfig } from "../skills/skills-config.ts";
import { type AdaptableExecutable, toTool } from "../tool/as-tool.ts";

/** What `tools` takes: a tool, or anything that runs, which is made a tool. */
export type AgentToolEntry = ToolContract | AdaptableExecutable;

/** The options of a model call that the agent does not set itself. */
export type AgentModelOptions = Omit<ModelCallOptions, "tools" | "responseSchema" | "signal">;

/** How resilient an agent reads the verdict of a model that writes broken JSON. */
export interface JudgeConfig {
  /** How often a broken verdict is asked for again. Default 2. */
  readonly repairAttempts?: number;
}

/** How an agent is defined. Only `model` is needed. */
export interface AgentConfig<S extends Schema | undefined = undefined> {
  /** Stands on reports and logs. An agent without a name is named after its model and tools. */
  readonly name?: string;
  readonly description?: string;
  readonly version?: string;
  readonly model: Model;
  readonly systemPrompt?: string | SystemPromptContract;
  readonly tools?: readonly AgentToolEntry[];
  /** Values for the placeholders of the system prompt; those of a call win. */
  readonly placeholders?: Readonly<Record<string, unknown>>;
  /** How many model calls one run may make. Default 10. */
  readonly maxTrips?: number;
  readonly modelOptions?: AgentModelOptions;
  /** The schema of `result.data`. */
  readonly output?: S;
  /** The input schema for the agent's use as a tool. */
  readonly inputSchema?: Schema;
  readonly middleware?: readonly AgentMiddleware[];
  readonly streamingToolGuard?: StreamingToolGuardConfig;
  /** Reads structured output leniently and repairs it, for models that break JSON. */
  readonly judge?: boolean | JudgeConfig;
  readonly repair?: RepairOptions;
  readonly attachmentPolicy?: AttachmentPolicy;
  readonly on?: AgentEventHandlers;
  readonly observe?: FlowObserveOption;
  /** Keeps the whole conversation on the report. Off by default: it is large and private. */
  readonly captureMessages?: boolean;
  /** What the agent learns: it stands behind the prompt, which stays as it is. */
  readonly harness?: AgentHarness;
  /** What the agent remembers across its runs: it is reminded before a run, and remembers the outcome. */
  readonly memory?: MemoryContract | AgentMemory;
  /** Texts that the agent can load when it needs them. */
  readonly skills?: SkillsContract | SkillsConfig;
  /** Keeps every run in a store, so that `resume(runId)` goes on where a process died. */
  readonly durable?: DurableOptions;
  /** Takes the place of the program's logger for this agent. */
  readonly logger?: Logger;
  /** How many tools of one turn run at once. Default 8. */
  readonly toolConcurrency?: number;
  /** How many tool calls of one turn are run; the rest is answered with an error. Default 64. */
  readonly maxToolCallsPerTrip?: number;
  /** How many characters of a tool's result the model gets to see; the cut is visible. Default 100,000. */
  readonly maxToolResultLength?: number;
}

/** A definition with its defaults filled in and its parts checked. */
export interface AgentDefinition {
  readonly config: AgentConfig<Schema | undefined>;
  readonly name: string;
  readonly tools: readonly ToolContract[];
  readonly toolsByName: ReadonlyMap<string, ToolContract>;
  readonly middleware: readonly AgentMiddleware[];
  readonly maxTrips: number;
  readonly toolConcurrency: number;
  readonly maxToolCallsPerTrip: number;
  readonly maxToolResultLength: number;
  readonly lenient: boolean;
  readonly repairAttempts: number;
  /** The fingerprint of what a saved run depends on. */
  readonly signature: string;
}

/**
 * Checks the options of an agent and fills in the defaults.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where a part is missing, a limit is not a positive number, or a name is taken twice.
 */
export function defineAgent(config: AgentConfig<Schema | undefined>): AgentDefinition {
  if (typeof config.model?.complete !== "function" || typeof config.model.stream !== "function") {
    throw new ConfigError('An agent needs a "model", such as sdk.model({ name }).');
  }
  const tools = (config.tools ?? []).map(toTool);
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));
  const middleware = config.middleware ?? [];
  refuseTwice("tool", tools);
  refuseTwice("middleware", middleware);
  const maxTrips = positive("maxTrips", config.maxTrips, 10);
  const judge = config.judge === true ? {} : config.judge || undefined;
  return {
    config,
    name: config.name ?? fingerprint(config.model, tools),
    tools,
    toolsByName,
    middleware,
    maxTrips,
    toolConcurrency: positive("toolConcurrency", config.toolConcurrency, 8),
    maxToolCallsPerTrip: positive("maxToolCallsPerTrip", config.maxToolCallsPerTrip, 64),
    maxToolResultLength: positive("maxToolResultLength", config.maxToolResultLength, 100_000),
    lenient: judge !== undefined,
    repairAttempts: config.repair
      ? (config.repair.maxAttempts ?? 1)
      : judge
        ? (judge.repairAttempts ?? 2)
        : 0,
    signature: signatureOf(config, [...toolsByName.keys()], maxTrips),
  };
}

/** The name of an agent without one: the same for the same model and tools, also after a restart. */
function fingerprint(model: Model, tools: readonly ToolContract[]): string {
  const name = `anon_${model.provider}_${model.name}`;
  return tools.length === 0 ? name : `${name}_${tools.map((tool) => tool.name).join("+")}`;
}

/** Texts of prompts, middleware and options of the model are not in it: they may change under a run. */
function signatureOf(
  { model, output, version }: AgentConfig<Schema | undefined>,
  tools: string[],
  maxTrips: number,
): string {
  return JSON.stringify([
    model.provider,
    model.name,
    tools.sort(),
    maxTrips,
    output !== undefined,
    version ?? null,
  ]);
}

function refuseTwice(kind: string, items: readonly { readonly name: string }[]): void {
  const names = items.map(({ name }) => name);
  const name = names.find((one, index) => names.indexOf(one) !== index);
  if (name === undefined) return;
  throw new ConfigError(`The ${kind} "${name}" appears twice. Give each ${kind} its own name.`);
}

function positive(option: string, value: number | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (!(value >= 1)) throw new ConfigError(`"${option}" is ${value}. Use a whole number of at least 1.`);
  return Math.floor(value);
}
