import { describe, expect, it, vi } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { EvalContext } from "../../../src/contracts/eval.ts";
import type { Message } from "../../../src/contracts/message.ts";
import type {
  PromptOptimization,
  PromptOptimizeOptions,
} from "../../../src/contracts/prompt-optimization.ts";
import { wait } from "../../../src/core/wait.ts";
import { prompts } from "../../../src/prompt/prompts.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { watchStore } from "../../support/watched-store.ts";
import {
  BETTER,
  greetingCases,
  greetingModel,
  greetingOptions,
  listedProposer,
  SOURCE,
} from "./greeting-world.ts";

const { optimize } = prompts;

/** Options whose proposer finds the better prompt in the second round, and all that its models were asked. */
function asked(options: Partial<PromptOptimizeOptions> = {}): {
  readonly options: PromptOptimizeOptions;
  readonly questions: string[];
  onCall: ((call: number) => unknown) | undefined;
} {
  const target = greetingModel();
  const model = listedProposer((messages) =>
    /attempt 1;/.test(String(messages.at(-1)?.content)) ? `${SOURCE} Be kind.` : BETTER,
  );
  const noting = (inner: typeof model): typeof model => ({
    ...inner,
    complete: async (messages: readonly Message[], given) => {
      noted.questions.push(JSON.stringify(messages));
      await noted.onCall?.(noted.questions.length);
      return inner.complete(messages, given);
    },
  });
  const noted = {
    questions: [] as string[],
    onCall: undefined as ((call: number) => unknown) | undefined,
    options: greetingOptions({ model: noting(model), target: noting(target), ...options }),
  };
  return noted;
}

/** What an optimization came to, without what differs from attempt to attempt. */
function outcomeOf({ prompt, report }: PromptOptimization): object {
  const { duration: _, calls, usd, ...rest } = report;
  const { remembered: __, ...counted } = calls;
  return { ...rest, calls: counted, usd: usd?.toFixed(9), usage: 0, text: prompt.blocks[0]?.text };
}

describe("the budget", () => {
  it.each([1, 7, 19, 20, 21, 29, 60, 1000])("of %i calls is never exceeded by one", async (calls) => {
    const { options, questions } = asked({ budget: { calls }, concurrency: 5 });
    const { report, error } = await optimize(SOURCE, options);
    expect(error).toBeUndefined();
    expect(questions.length).toBeLessThanOrEqual(calls);
    expect(report.calls.total).toBe(questions.length);
    expect(report.stopReason).toBe(calls === 1000 ? "saturated" : "budget");
    expect(report.answer.candidate).toBe(calls === 1000 ? 2 : 0);
  });

  it("keeps what the sealed cases take, or says that it cannot", async () => {
    const { report: whole } = await optimize(SOURCE, asked().options);
    const { report } = await optimize(SOURCE, asked({ budget: { calls: whole.calls.total - 1 } }).options);
    expect(report.stopReason).toBe("budget");
    const enough = await optimize(SOURCE, asked({ budget: { calls: whole.calls.total } }).options);
    expect(enough.report.test?.gain).toBeGreaterThan(0);
  });

  it.each([0.0001, 0.0002, 0.0003])("of %f dollars is never exceeded", async (usd) => {
    const { options } = asked({ budget: { usd }, concurrency: 5 });
    const { report, error } = await optimize(SOURCE, options);
    expect(error).toBeUndefined();
    expect(report.usd).toBeLessThanOrEqual(usd);
    expect(report.usd).toBeGreaterThan(0);
    expect(report.stopReason).toBe("budget");
  });

  it("of money ends at the first call whose cost nobody knows", async () => {
    const { options, questions } = asked({ budget: { usd: 10 }, concurrency: 5 });
    const { pricing: _, ...target } = options.target ?? greetingModel();
    const { report, improved } = await optimize(SOURCE, { ...options, target });
    expect(report.stopReason).toBe("unpriced");
    expect(report.usd).toBeUndefined();
    expect(questions).toHaveLength(1);
    expect(improved).toBe(false);
  });

  it("of money ends at the first call whose cost is known in part", async () => {
    const judge = { usage: { input: 1, output: 1, total: 2, cost: { input: 0.01, output: 0 } } };
    const { options, questions } = asked({ budget: { usd: 10 }, concurrency: 1 });
    const { pricing: _, ...target } = options.target ?? greetingModel();
    const scorer = {
      name: "judge",
      score: () => ({ score: 0, report: { ...judge, status: "completed" } as never }),
    };
    const { report } = await optimize(SOURCE, { ...options, target, scorer });
    expect(report.stopReason).toBe("unpriced");
    expect(questions).toHaveLength(1);
  });

  it("of time ends runs that are under way", async () => {
    const noted = asked({ budget: { ms: 40 } });
    noted.onCall = (call) => (call > 30 ? wait(5_000, AbortSignal.timeout(2_000)) : undefined);
    const { report, error, improved } = await optimize(SOURCE, noted.options);
    expect(report.stopReason).toBe("budget");
    expect(error).toBeUndefined();
    expect(improved).toBe(false);
    expect(report.duration).toBeLessThan(1_900);
  });
});

describe("a signal", () => {
  it("that has aborted lets nothing begin", async () => {
    const { options, questions } = asked({ signal: AbortSignal.abort() });
    const { report, error, improved } = await optimize(SOURCE, options);
    expect(questions).toHaveLength(0);
    expect(report).toMatchObject({ stopReason: "aborted", calls: { total: 0 } });
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(improved).toBe(false);
  });
});

describe("calls", () => {
  it("that were waited for when the optimization was stopped are not counted", async () => {
    const stop = new AbortController();
    const noted = asked({ budget: { usd: 1 }, concurrency: 5, signal: stop.signal });
    noted.onCall = () => wait(20).then(() => stop.abort());
    const { report } = await optimize(SOURCE, noted.options);
    expect(noted.questions).toHaveLength(1);
    expect(report.calls.total).toBe(1);
  });
});

describe("a store", () => {
  it("lets an optimization that was stopped go on where it was, with no call made twice", async () => {
    const whole = asked();
    const expected = await optimize(SOURCE, whole.options);
    for (const at of [1, 3, 19, 22, 40, 70, whole.questions.length]) {
      const store = memoryStore();
      const stop = new AbortController();
      const first = asked({ store, signal: stop.signal, concurrency: 1 });
      first.onCall = (call) => call === at && stop.abort(new Error("enough"));
      const stopped = await optimize(SOURCE, first.options);
      expect(stopped.report.stopReason).toBe("aborted");
      expect(stopped.error).toMatchObject({ code: "AGENT_CANCELLED" });
      expect(first.questions).toHaveLength(at);
      const second = asked({ store, concurrency: 1 });
      const resumed = await optimize(SOURCE, second.options);
      expect(outcomeOf(resumed)).toEqual(outcomeOf(expected));
      // The call that was stopped had no answer, so it is made again; no other is.
      expect(resumed.report.calls.remembered).toBe(at - 1);
      const all = [...first.questions.slice(0, at - 1), ...second.questions];
      expect(new Set(all).size).toBe(all.length);
      expect(all).toHaveLength(whole.questions.length);
    }
  });

  it("lets a larger budget go on where a smaller one ended", async () => {
    const store = new Map<string, string>();
    const first = asked({ store, budget: { calls: 45 } });
    expect((await optimize(SOURCE, first.options)).report.stopReason).toBe("budget");
    const second = asked({ store });
    const { report, improved } = await optimize(SOURCE, second.options);
    expect(improved).toBe(true);
    expect(report.calls.remembered).toBe(first.questions.length);
    expect(second.questions.length).toBe(report.calls.total - first.questions.length);
  });

  it("is asked anew where the case, the values or the scorer are others", async () => {
    const store = memoryStore();
    await optimize(SOURCE, asked({ store }).options);
    const changed: Partial<PromptOptimizeOptions>[] = [
      { dataset: greetingCases.map((each) => ({ ...each, expected: "order" })) },
      { placeholders: { secret: "42" } },
      { scorer: { name: "other", score: () => ({ score: 0 }) } },
      { agent: agent({ name: "clerk", model: greetingModel() }) },
    ];
    const remembered: number[] = [];
    for (const options of changed) {
      const { report } = await optimize(SOURCE, asked({ store, rounds: 1, ...options }).options);
      remembered.push(report.calls.runs - report.calls.remembered);
    }
    expect(remembered.every((made) => made > 0)).toBe(true);
  });

  const bad: Readonly<Record<string, object>> = {
    rejects: {
      get: async () => Promise.reject(new Error("disk")),
      set: async () => Promise.reject(new Error("disk")),
    },
    throws: {
      get: () => {
        throw new Error("disk");
      },
      set: () => {
        throw new Error("disk");
      },
    },
    "gives rubbish": { get: () => "42", set: () => {} },
    "gives scores that are none": {
      get: () => ({ v: 1, score: 7, answer: "", notes: [], usage: {} }),
      set: () => {},
    },
  };
  it.each(Object.keys(bad))("that %s costs what it should have known, and nothing else", async (how) => {
    const { options } = asked({ store: bad[how] as never });
    const result = await optimize(SOURCE, options);
    expect(result.improved).toBe(true);
    expect(result.report.calls.remembered).toBe(0);
    expect(result.report.warnings).toHaveLength(1);
  });

  it("keeps the runs of two cases apart that ask the same", async () => {
    const dataset = greetingCases.map((each) => ({ ...each, input: "The same.", expected: "order" }));
    const scorer = {
      name: "odd",
      score: ({ case: { name } }: EvalContext) => ({ score: Number(/[13579]$/.test(name)) }),
    };
    const { options, questions } = asked({ store: memoryStore(), dataset, scorer, rounds: 1 });
    const { report } = await optimize(SOURCE, options);
    expect(report.source.train).toBeGreaterThan(0);
    expect(report.source.train).toBeLessThan(1);
    expect(report.calls).toMatchObject({ remembered: 0, total: questions.length });
  });

  it("cannot lift the budget with calls that cost less than nothing", async () => {
    const store = new Map<string, string>();
    await optimize(SOURCE, asked({ store, budget: { usd: 0.0002 } }).options);
    for (const [key, text] of store)
      store.set(key, text.replace(/"input":[\d.e-]+,"output"/g, '"input":-9,"output"'));
    const { options } = asked({ store, budget: { usd: 0.0002 } });
    const { report } = await optimize(SOURCE, options);
    expect(report.calls.remembered).toBe(0);
    expect(report.stopReason).toBe("budget");
    expect(report.usd).toBeGreaterThan(0);
  });

  it("that hangs is given up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let waiting = 0;
      const hangs = (): Promise<never> => new Promise(() => waiting++);
      const done = optimize(SOURCE, asked({ store: { get: hangs, set: hangs }, concurrency: 2 }).options);
      await vi.waitFor(() => expect(waiting).toBe(2));
      await vi.advanceTimersByTimeAsync(10_000);
      const { improved, report } = await done;
      expect(improved).toBe(true);
      expect(waiting).toBe(2);
      expect(report.warnings).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps a record for each call, and nothing else", async () => {
    const watch = watchStore(memoryStore());
    const { report } = await optimize(SOURCE, asked({ store: watch.store }).options);
    expect(watch.written).toHaveLength(report.calls.total);
    expect(new Set(watch.written).size).toBe(report.calls.total);
    expect(watch.written.every((key) => /^optimize\/[0-9a-f]{64}$/.test(key))).toBe(true);
  });
});
