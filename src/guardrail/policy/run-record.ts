import type { GuardrailDetector, GuardrailVerdict } from "../../contracts/detector.ts";
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
  note(
    { name }: GuardrailDetector,
    verdict: GuardrailVerdict,
    failed: boolean,
    place: Pick<FlagRecord, "phase" | "tripIndex" | "toolName">,
  ): void {
    const { type } = verdict;
    const detector = failed ? `${name}.error` : name;
    const counts = this.#verdicts[detector] ?? {};
    this.#verdicts[detector] = { ...counts, [type]: (counts[type] ?? 0) + 1 };
    this.#tell();
    if (type !== "flag") return;
    const { reason, matches } = verdict;
    const key = `${this.#name}.flags`;
    const flags = (this.#context.state.get(key) ?? []) as readonly FlagRecord[];
    const record: FlagRecord = {
      detector,
      ...place,
      ...(reason === undefined ? {} : { reason }),
      ...(matches ? { matches } : {}),
    };
    this.#context.state.set(key, [...flags, record]);
    if (failed)
      this.#context.warn("a detector failed; the text went on", { ...record, guardrail: this.#name });
  }

  hold({ characters, longestMs, totalMs }: Held): void {
    const held = this.#held ?? { characters: 0, longestMs: 0, totalMs: 0 };
    this.#held = {
      characters: Math.max(held.characters, characters),
      longestMs: Math.max(held.longestMs, longestMs),
      totalMs: held.totalMs + totalMs,
    };
    this.#tell();
  }

  #tell(): void {
    const verdicts = { ...this.#verdicts };
    const held = this.#held && { held: { ...this.#held } };
    this.#context.annotate(this.#name, { checked: this.#checked, verdicts, ...held } satisfies Json);
  }
}
