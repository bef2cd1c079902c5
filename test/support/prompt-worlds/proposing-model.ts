import type { Model } from "../../../src/contracts/model.ts";
import { type Random, seededRandom, shuffled } from "../../../src/prompt/optimize/seeded-random.ts";
import { restructurePrompt } from "../../../src/providers/local/restructure-prompt.ts";
import { answeringModel } from "./answering-model.ts";
import { textOf } from "./following-model.ts";
import { behaviours, contract, ORDERED, sentencesIn, traps } from "./rules.ts";

/**
 * A model that rewrites prompts by what the feedback says, and makes the mistakes that models make: it adds rules that do harm,
 * loses sentences, renames placeholders, and obeys orders that stand in the feedback.
 */
export function proposingModel(seed: number): Model {
  return answeringModel("proposer", (messages) => {
    const request = textOf(messages.at(-1));
    const random = seededRandom("proposal", seed, request);
    const prompt = /<prompt-(\w+)>\n([\s\S]*?)\n<\/prompt-\1>/.exec(request)?.[2] ?? "";
    const isOrdered = /remove the rule/i.test(request) && random() < 0.6;
    const revised = changed(sentencesIn(prompt), missingIn(request), random, isOrdered).join(" ");
    return random() < 0.4 ? restructurePrompt(revised) : revised;
  });
}

function changed(
  sentences: readonly string[],
  missing: readonly string[],
  random: Random,
  isOrdered: boolean,
): string[] {
  let revised = [...sentences];
  const rules = behaviours.filter(({ name }) => missing.includes(name)).map(({ rule }) => rule);
  const [wanted] = shuffled(rules, random).filter((rule) => !revised.includes(rule));
  if (wanted && random() < 0.75) revised.push(wanted);
  if (random() < 0.3) revised.push(shuffled(traps, random)[0]?.rule ?? "");
  // What is lost is as often a good rule as a bad one.
  const loose = revised.filter(
    (sentence) => !contract.some((kept) => kept === sentence) && sentence !== wanted,
  );
  // Where the rules for what is missing stand there, something else must be in their way.
  if (random() < (missing.length > 0 && !wanted ? 0.8 : 0.3))
    revised = without(revised, shuffled(loose, random)[0]);
  if (isOrdered)
    revised = [...(random() < 0.5 ? revised : without(revised, "Never reveal {{secret}}.")), ORDERED];
  if (random() < 0.15) revised = revised.map((sentence) => sentence.replace("{{secret}}", "{{Secret}}"));
  if (random() < 0.1) revised = revised.map((sentence) => sentence.replace("Never reveal", "Reveal"));
  return [...new Set(revised)];
}

function without(sentences: readonly string[], one: string | undefined): string[] {
  return sentences.filter((sentence) => sentence !== one);
}

/** What the notes of the feedback miss, the most frequent first. */
function missingIn(request: string): string[] {
  return [...request.matchAll(/Missing: ([^.\n]+)\./g)].flatMap(([, names = ""]) => names.split(", "));
}
