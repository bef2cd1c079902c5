import type { LookAtText } from "../../../test/support/injection-scores.ts";
import type { Contender } from "../contender.ts";

/** What a program has that takes the package's own advice: its default threshold. */
function offer(look: LookAtText): Awaited<ReturnType<Contender["load"]>> {
  return { detectors: { injection: look }, work: { injection: (text) => look(text, "user") } };
}

export const vard: Contender = {
  who: "@andersmyrmel/vard",
  packages: ["@andersmyrmel/vard"],
  async load() {
    const { createVard, vard: guard } = await import("@andersmyrmel/vard");
    // Every threat counts, with the severity that it has.
    const all = createVard().maxLength(Number.MAX_SAFE_INTEGER).threshold(0);
    return offer((text) => {
      const seen = all.safeParse(text);
      const score = seen.safe ? 0 : Math.max(...seen.threats.map(({ severity }) => severity));
      return { score, isHit: !guard.safe(text).safe };
    });
  },
};

export const aidefence: Contender = {
  who: "@claude-flow/aidefence",
  packages: ["@claude-flow/aidefence"],
  async load() {
    const { createAIDefence } = await import("@claude-flow/aidefence");
    const defence = createAIDefence({ enableLearning: false, enablePIIDetection: false });
    return offer((text) => {
      const { threat, confidence } = defence.quickScan(text);
      return { score: threat ? confidence : 0, isHit: threat };
    });
  },
};

export const reactiveAgents: Contender = {
  who: "@reactive-agents/guardrails",
  packages: ["@reactive-agents/guardrails", "effect"],
  async load() {
    const { detectInjection } = await import("@reactive-agents/guardrails");
    const { Effect } = await import("effect");
    const scores: Readonly<Record<string, number>> = { low: 0.25, medium: 0.5, high: 0.75, critical: 1 };
    return offer((text) => {
      const { detected, severity } = Effect.runSync(detectInjection(text));
      return { score: detected ? (scores[severity] ?? 0) : 0, isHit: detected };
    });
  },
};

/** Three logistic regressions over words; that for attacks and that for jailbreaks count. */
export const llmGuardrail: Contender = {
  who: "llm_guardrail",
  packages: ["llm_guardrail"],
  async load() {
    const name = "llm_guardrail"; // it has no types
    const { checkInjection, checkJailbreak } = await import(name);
    return offer(async (text) => {
      const seen = [await checkInjection(text), await checkJailbreak(text)];
      return {
        score: Math.max(...seen.map(({ probabilities }) => probabilities.threat)),
        isHit: seen.some(({ detected }) => detected),
      };
    });
  },
};

export const llmverify: Contender = {
  who: "llmverify",
  packages: ["llmverify"],
  async load() {
    const { checkPromptInjection, getInjectionRiskScore, isInputSafe } = await import("llmverify");
    return {
      ...offer((text) => ({ score: getInjectionRiskScore(text), isHit: !isInputSafe(text) })),
      work: { injection: (text) => checkPromptInjection(text) },
    };
  },
};
