import { canary } from "./canary.ts";
import { guard } from "./guard.ts";
import { guardData } from "./guard-data.ts";
import { injection } from "./injection.ts";
import { moderation } from "./moderation.ts";
import { pii } from "./pii.ts";
import { secrets } from "./secrets.ts";
import { spotlight, spotlightInstruction } from "./spotlight.ts";
import { topic } from "./topic.ts";
import { vault } from "./vault.ts";

/** What goes with guards, as members of `guardrail`. */
interface Members {
  readonly canary: typeof canary;
  readonly data: typeof guardData;
  readonly injection: typeof injection;
  readonly moderation: typeof moderation;
  readonly pii: typeof pii;
  readonly secrets: typeof secrets;
  readonly spotlight: typeof spotlight;
  readonly spotlightInstruction: typeof spotlightInstruction;
  readonly topic: typeof topic;
  readonly vault: typeof vault;
}

/**
 * Makes a guard of detectors: see `guard`. Its members make the detectors and what else a guard is given.
 *
 * @example
 * const model = mockModel({ name: "mock", responses: [{ content: "Write to ada@example.org." }] });
 * const guarded = ai.agent({ model, middleware: [ai.guardrail({ output: [ai.guardrail.pii({ mask: "(hidden)" })] })] });
 * (await guarded.execute("Who knows more?")).text; // "Write to (hidden)."
 */
export const guardrail: typeof guard & Members = /* @__PURE__ */ Object.assign(
  (options?: Parameters<typeof guard>[0]) => guard(options),
  {
    canary,
    data: guardData,
    injection,
    moderation,
    pii,
    secrets,
    spotlight,
    spotlightInstruction,
    topic,
    vault,
  },
);
