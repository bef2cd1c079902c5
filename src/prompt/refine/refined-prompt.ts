import type {
  PromptRefinement,
  RefinedSystemPromptContract,
  RefinedSystemPromptOptions,
} from "../../contracts/refined-prompt.ts";
import type {
  SystemPromptContract,
  SystemPromptMergeOptions,
  SystemPromptMeta,
  SystemPromptSource,
} from "../../contracts/system-prompt.ts";
import { ambientRun } from "../../core/ambient.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { PromptRefinementError } from "../../core/errors/prompt-errors.ts";
import { lazy } from "../../core/lazy.ts";
import type { RefineHost, RefineState } from "./refine-options.ts";

const compiler = /* @__PURE__ */ lazy(() => import("./compile-prompt.ts"));

/**
 * Wraps a prompt so that it is compiled once and served as it was pinned. All that compiles is loaded on first use.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where `model` is no model, or `store` has no `get` and `set`.
 */
export function refinedPrompt(
  source: SystemPromptContract,
  options: RefinedSystemPromptOptions,
  host: RefineHost,
): RefinedSystemPromptContract {
  const { model, store } = options;
  const isStore = store === undefined || (typeof store.get === "function" && typeof store.set === "function");
  if (typeof model?.complete !== "function" || !isStore) {
    throw new ConfigError(
      'A refined prompt needs a "model", such as sdk.model({ name }); its "store" needs get and set.',
    );
  }
  const state: RefineState = {
    source,
    options,
    host,
    served: source,
    pin: undefined,
    isSettled: false,
    strikes: 0,
    flight: undefined,
    told: new Set(),
  };
  const rewrap = (changed: SystemPromptContract): RefinedSystemPromptContract => changed.refined(options);

  const tryRefine: RefinedSystemPromptContract["tryRefine"] = async (how) => {
    // Whose run it is has to be asked before the first wait.
    const parent = how?.parent ?? ambientRun();
    try {
      return await (await compiler()).tryRefine(state, { ...how, parent });
    } catch (cause) {
      const error = new PromptRefinementError("The code that compiles prompts could not be loaded.", {
        reason: "model",
        cause,
      });
      return { error, warnings: [], usage: {} };
    }
  };
  const succeed = async (
    how: Parameters<typeof tryRefine>[0],
  ): Promise<Extract<PromptRefinement, { error?: undefined }>> => {
    const outcome = await tryRefine(how);
    if (outcome.error) throw outcome.error;
    return outcome;
  };

  function meta(): SystemPromptMeta | undefined;
  function meta(changes: SystemPromptMeta): RefinedSystemPromptContract;
  function meta(changes?: SystemPromptMeta): SystemPromptMeta | RefinedSystemPromptContract | undefined {
    return changes ? rewrap(source.meta(changes)) : source.meta();
  }

  function merge(...sources: readonly SystemPromptSource[]): RefinedSystemPromptContract;
  function merge(name: string, options?: SystemPromptMergeOptions): RefinedSystemPromptContract;
  function merge(
    ...sources: readonly SystemPromptSource[] | readonly [string, (SystemPromptMergeOptions | undefined)?]
  ): RefinedSystemPromptContract {
    const isNamed = (
      given: typeof sources,
    ): given is readonly [string, (SystemPromptMergeOptions | undefined)?] => typeof given[0] === "string";
    return rewrap(isNamed(sources) ? source.merge(...sources) : source.merge(...sources));
  }

  return Object.freeze<RefinedSystemPromptContract>({
    type: "system-prompt",
    source,
    model,
    get blocks() {
      return state.served.blocks;
    },
    persona: (persona) => rewrap(source.persona(persona)),
    instruction: (instruction) => rewrap(source.instruction(instruction)),
    meta,
    merge,
    resolve: (placeholders) => state.served.resolve(placeholders),
    validate: (how) => state.served.validate(how),
    refined: (other) => source.refined(other),
    refine: async (how) => (await succeed(how)).text,
    refinePrompt: async (how) => {
      const { pin } = await succeed(how);
      return (await compiler()).compiledPrompt(state, pin);
    },
    tryRefine,
    pin: () => state.pin,
    materialize: async (within) => {
      try {
        return await (await compiler()).materialize(state, within);
      } catch {
        return { fallback: true, warnings: ["The code that compiles prompts could not be loaded."] };
      }
    },
  });
}
