import type { PromptRefinementError } from "../core/errors/prompt-errors.ts";
import type { Logger } from "../core/logger.ts";
import type { BaseReport } from "../core/report.ts";
import type { ExecuteOptions } from "../core/run.ts";
import type { SignatureKey } from "../core/signature-key.ts";
import type { Usage } from "../core/usage.ts";
import type { ModelCallOptions, ModelContract } from "./model.ts";
import type { PromptRejection } from "./prompt-review.ts";
import type {
  InstructionContract,
  PersonaContract,
  SystemPromptContract,
  SystemPromptMergeOptions,
  SystemPromptMeta,
  SystemPromptSource,
} from "./system-prompt.ts";

/** What a rewrite of a prompt must keep: its placeholders, and things of which one more or less is another prompt. */
export type InvariantFamily = "placeholder" | "number" | "url" | "literal" | "heading" | "obligation";

/** One thing that a rewrite lost or added. A `hard` one makes it another prompt; the others are shown to a reviewer. */
export interface InvariantChange {
  readonly family: InvariantFamily;
  /** What it is, in its normal form: `"500 ms"`, `"https://a.example/x"`, `"never"`. */
  readonly text: string;
  readonly hard: boolean;
}

/** What a rewrite kept, lost and added of the invariants of its source. `ok` tells that nothing hard was lost or added. */
export interface InvariantCertificate {
  readonly v: 1;
  readonly ok: boolean;
  /** How many of each family were kept. */
  readonly kept: Readonly<Record<InvariantFamily, number>>;
  readonly lost: readonly InvariantChange[];
  readonly added: readonly InvariantChange[];
}

/** Who signed a pin. `value` is base64url. */
export interface PinSignature {
  readonly alg: "Ed25519" | "HMAC-SHA-256";
  readonly keyId?: string;
  readonly value: string;
}

/** A compiled prompt as it is kept: JSON, with all that tells where it comes from. */
export interface RefinedPin {
  readonly v: 1;
  /** SHA-256 of all that the compilation depends on, as 64 hexadecimal digits. */
  readonly key: string;
  /** The compiled template. */
  readonly text: string;
  /** SHA-256 of the source template. */
  readonly sourceHash: string;
  /** The placeholders of the source in their one way of writing, sorted. */
  readonly paritySet: readonly string[];
  /** The version of the built-in recipe. */
  readonly recipe: string;
  /** The refiner, as `provider:name`. */
  readonly model: string;
  /** ISO text. */
  readonly createdAt: string;
  /** What the compilation used. */
  readonly usage: Usage;
  readonly certificate: InvariantCertificate;
  readonly sig?: PinSignature;
}

/**
 * Where pins live: `get` and `set` of the spec, as any cache driver has them, or a `Store`. With an atomic `Store`, a cold
 * key is compiled once for all processes. Without compare-and-set, as on Workers KV, several may compile it at once: then each
 * reads again for a minute, and all serve the one text that stays.
 */
export interface RefinedPromptStoreLike {
  get(key: string): unknown;
  set(key: string, value: string): unknown;
}

/** A key that signs pins or checks their signatures: for Ed25519, or for HMAC with SHA-256. */
export interface PinKey {
  readonly key: SignatureKey;
  /** Stands in signatures, so that the key that made one is found while keys change. */
  readonly keyId?: string | undefined;
}

/** Who may have made a pin. A page holds public keys only, and serves nothing that they do not confirm. */
export interface PinTrust {
  /** Signs what is compiled here. */
  readonly sign?: SignatureKey | PinKey | undefined;
  /**
   * With keys here, a pin without a good signature by one of them counts as absent. Who cannot sign compiles nothing then, and
   * serves the source.
   */
  readonly verify?: SignatureKey | PinKey | readonly (SignatureKey | PinKey)[] | undefined;
}

/** Pins as a lockfile keeps them, such as an import of `prompts.lock.json`: by their keys. What is damaged counts as absent. */
export interface PromptLock {
  readonly v: number;
  readonly pins: Readonly<Record<string, unknown>>;
  /** The keys of named prompts, by their `name@version`: for people who read the file. */
  readonly prompts?: Readonly<Record<string, string>>;
}

/** Who a refiner was, for a program that has its pins and cannot call it. */
export interface RefinerName {
  readonly provider: string;
  readonly name: string;
  readonly complete?: undefined;
}

/** How a prompt is compiled, and where its pin lives. */
export interface RefinedSystemPromptOptions {
  /** The refiner. With `frozen: true` its name is enough, so that a page needs no adapter of it. */
  readonly model: ModelContract | RefinerName;
  /** Rules that the rewrite must satisfy beside the built-in recipe. Blank ones count as absent; their order matters. */
  readonly criteria?: string | readonly string[] | undefined;
  /** Where pins live. Without it, a pin lives as long as the prompt. */
  readonly store?: RefinedPromptStoreLike | undefined;
  /** Options of the refiner's calls. They are part of what a pin depends on. */
  readonly params?: RefinerParams | undefined;
  /** How long one call of the store may take, in milliseconds; then the prompt goes on without it. Default 5,000. */
  readonly timeoutMs?: number | undefined;
  /** How long one call of the refiner may take, in milliseconds. Default 120,000. */
  readonly refinerTimeoutMs?: number | undefined;
  /** Signs pins, and refuses those that others made. */
  readonly trust?: PinTrust | undefined;
  /** Pins that are looked for first. */
  readonly lock?: PromptLock | undefined;
  /** Never calls the refiner: what is not pinned yet is served as people wrote it. */
  readonly frozen?: boolean | undefined;
  /** Takes the place of the program's logger for this prompt. */
  readonly logger?: Logger | undefined;
}

/** Options of a refiner's calls: those that change what it writes. */
export type RefinerParams = Omit<
  ModelCallOptions,
  "tools" | "toolChoice" | "parallelToolCalls" | "responseSchema" | "signal" | "headers"
>;

/** How one explicit compilation goes. */
export interface PromptRefineOptions extends ExecuteOptions {
  /** Compiles although there is a pin, and replaces it. The old one stays where that fails. */
  readonly fresh?: boolean | undefined;
  /** Pins that are looked for first, beside those of the prompt's own lockfile. */
  readonly lock?: PromptLock | undefined;
}

/** How a pin is replaced. */
export interface PinReplaceOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What `tryRefine` resolves to: `pin` on success, `error` otherwise. */
export type PromptRefinement =
  | {
      readonly pin: RefinedPin;
      readonly text: string;
      readonly error?: undefined;
      /** Where the pin came from. */
      readonly from: "memory" | "store" | "lock" | "model";
      readonly warnings: readonly string[];
      readonly usage: Usage;
      /** The run of the refiner, where it ran. */
      readonly report?: BaseReport;
    }
  | {
      readonly pin?: undefined;
      readonly text?: undefined;
      readonly error: PromptRefinementError;
      readonly warnings: readonly string[];
      readonly usage: Usage;
      readonly report?: BaseReport;
    };

/** A prompt that is rewritten for models once, and served as it was pinned. Immutable but for its pin. */
export interface RefinedSystemPromptContract extends SystemPromptContract {
  /** The prompt that people wrote. */
  readonly source: SystemPromptContract;
  /** The refiner. */
  readonly model: ModelContract | RefinerName;
  /** Each change makes a new source, compiled with the same options under a key of its own. */
  persona(persona: string | PersonaContract): RefinedSystemPromptContract;
  instruction(instruction: string | InstructionContract): RefinedSystemPromptContract;
  meta(): SystemPromptMeta | undefined;
  meta(changes: SystemPromptMeta): RefinedSystemPromptContract;
  merge(...sources: readonly SystemPromptSource[]): RefinedSystemPromptContract;
  merge(name: string, options?: SystemPromptMergeOptions): RefinedSystemPromptContract;
  /** The compiled template. Rejects with `PromptRefinementError`. */
  refine(options?: PromptRefineOptions): Promise<string>;
  /** The compiled template as a prompt that knows where it comes from. Rejects with `PromptRefinementError`. */
  refinePrompt(options?: PromptRefineOptions): Promise<SystemPromptContract>;
  /** Compiles and never rejects. */
  tryRefine(options?: PromptRefineOptions): Promise<PromptRefinement>;
  /** The pin that is served now. */
  pin(): RefinedPin | undefined;
  /**
   * Puts another record in the place of the pin, in the store as well: the same text with a signature, or why it was rejected.
   * `approvePrompt` and `rejectPrompt` do. Rejects with `InvalidRequestError` where another text is pinned by now.
   */
  replacePin(record: RefinedPin | PromptRejection, options?: PinReplaceOptions): Promise<void>;
}
