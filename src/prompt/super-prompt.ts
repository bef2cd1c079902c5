import type { Model, ModelCallOptions } from "../contracts/model.ts";
import type { PromptIdea, SuperPromptResult } from "../contracts/super-prompt.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { type Lazy, lazy } from "../core/lazy.ts";
import type { ExecuteOptions } from "../core/run.ts";

/** How prompts are written. */
export interface SuperPromptOptions {
  /** The model that writes them. */
  readonly model: Model;
  /** What it writes. Default `"markdown"`; `"json"` goes best with a model that has structured output. */
  readonly format?: "markdown" | "json" | undefined;
  /** The kind of prompt. Where it is missing: a coding brief for a coding task, else a super prompt. */
  readonly kind?: "super" | "coding" | undefined;
  /** Takes headings that are written in another way than asked for. Default false. */
  readonly lenient?: boolean | undefined;
  /** The cap of output tokens. Default 4096; an answer that is cut there is asked for once more with twice as many. */
  readonly maxTokens?: number | undefined;
  /** Options of the model's calls, such as `temperature`. */
  readonly params?:
    | Pick<ModelCallOptions, "temperature" | "topP" | "seed" | "reasoning" | "providerOptions">
    | undefined;
}

/** Writes prompts from ideas. */
export interface SuperPromptWriter {
  /** Never rejects for what a model does: look at `complete`. Rejects with `InvalidRequestError` where the idea has no text. */
  execute(idea: string | PromptIdea, options?: ExecuteOptions): Promise<SuperPromptResult>;
}

const writing: Lazy<typeof import("./super-prompt/write-super-prompt.ts")> = /* @__PURE__ */ lazy(
  () => import("./super-prompt/write-super-prompt.ts"),
);

/**
 * Makes a writer of prompts: from an idea in a few words a model writes a whole prompt in sections (role, task, context,
 * approach, constraints, output format; for coding tasks a brief), which is read strictly. An answer that is no such prompt
 * comes back as it is, with `degraded` and the reason.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a missing model, an unknown format or kind, or a cap that is no whole number.
 * @example
 * const answer = "## ROLE\nGuide\n## TASK\nExplain tides.\n## CONTEXT\nA beach.\n## CONSTRAINTS\n- Be brief.\n## OUTPUT FORMAT\nOne line.";
 * const writer = superPrompt({ model: mockModel({ name: "mock", responses: [{ content: answer }] }) });
 * const { complete, data } = await writer.execute("explain tides");
 */
export function superPrompt(options: SuperPromptOptions): SuperPromptWriter {
  const { model, format = "markdown", kind, maxTokens = 1 } = options;
  if (typeof (model as Partial<Model> | undefined)?.complete !== "function") {
    throw new ConfigError('superPrompt() needs a "model" that writes the prompts.');
  }
  if (format !== "markdown" && format !== "json") {
    throw new ConfigError(
      `superPrompt() has the format ${JSON.stringify(format)}. Use "markdown" or "json".`,
    );
  }
  if (kind !== undefined && kind !== "super" && kind !== "coding") {
    throw new ConfigError(`superPrompt() has the kind ${JSON.stringify(kind)}. Use "super" or "coding".`);
  }
  if (!Number.isSafeInteger(maxTokens) || maxTokens < 1) {
    throw new ConfigError(`superPrompt() has ${maxTokens} for "maxTokens". Use a whole number of tokens.`);
  }
  return {
    async execute(given, within = {}) {
      const idea = typeof given === "string" ? { text: given } : given;
      if (typeof idea?.text !== "string" || idea.text.trim() === "") {
        throw new InvalidRequestError(
          "The idea has no text. Say in a few words what the prompt shall be for.",
        );
      }
      return (await writing()).writeSuperPrompt(options, idea, within);
    },
  };
}
