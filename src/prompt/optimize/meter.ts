import type { OptimizationBudget } from "../../contracts/prompt-optimization.ts";
import { totalCost } from "../../core/total-cost.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import { Halt } from "./halt.ts";

/** The kinds of calls. */
export type CallKind = "proposals" | "runs";

/** Counts calls and money, and lets no call begin that could exceed the budget. */
export class Meter {
  readonly calls: Record<CallKind | "total" | "remembered", number> = {
    total: 0,
    proposals: 0,
    runs: 0,
    remembered: 0,
  };
  readonly usage: Usage = {};
  /** US dollars so far; `undefined` once a call did not tell its cost. */
  usd: number | undefined = 0;
  readonly #limits: OptimizationBudget;
  readonly #open: Record<CallKind, number> = { proposals: 0, runs: 0 };
  readonly #dearest: Partial<Record<CallKind, number>> = {};
  #reserved = 0;
  #wake: (() => void)[] = [];

  constructor(limits: OptimizationBudget) {
    this.#limits = limits;
  }

  /** Keeps so many calls for the end. */
  reserve(calls: number): void {
    this.#reserved = calls;
  }

  /** Whether so many more calls fit. */
  affords(calls: number): boolean {
    return this.calls.total + calls + this.#reserved <= (this.#limits.calls ?? Number.POSITIVE_INFINITY);
  }

  /** Waits until the call may begin, and counts it. Throws `Halt` where the budget does not allow it, and what the signal says. */
  async begin(kind: CallKind, signal: AbortSignal): Promise<void> {
    const { usd } = this.#limits;
    // As long as nobody knows what such a call costs, one is made at a time.
    while (usd !== undefined && this.#dearest[kind] === undefined && this.#open[kind] > 0) {
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
    signal.throwIfAborted();
    if (usd !== undefined && this.usd === undefined) throw new Halt("unpriced");
    if (!this.affords(1)) throw new Halt("budget");
    if (usd !== undefined && (this.usd ?? 0) + this.#expected() + (this.#dearest[kind] ?? 0) > usd) {
      throw new Halt("budget");
    }
    this.calls.total += 1;
    this.calls[kind] += 1;
    this.#open[kind] += 1;
  }

  /** Notes what a call used; `undefined` where it used nothing, because it failed. */
  end(kind: CallKind, usage: Usage | undefined, remembered = false): void {
    this.#open[kind] -= 1;
    if (remembered) this.calls.remembered += 1;
    if (usage) {
      addUsage(this.usage, usage);
      const cost = usage.total === 0 ? 0 : usage.cost && totalCost(usage.cost);
      this.usd = cost === undefined || this.usd === undefined ? undefined : this.usd + cost;
      this.#dearest[kind] = Math.max(this.#dearest[kind] ?? 0, cost ?? 0);
    }
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** What the calls that are under way may cost. */
  #expected(): number {
    const kinds = ["proposals", "runs"] as const;
    return kinds.reduce((sum, kind) => sum + this.#open[kind] * (this.#dearest[kind] ?? 0), 0);
  }
}
