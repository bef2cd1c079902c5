import { type AiLike, type WorkersAIOptions, WorkersAISDK } from "../../../src/providers/workers-ai/index.ts";

export * from "../support.ts";

/** What a test's binding was asked. */
export interface Run {
  readonly model: string;
  readonly inputs: Record<string, unknown>;
  readonly options: Record<string, unknown>;
}

/** A binding that answers every call alike and keeps what it was asked. */
export function bindingOf(answer: unknown | ((run: Run) => unknown)): { binding: AiLike; runs: Run[] } {
  const runs: Run[] = [];
  return {
    runs,
    binding: {
      async run(model, inputs, options) {
        const run = { model, inputs, options: Object(options) };
        runs.push(run);
        return typeof answer === "function" ? answer(run) : answer;
      },
    },
  };
}

/** A model of an SDK whose binding answers this way. */
export function modelAnswering(
  answer: Parameters<typeof bindingOf>[0],
  options: Partial<WorkersAIOptions> = {},
  name = LLAMA,
) {
  const { binding, runs } = bindingOf(answer);
  return { model: new WorkersAISDK({ binding, ...options }).model({ name }), runs };
}

/** A model of the older form, and one that speaks chat completions. */
export const LLAMA = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";
export const GLM = "@cf/zai-org/glm-5.3";

export const question = [{ role: "user", content: "?" }] as const;
