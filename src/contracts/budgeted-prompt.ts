/** Offsets into a text in UTF-16 units, the second one exclusive. */
export type PromptSpan = readonly [start: number, end: number];

/** A part of a prompt that may be cut. */
export interface BudgetSection {
  /** Tells it apart in the report. */
  readonly name: string;
  readonly text: string;
  /** A line above the text that is never cut; it goes where the text goes. */
  readonly heading?: string | undefined;
  /** Sections that are cut share the room in proportion to it. Greater than 0; default 1. */
  readonly priority?: number | undefined;
  /** So many tokens stay at least, heading and mark among them, or all where it has fewer. Default 0. */
  readonly floor?: number | undefined;
  /** It gets no more tokens than these, though there may be room. Comes before the floor where nothing fits both. */
  readonly ceiling?: number | undefined;
  /** Where it is cut. Default `"end"`. */
  readonly cut?: "end" | "start" | "middle" | undefined;
  /** It is the same from call to call: it stands in front of those that are not, so that a provider's cache holds it. */
  readonly stable?: boolean | undefined;
}

/** What a prompt is put together from. */
export interface BudgetedPromptOptions {
  /** Who the model is and what it is about; stands first and is never cut. */
  readonly intro?: string | undefined;
  readonly sections?: readonly BudgetSection[] | undefined;
  /** What to do; stands last and is never cut. */
  readonly instructions?: string | undefined;
  /** How many tokens the whole may have. */
  readonly budget: number;
  /** Counts tokens; called with the whole some dozens of times at most, with small pieces of what is cut more often. An estimate where it is missing. */
  readonly count?: ((text: string) => number) | undefined;
  /** Stands between the parts. Default a blank line. */
  readonly separator?: string | undefined;
  /** Stands where text was cut, and counts. Default `" […] "`. */
  readonly mark?: string | undefined;
}

/** What became of a section. Spans are offsets into its text in UTF-16 units, the second one exclusive. */
export interface BudgetedSection {
  readonly name: string;
  /** The tokens of what stands in the prompt, heading and mark with it. */
  readonly tokens: number;
  /** The tokens that it would have had. */
  readonly fullTokens: number;
  readonly isCut: boolean;
  readonly kept: readonly PromptSpan[];
  readonly dropped: readonly PromptSpan[];
}

/** A prompt that is within its budget. */
export interface BudgetedPrompt {
  readonly text: string;
  readonly tokens: number;
  readonly report: {
    readonly budget: number;
    /** Whether anything was cut. */
    readonly isCut: boolean;
    /** In the order in which they were given. */
    readonly sections: readonly BudgetedSection[];
  };
}
