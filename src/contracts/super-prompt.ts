import type { AIError } from "../core/errors/ai-error.ts";
import type { PromptParseError } from "../core/errors/prompt-errors.ts";
import type { Usage } from "../core/usage.ts";
import type { AgentReport } from "./agent.ts";

/** What every prompt in sections has beside its sections. */
interface WrittenPrompt {
  /** The whole prompt as a model shall get it. */
  readonly fullPrompt: string;
  /** Sections that nobody asked for, by their heading in capitals. */
  readonly extras: Readonly<Record<string, string>>;
  /** Headings were written in another way than asked for, and read leniently. */
  readonly normalized?: true;
  /** What was mended or left out while it was read. */
  readonly warnings?: readonly string[];
}

/** A prompt in six sections. */
export interface SuperPrompt extends WrittenPrompt {
  readonly role: string;
  readonly task: string;
  readonly context: string;
  /** The section APPROACH: how to go about it, in outline; `""` where it is missing. */
  readonly chainOfThought: string;
  readonly constraints: readonly string[];
  /** The section OUTPUT FORMAT. */
  readonly formatSpec: string;
}

/** A task for a coding agent. */
export interface CodingBrief extends WrittenPrompt {
  readonly goal: string;
  /** Where the code stands and what it does now. */
  readonly context: string;
  readonly requirements: readonly string[];
  readonly constraints: readonly string[];
  /** How to tell that it is done. */
  readonly acceptanceCriteria: readonly string[];
  readonly outOfScope: readonly string[];
}

/** What a prompt shall be written for. */
export interface PromptIdea {
  /** The idea in the user's own words. */
  readonly text: string;
  /** `"CODING"` asks for a coding brief; where it is missing, the words of the idea decide. */
  readonly taskType?: string | undefined;
  /** The language of the instructions, such as `"German"`. That of the idea where it is missing. */
  readonly language?: string | undefined;
  /** Who reads what the prompt makes. */
  readonly audience?: string | undefined;
  /** Headings that the output must have. */
  readonly headings?: readonly string[] | undefined;
  /** The one limit of the output's length, such as `"at most 200 words"`. */
  readonly length?: string | undefined;
}

/** What writing a prompt came to. It never rejects. */
export type SuperPromptResult = {
  /** The text of the model's last answer. */
  readonly raw: string;
  /** How many model calls were made. */
  readonly attempts: number;
  readonly usage: Usage;
  readonly report: AgentReport;
  /** Ways in which the prompt departs from what the idea asked for. */
  readonly warnings: readonly string[];
} & (
  | ({
      readonly complete: true;
      readonly degraded: false;
      readonly text: string;
      readonly error?: undefined;
    } & (
      | { readonly kind: "super"; readonly data: SuperPrompt }
      | { readonly kind: "coding"; readonly data: CodingBrief }
    ))
  | {
      readonly kind: "super" | "coding";
      readonly complete: false;
      readonly degraded: true;
      /** `"parse_failed"`: the answer is no prompt in sections. `"model_failed"`: there is no answer; `error` says why. */
      readonly reason: "parse_failed" | "model_failed";
      readonly issue?: PromptParseError | undefined;
      readonly data?: undefined;
      /** What can be used all the same: the raw answer. */
      readonly text: string;
      readonly error?: AIError | undefined;
    }
);
