import type { GuardrailDetector } from "../contracts/detector.ts";
import type {
  AgentHarness,
  HarnessEdit,
  HarnessPending,
  HarnessPlan,
  HarnessPlanResult,
  HarnessRefinement,
  HarnessRefineOptions,
  HarnessResult,
  HarnessScope,
  HarnessState,
} from "../contracts/harness.ts";
import type { Model } from "../contracts/model.ts";
import type { Store } from "../contracts/store.ts";
import type { ToolContract } from "../contracts/tool.ts";
import { ambientRun } from "../core/ambient.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy } from "../core/lazy.ts";
import type { Logger } from "../core/logger.ts";
import { viewPlace } from "../store/view-place.ts";
import { tool } from "../tool/tool.ts";
import type { HarnessMind } from "./harness-mind.ts";

/** When a harness learns by itself. */
export interface HarnessAutoOptions {
  /** After how many answered turns. Default 25. */
  readonly turnInterval?: number | undefined;
  /** How long it then rests, whatever came of it, in milliseconds. Default 20 minutes. */
  readonly cooldownMs?: number | undefined;
  /** Whether a turn in which the conversation was compacted is a reason, too. Default true. */
  readonly afterCompaction?: boolean | undefined;
  /**
   * Keeps work alive behind the answer, such as `ctx.waitUntil` of a Worker: the answer does not wait for it then, and what is
   * learned has a report of its own. Without it the answer of a turn waits for what is due, which is seldom anything.
   */
  readonly waitUntil?: ((work: Promise<void>) => void) | undefined;
}

/** How a harness is made. */
export interface HarnessOptions {
  /** The model that plans. It is asked without reasoning. */
  readonly model: Model;
  /** Must compare and set. */
  readonly store: Store;
  /**
   * Whose local entries: a conversation, a project, a user. The global ones are shared by all ids. Default `"default"`: give one
   * where the program serves several, or they learn of each other.
   */
  readonly id?: string | undefined;
  /** What all keys begin with. Default `"harness"`. */
  readonly prefix?: string | undefined;
  /** The model that decides whether it is worth planning, where nobody asked for it. Default: `model`. */
  readonly reviewer?: Model | undefined;
  /** Whether and when it learns by itself. Default true. */
  readonly auto?: boolean | HarnessAutoOptions | undefined;
  /** Look at what is to be learned: what they refuse is not learned, what they flag or would rewrite waits for a person. */
  readonly guards?: readonly GuardrailDetector[] | undefined;
  /** Which edits wait for a person beside those that must: flagged ones, and global ones and rules out of untrusted text. */
  readonly approval?:
    | ((edit: HarnessEdit, about: HarnessApprovalQuestion) => boolean | Promise<boolean>)
    | undefined;
  /** The most tokens that the planner may write. Default 32,000, which is also the most. */
  readonly maxTokens?: number | undefined;
  /** Tells where the conversation is. A plan is thrown away where this is another value when it is ready than it was before. */
  readonly branch?: (() => unknown) | undefined;
  /** Takes the place of the program's logger. */
  readonly logger?: Logger | undefined;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The options of a harness, checked. */
export interface HarnessSettings extends HarnessOptions {
  readonly id: string;
  readonly prefix: string;
}

/** What `approval` is told beside the edit. */
export interface HarnessApprovalQuestion {
  readonly scope: HarnessScope;
  readonly tainted: boolean;
}

/**
 * What agents learn, under control. `refine`, `plan` and `apply` never reject; the others reject with `StoreError` where the
 * store fails, and with `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for an id or an edit that is not there.
 */
export interface Harness extends AgentHarness {
  /**
   * Plans edits and applies them. Called in a tool of an agent it only schedules: it is done when the agent that has this
   * harness goes on (`turnEnded`), with the conversation of its turn. Errors: `HarnessPlanError` (`HARNESS_PLAN_FAILED`), `AgentCancelledError`, `InvalidRequestError`, `StoreError`.
   */
  refine(options?: HarnessRefineOptions): Promise<HarnessResult>;
  /** The first phase alone: asks the model, changes nothing. */
  plan(options: HarnessRefineOptions): Promise<HarnessPlanResult>;
  /** The second phase: checks each edit of a plan and applies what can be. */
  apply(plan: HarnessPlan, options?: { readonly signal?: AbortSignal | undefined }): Promise<HarnessResult>;
  /** Edits of people, past planner and guards. The base prompt is immutable for them, too. */
  remember(edits: HarnessEdit | readonly HarnessEdit[], scope?: HarnessScope): Promise<HarnessRefinement>;
  /** Takes a refinement back; what was changed since stays, as a conflict in the result. */
  rollback(id: string): Promise<HarnessRefinement>;
  /** The edits that wait for a person, the oldest first. */
  pending(): Promise<readonly HarnessPending[]>;
  /** Applies a waiting edit, checked against what is there now and the guards once more. It counts as trusted from then on. */
  approve(refinement: string, edit?: number): Promise<HarnessRefinement>;
  /** Turns a waiting edit down. */
  reject(refinement: string, edit?: number, reason?: string): Promise<HarnessRefinement>;
  /** What is known in a scope. Default: the local one. */
  state(scope?: HarnessScope): Promise<HarnessState>;
  /** The last refinements, the oldest first. Default: the last 20 of the local scope. */
  history(scope?: HarnessScope, limit?: number): Promise<readonly HarnessRefinement[]>;
  /** A tool that lets an agent ask for a local refinement. It only schedules it. */
  tool(): ToolContract;
}

/**
 * Makes a harness: what agents learn from their conversations, as entries of four kinds behind a base prompt that stays as it
 * is. A model plans edits with quotes as evidence; each is checked, applied by itself and recorded, and can be taken back.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a missing model, a store without compare-and-set, an empty id, a prefix that cannot
 * work, or limits that are no numbers above 0.
 * @example
 * const model = mockModel({ name: "mock", responses: [{ content: "Noted." }] });
 * const learned = harness({ model, store: memoryStore(), id: "project-1" });
 * await learned.remember({ operation: "create", kind: "memory", title: "Units", content: "The user wants metric units." });
 * const helper = agent({ model, systemPrompt: "Answer briefly.", harness: learned });
 */
export function harness(options: HarnessOptions): Harness {
  const settings = checked(options);
  const mind = lazy(async () => new (await import("./harness-mind.ts")).HarnessMind(settings));
  const tried = async <Result>(work: (mind: HarnessMind) => Promise<Result>): Promise<Result | Lost> => {
    try {
      return await work(await mind());
    } catch (cause) {
      const error = AIError.is(cause) ? cause : new AIError("AI_ERROR", "The harness failed.", { cause });
      return { type: "harness", status: "failed", error, warnings: [], usage: {} };
    }
  };
  return {
    refine: (given = {}) => {
      const call = { ...given, parent: given.parent ?? ambientRun() };
      return tried((mind) => mind.refine(call));
    },
    plan: (given) => {
      const call = { ...given, parent: given.parent ?? ambientRun() };
      return tried((mind) => mind.plan(call));
    },
    apply: (...given) => tried((mind) => mind.apply(...given)),
    overview: async () => (await mind()).overview(),
    turnEnded: async (turn) => (await mind()).turnEnded(turn),
    remember: async (...given) => (await mind()).remember(...given),
    rollback: async (id) => (await mind()).rollback(id),
    pending: async () => (await mind()).pending(),
    approve: async (...given) => (await mind()).approve(...given),
    reject: async (...given) => (await mind()).reject(...given),
    state: async (scope = "local") => (await mind()).store.state(scope),
    history: async (scope = "local", limit) => (await mind()).store.history(scope, limit),
    tool: () =>
      tool({
        name: "refine_harness",
        description:
          "Has what is worth keeping of this conversation learned when the turn is over: what the user wants remembered, corrections, procedures.",
        input: {
          type: "object",
          properties: { wish: { type: "string", description: "What to learn, in one sentence." } },
          additionalProperties: false,
        },
        execute: async ({ wish = "" }: { readonly wish?: string }, context) =>
          (await mind()).schedule(context, { wish }),
      }),
  };
}

type Lost = HarnessResult & { readonly error: AIError };

function checked(options: HarnessOptions): HarnessSettings {
  const { model, store, id = "default", auto, maxTokens }: Partial<HarnessOptions> = options;
  if (typeof (model as Partial<Model> | undefined)?.complete !== "function") {
    throw new ConfigError('harness() needs a "model" that plans.');
  }
  const { name, traits } = store ?? {};
  if (!traits?.atomic || traits.eventual) {
    const message = `harness() needs a "store" with compare-and-set, which ${name} has not. Use memoryStore, indexedDBStore, durableObjectStore, d1Store, denoKvStore, postgresStore or redisStore.`;
    throw new ConfigError(message);
  }
  if (!id) throw new ConfigError('The "id" of a harness is empty. Name the conversation or the project.');
  const { turnInterval, cooldownMs } = typeof auto === "object" ? auto : {};
  for (const [name, value] of Object.entries({ turnInterval, cooldownMs, maxTokens })) {
    if (value !== undefined && !(value > 0)) {
      throw new ConfigError(`harness() has ${value} for "${name}". Use a number above 0.`);
    }
  }
  return { ...options, id, prefix: viewPlace(store, options, "harness").prefix };
}
