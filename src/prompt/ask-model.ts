import type { AgentReport, LLMTrip } from "../contracts/agent.ts";
import type { Message } from "../contracts/message.ts";
import type { Model, ModelCallOptions, ModelResponse } from "../contracts/model.ts";
import { abortable } from "../core/abort.ts";
import { cancellation } from "../core/cancellation.ts";
import { AgentCancelledError, AgentExecutionError } from "../core/errors/agent-errors.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { type ExecuteOptions, elapsed, run } from "../core/run.ts";
import { costOf, type Usage } from "../core/usage.ts";

/** One question to a model. */
export interface ModelQuestion extends ExecuteOptions {
  /** The name of the run in reports, such as `"prompt-refiner"`. */
  readonly name: string;
  readonly model: Model;
  readonly messages: readonly Message[];
  readonly options?: Omit<ModelCallOptions, "signal" | "tools">;
}

/** What became of a question. `usage` is empty where the provider did not say. */
export type ModelAnswer = { readonly usage: Usage; readonly report: AgentReport } & (
  | { readonly response: ModelResponse; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: AIError }
);

/**
 * Asks a model once, as an agent run without tools: it has a report, observers see it, and its usage counts to the run that it
 * belongs to. Never rejects.
 *
 * @example
 * const model = mockModel({ name: "mock", responses: [{ content: "Blue." }] });
 * const { response } = await askModel({ name: "guess", model, messages: [{ role: "user", content: "Which color?" }] });
 * response?.content; // "Blue."
 */
export async function askModel(question: ModelQuestion): Promise<ModelAnswer> {
  const { name, model, messages, options, sessionId, parent, signal = parent?.signal } = question;
  const { outcome, report } = await run<
    ModelResponse,
    Pick<AgentReport, "type" | "model"> & { trips: LLMTrip[] }
  >(
    "agent",
    { name, signal, sessionId, parent, failure: async (cause) => failureOf(cause, signal) },
    () => ({ type: "agent", model: { name: model.name, provider: model.provider }, trips: [] }),
    async (context, fields) => {
      const startedAt = new Date().toISOString();
      const begun = performance.now();
      signal?.throwIfAborted();
      const asked = model.complete(messages, { ...options, ...(signal && { signal }) });
      const response = await abortable(asked, signal);
      const usage = priced(response.usage, model);
      context.spend(usage);
      fields.trips.push({
        index: 0,
        input: textOf(messages.at(-1)),
        output: response.content,
        finishReason: response.finishReason,
        startedAt,
        endedAt: new Date().toISOString(),
        duration: elapsed(begun),
        usage: usage ?? {},
      });
      return { data: response, text: response.content };
    },
  );
  const finished = report as AgentReport;
  const { error, data } = outcome;
  return data
    ? { usage: finished.usage, report: finished, response: data }
    : {
        usage: finished.usage,
        report: finished,
        error: error ?? new AgentExecutionError(`The run "${name}" gave no answer.`),
      };
}

function failureOf(cause: unknown, signal: AbortSignal | undefined): AIError {
  if (signal?.aborted) return new AgentCancelledError("The run was cancelled.", cancellation(signal));
  if (AIError.is(cause)) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new AgentExecutionError(`The run failed: ${why}`, { cause });
}

function priced(usage: Usage | undefined, model: Model): Usage | undefined {
  if (!usage || "cost" in usage) return usage;
  const cost = costOf(usage, model.pricing);
  return cost ? { ...usage, cost } : usage;
}

function textOf(message: Message | undefined): string {
  return typeof message?.content === "string" ? message.content : "";
}
