import type { Message } from "../../../src/contracts/message.ts";
import type { Model } from "../../../src/contracts/model.ts";
import { seededRandom } from "../../../src/prompt/optimize/seeded-random.ts";
import { answeringModel } from "./answering-model.ts";
import { behaviours, shownBy } from "./rules.ts";

/** A model that does what the rules of its system prompt say, and forgets some of it. */
export function followingModel(slips: number, seed: number): Model {
  return answeringModel("follower", ([system, message]) => {
    const prompt = textOf(system);
    const random = seededRandom("slip", seed, prompt, textOf(message));
    const shown = shownBy(prompt);
    const sentences = behaviours
      .filter(({ name }) => random() >= slips && shown.has(name))
      .map(({ shows }) => shows);
    return ["We have your message.", ...sentences].join(" ");
  });
}

/** The text of a message that holds nothing else. */
export function textOf(message: Message | undefined): string {
  return typeof message?.content === "string" ? message.content : "";
}
