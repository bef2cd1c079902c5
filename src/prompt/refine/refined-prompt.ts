import type {
  PromptRefineOptions,
  RefinedPin,
  RefinedSystemPromptContract,
  RefinedSystemPromptOptions,
} from "../../contracts/refined-prompt.ts";
import type {
  PromptMaterialization,
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

const NOT_LOADED = "The code that compiles prompts could not be loaded.";
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
  const { model, store, frozen } = options ?? {};
  const isStore =
    store === undefined || (typeof store?.get === "function" && typeof store.set === "function");
  if ((frozen ? !model?.name : typeof model?.complete !== "function") || !isStore) {
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
      return {
        error: new PromptRefinementError(NOT_LOADED, { reason: "model", cause }),
        warnings: [],
        usage: {},
      };
    }
  };
  const pinned = async (how?: PromptRefineOptions): Promise<RefinedPin> => {
    const { pin, error } = await tryRefine(how);
    if (error) throw error;
    return pin;
  };

  function meta(): SystemPromptMeta | undefined;
  function meta(changes: SystemPromptMeta): RefinedSystemPromptContract;
  function meta(changes?: SystemPromptMeta): SystemPromptMeta | RefinedSystemPromptContract | undefined {
    return changes ? rewrap(source.meta(changes)) : source.meta();
  }

  function merge(...sources: readonly SystemPromptSource[]): RefinedSystemPromptContract;
  function merge(name: string, options?: SystemPromptMergeOptions): RefinedSystemPromptContract;
  function merge(
    ...sources: readonly (string | SystemPromptSource | SystemPromptMergeOptions | undefined)[]
  ): RefinedSystemPromptContract {
    // One call of either form is handed on as it is.
    return rewrap(source.merge(...(sources as readonly SystemPromptSource[])));
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
    refine: async (how) => (await pinned(how)).text,
    refinePrompt: async (how) => {
      const pin = await pinned(how);
      return (await compiler()).compiledPrompt(state, pin);
    },
    tryRefine,
    pin: () => state.pin,
    replacePin: async (record, how) => (await import("./replace-pin.ts")).replacePin(state, record, how),
    materialize: async (within) => {
      let done: PromptMaterialization;
      try {
        done = await (await compiler()).materialize(state, within);
      } catch {
        done = { fallback: true, warnings: [NOT_LOADED] };
      }
      const { report } = within ?? {};
      if (report && done.warnings.length > 0) {
        report.refine = done;
        report.annotations = { ...report.annotations, refine: { ...done, warnings: [...done.warnings] } };
      }
      return done;
    },
  });
}
