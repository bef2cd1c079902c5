import type {
  PromptRefinement,
  RefinedPin,
  RefinedSystemPromptOptions,
} from "../../contracts/refined-prompt.ts";
import type { Store } from "../../contracts/store.ts";
import type { SystemPromptContract, SystemPromptMeta } from "../../contracts/system-prompt.ts";
import type { BaseReport } from "../../core/report.ts";
import type { Usage } from "../../core/usage.ts";

/** What a compiled prompt needs of the registry that its source was made for. */
export interface RefineHost {
  /** Makes a prompt of one instruction, without registering it. */
  prompt(text: string, meta: SystemPromptMeta): SystemPromptContract;
  /** The version that the source is registered under, though it may not know it itself. */
  version(): string | undefined;
}

/** A compilation that is under way, and who waits for it. */
export interface RefineFlight {
  readonly fresh: boolean;
  /** Nobody asked for it but runs of agents: where it fails, it counts as one failure of the lazy path. */
  readonly lazy: boolean;
  /** Ends it once nobody waits any more. */
  readonly controller: AbortController;
  waiting: number;
  readonly outcome: Promise<PromptRefinement>;
}

/** What a compilation has to tell, whatever becomes of it. */
export interface RefineAccount {
  /** Of all calls of the refiner. */
  usage: Usage;
  /** The run of the refiner's last call. */
  report?: BaseReport;
  readonly warnings: Set<string>;
}

/** What changes in a refined prompt. */
export interface RefineState {
  readonly source: SystemPromptContract;
  readonly options: RefinedSystemPromptOptions;
  readonly host: RefineHost;
  /** The source, or what it was compiled to. */
  served: SystemPromptContract;
  pin: RefinedPin | undefined;
  /** Nobody else can replace the pin any more, so that the store need not be asked again. */
  isSettled: boolean;
  /** Failures of the lazy path since the last success. */
  strikes: number;
  flight: RefineFlight | undefined;
  /** What the log was told, so that it is told once. */
  readonly told: Set<string>;
}

/** Where a pin lives in an atomic store, and who waits for it. */
export interface PinPlace {
  /** Atomic: `traits.atomic` is true. */
  readonly store: Store;
  /** The key of the pin's record, without a `/` at its end. What belongs to it, such as a lease, may stand under `${key}/…`. */
  readonly key: string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** How long one call of the store may take, in milliseconds. */
  readonly timeoutMs: number;
  /** What went wrong without ending the compilation, such as a lease that the store did not keep. */
  readonly warnings: Set<string>;
}

/** What stands under the key of a pin. */
export interface FoundPin {
  /** A pin that was checked and may be served. */
  readonly pin?: RefinedPin | undefined;
  /** The version of the record, whatever it holds; `null` where there is none. */
  readonly version: string | null;
}

/** The right to compile a pin. */
export interface CompileFence {
  /** Larger than that of the holder from whom it was taken over. */
  readonly number: number;
  /** Aborts where the wait ends, or where the right was lost to another holder. */
  readonly signal: AbortSignal;
}

/** A pin, and whether it was compiled by this call or found in the store. */
export interface CompiledOnce {
  readonly pin: RefinedPin;
  readonly from: "store" | "model";
}

/**
 * Compiles a pin once for all that share an atomic store: whoever holds the lease compiles, the others wait for the pin and
 * get it from `read`. A holder whose lease was taken over gets the pin that holds instead of writing its own.
 *
 * A store that fails is no reason to fail: then this call compiles without a lease, and warns. Rejects only with what
 * `compile` rejects with, then with the lease freed, and with the signal's reason.
 */
export type CompileOnce = (
  place: PinPlace,
  /** Reads and checks what stands under the key. Never takes longer than `timeoutMs`; rejects where the store fails. */
  read: () => Promise<FoundPin>,
  compile: (fence: CompileFence) => Promise<RefinedPin>,
  /** Writes the pin over a version. Rejects where another one stands there by now (`STORE_CONFLICT`) or the store fails. */
  write: (pin: RefinedPin, ifVersion: string | null) => Promise<unknown>,
) => Promise<CompiledOnce>;
