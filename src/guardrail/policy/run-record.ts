import type { GuardrailVerdict } from "../../contracts/detector.ts";
import type { Json } from "../../contracts/message.ts";
import type { MiddlewareContext } from "../../contracts/middleware.ts";
import type { FlagRecord } from "../guard-options.ts";

/** How long streamed text was held back: milliseconds, and UTF-16 units. */
export interface Held {
  /** The most that was held at once. Where a text is rewritten on its way it is an estimate. */
  readonly characters: number;
  /** The longest that a piece waited. */
  readonly longestMs: number;
  /** How long something was held, in all. */
  readonly totalMs: number;
}

/** What a guard keeps of one run. */
export class RunRecord {
  /** What became of the texts that were looked at, so that none is looked at in every trip. */
  readonly texts: Map<string, string> = new Map();
  /** The calls whose arguments have passed. */
  readonly passed: Set<string> = new Set();
  readonly #name: string;
  readonly #context: MiddlewareContext;
  readonly #verdicts: Record<string, Record<string, number>> = {};
  #checked = 0;
  #held: Held | undefined;

  constructor(name: string, context: MiddlewareContext) {
    this.#name = name;
    this.#context = context;
  }

  /** Counts a text that detectors looked at. */
  check(): void {
    this.#checked += 1;
    this.#tell();
  }

  /** Counts a verdict, and keeps what is flagged for whoever looks into the state of the run. */
  note(verdict: GuardrailVerdict, failed: boolean, at: Omit<FlagRecord, "reason" | "matches">): void {
    const detector = failed ? `${at.detector}.error` : at.detector;
    const { type } = verdict;
    const counts = this.#verdicts[detector] ?? {};
    this.#verdicts[detector] = { ...counts, [type]: (counts[type] ?? 0) + 1 };
    this.#tell();
    if (type !== "flag") return;
    const { reason, matches } = verdict;
    const record: FlagRecord = {
      ...at,
      detector,
      ...(reason !== undefined && { reason }),
      ...(matches && { matches }),
    };
    const { state } = this.#context;
    const key = `${this.#name}.flags`;
    state.set(key, [...((state.get(key) as readonly FlagRecord[] | undefined) ?? []), record]);
    if (failed)
      this.#context.warn("a detector failed; the text went on", { ...record, guardrail: this.#name });
  }

  /** Adds how long one text was held back. */
  hold({ characters, longestMs, totalMs }: Held): void {
    this.#held = {
      characters: Math.max(this.#held?.characters ?? 0, characters),
      longestMs: Math.max(this.#held?.longestMs ?? 0, longestMs),
      totalMs: (this.#held?.totalMs ?? 0) + totalMs,
    };
    this.#tell();
  }

  #tell(): void {
    const held = this.#held && { held: { ...this.#held } };
    const verdicts = { ...this.#verdicts };
    this.#context.annotate(this.#name, { checked: this.#checked, verdicts, ...held } satisfies Json);
  }
}
