import type {
  AgentContract,
  AgentEvent,
  AgentExecuteOptions,
  AgentResult,
  AgentResumeOptions,
  AgentStream,
} from "../contracts/agent.ts";
import type { EvalOptions, EvalReport } from "../contracts/eval.ts";
import type { InferSchema, Schema } from "../contracts/schema.ts";
import { linkSignal } from "../core/abort.ts";
import { ambientRun } from "../core/ambient.ts";
import { Subscriptions } from "../core/events.ts";
import type { ExecuteOptions } from "../core/run.ts";
import { EventQueue } from "../core/run-stream.ts";
import { type AgentConfig, defineAgent, type JudgeConfig } from "./agent-config.ts";
import type { OpenCall } from "./agent-execution.ts";
import { durable } from "./load-on-demand.ts";
import { runAgent } from "./run-agent.ts";

/** The type of `result.data`: what the output schema yields, or `undefined` without one. */
type OutputOf<S extends Schema | undefined> = S extends Schema ? InferSchema<S> : undefined;

/** `agent(config)`, and its presets. */
export interface AgentFactory {
  <const S extends Schema | undefined = undefined>(config: AgentConfig<S>): AgentContract<OutputOf<S>>;
  /** An agent that reads broken verdicts leniently, asks again, and never throws; sugar for `{ ...config, judge }`. */
  judge<const S extends Schema | undefined = undefined>(
    config: AgentConfig<S>,
    judge?: JudgeConfig,
  ): AgentContract<OutputOf<S>>;
}

/**
 * Makes an agent: a model, a prompt and tools that answer one task, call after call without memory.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the options cannot work.
 * @example
 * const helper = agent({ model: new LocalSDK().model({ name: "local" }), systemPrompt: "Answer in one sentence." });
 * const { text, error } = await helper.execute("What is a tide?");
 */
export const agent: AgentFactory = /* @__PURE__ */ Object.assign(createAgent, {
  judge: <S extends Schema | undefined = undefined>(config: AgentConfig<S>, judge: JudgeConfig = {}) =>
    createAgent({ ...config, judge }),
});

function createAgent<S extends Schema | undefined = undefined>(
  config: AgentConfig<S>,
): AgentContract<OutputOf<S>> {
  const definition = defineAgent(config);
  const subscriptions = new Subscriptions<AgentEvent>();
  const call = ({ parent = ambientRun(), signal = parent?.signal }: ExecuteOptions): OpenCall => ({
    subscriptions,
    parent,
    signal,
  });
  const streamed = (
    options: ExecuteOptions,
    start: (call: OpenCall) => Promise<AgentResult<unknown>>,
  ): AgentStream<unknown> => {
    // Whose callback this is can be told only now, before anything is waited for.
    const own = call(options);
    const { signal, abort, release } = linkSignal(own.signal);
    return new EventQueue((sink) => start({ ...own, signal, sink }).finally(release), abort);
  };
  const resume = async (
    runId: string,
    options: AgentResumeOptions,
    own: OpenCall,
  ): Promise<AgentResult<unknown>> => {
    const saved = await (await durable()).savedRun(definition, runId, options, own);
    return saved.result ?? runAgent(definition, { ...own, ...saved });
  };
  // One implementation serves every overload; what `data` is depends on the options that the overloads look at.
  const contract = {
    type: "agent",
    name: definition.name,
    ...(config.version === undefined ? {} : { version: config.version }),
    ...(config.description === undefined ? {} : { description: config.description }),
    ...(config.inputSchema === undefined ? {} : { inputSchema: config.inputSchema }),
    signature: definition.signature,
    on: subscriptions.on,
    execute: (input: string, options: AgentExecuteOptions = {}) =>
      runAgent(definition, { ...call(options), input, options }),
    stream: (input: string, options: AgentExecuteOptions = {}) =>
      streamed(options, (own) => runAgent(definition, { ...own, input, options })),
    resume: (runId: string, options: AgentResumeOptions = {}) => resume(runId, options, call(options)),
    resumeStream: (runId: string, options: AgentResumeOptions = {}) =>
      streamed(options, (own) =>
        resume(runId, options, own).catch(async (cause) =>
          (await durable()).refusedResume(definition, runId, cause, own),
        ),
      ),
    eval: async (options: EvalOptions): Promise<EvalReport> => {
      const parent = options.parent ?? ambientRun();
      return (await import("./evaluation/index.ts")).evaluate(contract, { ...options, parent });
    },
  };
  return contract as AgentContract<OutputOf<S>>;
}
