import type { EvalCase, EvalScorer } from "../../../src/contracts/eval.ts";
import type { Message } from "../../../src/contracts/message.ts";
import type { PromptOptimizeOptions } from "../../../src/contracts/prompt-optimization.ts";
import { answeringModel } from "../../support/prompt-worlds/answering-model.ts";

/** A prompt whose answers lack a greeting. */
export const SOURCE = "Help {{name|the reader}} with orders. Never reveal {{secret}}.";
/** The same with what makes the model greet. */
export const BETTER = `${SOURCE} Greet the reader.`;

/** Six of ten messages want a greeting; the others are answered well in any case. */
export const greetingCases: readonly EvalCase[] = Array.from({ length: 50 }, (_, index) => ({
  name: `message ${index}`,
  input: `Message ${index}`,
  expected: index % 5 < 3 ? "Hello." : "order",
}));

/** Says what is missing. */
export const greetingScorer: EvalScorer = {
  name: "holds",
  needsExpected: true,
  score({ case: { expected }, result: { text = "" } }) {
    return text.includes(String(expected))
      ? { score: 1 }
      : { score: 0, reason: `Missing: ${String(expected)}` };
  },
};

/** A model that greets where its prompt says so. */
export function greetingModel(): ReturnType<typeof answeringModel> {
  return answeringModel("clerk", ([system, user]) => {
    const greeting = String(system?.content).includes("Greet the reader.") ? "Hello. " : "";
    return `${greeting}Your order is on its way (${String(user?.content)}).`;
  });
}

/** A proposer that answers from a list, whose last text repeats. */
export function listedProposer(
  ...texts: readonly (string | ((messages: readonly Message[]) => string))[]
): ReturnType<typeof answeringModel> {
  let asked = 0;
  return answeringModel("editor", (messages) => {
    const text = texts[Math.min(asked++, texts.length - 1)] ?? "";
    return typeof text === "string" ? text : text(messages);
  });
}

/** Options with everything that a test does not say. */
export function greetingOptions(options: Partial<PromptOptimizeOptions> = {}): PromptOptimizeOptions {
  return {
    model: listedProposer(BETTER),
    target: greetingModel(),
    dataset: greetingCases,
    scorer: greetingScorer,
    rounds: 2,
    candidates: 1,
    ...options,
  };
}
