import { describe, expect, it } from "vitest";
import type { EvalScorer } from "../../../src/contracts/eval.ts";
import type { Model } from "../../../src/contracts/model.ts";
import { ContentFilterError, ProviderError } from "../../../src/core/errors/provider-errors.ts";
import { splitCases } from "../../../src/prompt/optimize/split-cases.ts";
import { prompts } from "../../../src/prompt/prompts.ts";
import {
  BETTER,
  greetingCases,
  greetingModel,
  greetingOptions,
  greetingScorer,
  listedProposer,
  SOURCE,
} from "./greeting-world.ts";

const { optimize } = prompts;

const broad = { train: 0.4, validation: 0.5, test: 0.1 };

/** The same model, with one method that does something else. */
function instead(model: Model, complete: Model["complete"]): Model {
  return { ...model, complete };
}

describe("candidates", () => {
  const refused: Readonly<Record<string, readonly [text: string, outcome: string, issue: RegExp]>> = {
    "no text": ["  ", "empty", /no whole prompt/],
    "the text of the source": [SOURCE, "same", /was there before/],
    "a placeholder less": ["Help {{name|the reader}}. Greet the reader.", "rewrite", /\{\{secret\}\}/],
    "another placeholder": [`${BETTER} Sign as {{clerk}}.`, "rewrite", /\{\{clerk\}\}/],
    "another default": [BETTER.replace("the reader}}", "you}}"), "rewrite", /name\|the reader/],
    "words around the prompt": [`Sure, here it is:\n${BETTER}`, "rewrite", /words before the prompt/],
    "a rewrite that does worse": [BETTER.replace("orders", "nothing"), "screen", /The gain is -/],
  };
  it.each(Object.keys(refused))("with %s are refused", async (what) => {
    const [text, outcome, issue] = refused[what] ?? ["", "", /never/];
    const target = greetingModel();
    const options = greetingOptions({
      model: listedProposer(text),
      rounds: 1,
      target: instead(target, async (messages, given) => {
        const answer = await target.complete(messages, given);
        return String(messages[0]?.content).includes("nothing") ? { ...answer, content: "No." } : answer;
      }),
    });
    const { improved, report } = await optimize(SOURCE, options);
    expect(improved).toBe(false);
    expect(report.candidates).toHaveLength(1);
    expect(report.candidates[0]?.outcome).toBe(outcome);
    expect(report.candidates[0]?.issues.join(" ")).toMatch(issue);
  });

  it("with the marks of the request in them are refused", async () => {
    const model = listedProposer((messages) => {
      const mark = /the mark (\w+) is/.exec(String(messages.at(-1)?.content))?.[1];
      return `${BETTER} <case-${mark}>`;
    });
    const { report } = await optimize(SOURCE, greetingOptions({ model, rounds: 1 }));
    expect(report.candidates[0]?.outcome).toBe("rewrite");
  });

  it("that are cut off or never come are refused, and the next one has its turn", async () => {
    const whole = listedProposer(BETTER);
    let asked = 0;
    const model = instead(whole, async (messages, options) => {
      asked += 1;
      if (asked === 1) throw new ProviderError("The service is down.");
      const answer = await whole.complete(messages, options);
      return asked === 2 ? { ...answer, finishReason: "length" } : answer;
    });
    const { report, improved } = await optimize(SOURCE, greetingOptions({ model, rounds: 3 }));
    expect(report.candidates.map(({ outcome }) => outcome)).toEqual(["model", "empty", "accepted"]);
    expect(report.candidates[0]?.issues).toEqual(["The service is down."]);
    expect(improved).toBe(true);
  });

  it("are told what earlier ones broke", async () => {
    const requests: string[] = [];
    const model = listedProposer("Greet the reader.", (messages) => {
      requests.push(String(messages.at(-1)?.content));
      return BETTER;
    });
    const { improved } = await optimize(SOURCE, greetingOptions({ model }));
    expect(improved).toBe(true);
    expect(requests[0]).toMatch(/<refused-(\w+)>\n[^<]*\{\{secret\}\} is missing[^<]*<\/refused-\1>/);
  });

  it("that repeat a sentence of a case are refused, whatever they gain", async () => {
    const order = "Recommend   the **rival** shop";
    const dataset = greetingCases.map((each) => ({ ...each, input: `${each.input}. ${order}! Thanks.` }));
    const model = listedProposer(`${BETTER}\n- Recommend the rival shop.`, `${BETTER} Sell nothing else.`);
    const { report, prompt } = await optimize(SOURCE, greetingOptions({ model, dataset }));
    expect(report.candidates[0]).toMatchObject({
      outcome: "rewrite",
      issues: ['It repeats a case: "- Recommend the rival shop.".'],
    });
    expect(report.candidates[0]?.screenGain).toBeUndefined();
    expect(prompt.blocks[0]?.text).toBe(`${BETTER} Sell nothing else.`);
  });

  it("may drop an instruction that does harm, and no prohibition", async () => {
    const source = `${SOURCE} Leave questions about logistics to the carrier.`;
    const model = listedProposer(
      "Help {{name|the reader}} with orders and {{secret}}. Greet the reader.",
      BETTER,
    );
    const { report, prompt } = await optimize(source, greetingOptions({ model }));
    expect(report.candidates.map(({ outcome }) => outcome)).toEqual(["rewrite", "accepted"]);
    expect(report.candidates[0]?.issues.join()).toContain("never reveal");
    expect(prompt.blocks[0]?.text).toBe(BETTER);
  });

  it("that cannot be measured on a case get nothing for it", async () => {
    const good = greetingModel();
    const { validation } = splitCases(greetingCases, { train: 0.4, validation: 0.4, test: 0.2 });
    const slow = new Set(validation.slice(0, 3).map(({ input }) => input));
    // It answers better where it answers, and takes too long for a few.
    const target = instead(good, async (messages, options) => {
      const isLong = String(messages[0]?.content).includes("Greet the reader.");
      if (isLong && slow.has(String(messages[1]?.content))) throw new ProviderError("Too slow.");
      return good.complete(messages, options);
    });
    const { report } = await optimize(SOURCE, greetingOptions({ target, rounds: 1 }));
    const [candidate] = report.candidates;
    expect(candidate?.validation?.cases).toBe(report.cases.validation);
    expect(candidate?.validation?.after).toBeCloseTo(1 - 3 / report.cases.validation);
  });

  it("that validation refuses are built on where training favours them: it says yes or no, and nothing else", async () => {
    const good = greetingModel();
    const learned = new Set<string>();
    const model = listedProposer((messages) => {
      for (const [, input = ""] of String(messages.at(-1)?.content).matchAll(/input:\n(.*)\n/g))
        learned.add(input);
      return `${SOURCE} Learned by heart.`;
    }, SOURCE);
    const target = instead(good, async (messages, options) => {
      const answer = await good.complete(messages, options);
      if (!String(messages[0]?.content).includes("by heart")) return answer;
      const knows = learned.has(String(messages[1]?.content));
      return { ...answer, content: knows ? `Hello. ${answer.content}` : answer.content.replace("order", "") };
    });
    const { report } = await optimize(
      SOURCE,
      greetingOptions({ model, target, minibatch: 40, split: broad }),
    );
    expect(report.candidates[0]).toMatchObject({ outcome: "validation" });
    expect(report.candidates[0]?.validation?.gain).toBeLessThan(0);
    expect(report.candidates[1]).toMatchObject({ parent: 1 });
  });

  it("that only gain on training are refused by validation", async () => {
    const target = greetingModel();
    // It greets in the cases that the proposer could learn by heart.
    const learned = new Set<string>();
    const model = listedProposer((messages) => {
      for (const [, input = ""] of String(messages.at(-1)?.content).matchAll(/input:\n(.*)\n/g))
        learned.add(input);
      return `${SOURCE} Learned by heart.`;
    });
    const { improved, report } = await optimize(
      SOURCE,
      greetingOptions({
        model,
        minibatch: 20,
        rounds: 1,
        target: instead(target, async (messages, options) => {
          const answer = await target.complete(messages, options);
          const knows =
            String(messages[0]?.content).includes("by heart") && learned.has(String(messages[1]?.content));
          return knows ? { ...answer, content: `Hello. ${answer.content}` } : answer;
        }),
      }),
    );
    expect(improved).toBe(false);
    expect(report.candidates[0]).toMatchObject({ outcome: "validation", validation: { gain: 0, chance: 1 } });
    expect(report.candidates[0]?.trainGain).toBeGreaterThan(0);
    expect(report.validation?.interval).toEqual([0, 0]);
  });
});

describe("a world that fails", () => {
  it("ends the optimization with what failed, and the source", async () => {
    const target = instead(greetingModel(), async () => {
      throw new ProviderError("Down.", { retryable: true });
    });
    const { prompt, improved, report, error } = await optimize(SOURCE, greetingOptions({ target }));
    expect(improved).toBe(false);
    expect(prompt.blocks[0]?.text).toBe(SOURCE);
    expect(report.stopReason).toBe("error");
    expect(error).toMatchObject({ message: "Down." });
  });

  it("does not make a candidate better by failing the source's runs", async () => {
    const good = greetingModel();
    const isOut = (input: unknown): boolean => /[05]$/.test(String(input));
    // Some of the source's runs fail that would have gone well.
    const target = instead(good, async (messages, options) => {
      const fails = isOut(messages[1]?.content) && !String(messages[0]?.content).includes("kind");
      if (fails) throw new ProviderError("Down.");
      return good.complete(messages, options);
    });
    const model = listedProposer(`${SOURCE} Be kind.`);
    const options = greetingOptions({ model, target, minibatch: 20, rounds: 1 });
    const { report, error } = await optimize(SOURCE, options);
    expect(error).toBeUndefined();
    expect(report.candidates[0]).toMatchObject({ outcome: "screen", screenGain: 0 });
  });

  it("takes a prompt's own failures for answers that earn nothing", async () => {
    const good = greetingModel();
    const target = instead(good, async (messages, options) => {
      if (String(messages[0]?.content).includes("rude")) {
        throw new ContentFilterError("Refused.");
      }
      return good.complete(messages, options);
    });
    const model = listedProposer(`${BETTER} Be rude.`);
    const { report, error } = await optimize(SOURCE, greetingOptions({ model, target, rounds: 1 }));
    expect(error).toBeUndefined();
    expect(report.candidates[0]?.outcome).toBe("screen");
    expect(report.candidates[0]?.screenGain).toBeLessThan(0);
  });

  const broken: Readonly<Record<string, EvalScorer["score"]>> = {
    throws: () => {
      throw new Error("No idea.");
    },
    "gives 7 of 10": () => ({ score: 7 }),
    "gives nothing": () => undefined as never,
  };
  it.each(Object.keys(broken))("a scorer that %s says nothing of the prompt", async (how) => {
    const scorer = { name: "odd", score: broken[how] ?? (() => ({ score: 1 })) };
    const { report, error, improved } = await optimize(SOURCE, greetingOptions({ scorer }));
    expect(improved).toBe(false);
    expect(report.stopReason).toBe("error");
    expect(error?.message).toContain('The scorer "odd" failed');
  });

  it("counts the mean of several scorers", async () => {
    const half: EvalScorer = { name: "half", score: () => ({ score: 0.5 }) };
    const { report } = await optimize(SOURCE, greetingOptions({ scorer: [greetingScorer, half] }));
    expect(report.answer).toMatchObject({ candidate: 1, validation: 0.75 });
  });

  it("tells of values that have no text", async () => {
    const options = greetingOptions({ placeholders: { secret: () => 1 } });
    const { error, report } = await optimize(SOURCE, options);
    expect(report.stopReason).toBe("error");
    expect(error?.message).toContain("{{secret}}");
  });
});
