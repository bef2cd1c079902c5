/** What one measure of the bench says of one contender. */
export interface RagRow {
  /** Kebab-case, the same for every contender. */
  readonly measure: string;
  readonly title: string;
  /** `hedgemage`, a variant of it such as `hedgemage (SIMD)`, or the package. */
  readonly who: string;
  /** Missing where the contender never got there; `note` says why. */
  readonly value?: number | undefined;
  readonly unit: string;
  readonly better: "lower" | "higher";
  /** What we want to reach; on our own rows. */
  readonly target?: number | undefined;
  readonly note?: string | undefined;
}

/** What a group may be told. */
export interface GroupOptions {
  /** Whether a contender is asked for. */
  wants(who: string): boolean;
}

/** Measures that share what they are taken on. */
export interface RagGroup {
  readonly name: string;
  readonly title: string;
  /** Yields a row as soon as it is there. */
  rows(options: GroupOptions): AsyncIterable<RagRow>;
}
