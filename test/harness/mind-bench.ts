import type { HarnessEdit, HarnessProposal } from "../../src/contracts/harness.ts";
import { type Harness, type HarnessOptions, harness } from "../../src/harness/harness.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { type MockModel, type MockResponse, mockModel } from "../../src/testing/mock-model.ts";
import { start } from "./harness-bench.ts";

/** What the user of these tests says. */
export const said = "user:\n Please always use tabs.\nassistant:\n Will do.";

/** An edit with a quote of it. */
export function learn(title: string, more: Partial<HarnessEdit> = {}): HarnessEdit {
  const content = `About ${title}.`;
  return {
    ...{ operation: "create", kind: "memory", title, content, evidence: ["always use tabs"] },
    ...more,
  };
}

/** A planner's answer. */
export function plan(edits: readonly HarnessEdit[], more: Partial<HarnessProposal> = {}): MockResponse {
  const proposal = { summary: "Learned.", rationale: "Said.", expectedOutcome: "Better.", edits };
  return { content: JSON.stringify({ ...proposal, ...more }) };
}

/** A model with these answers. */
export function answering(...responses: readonly MockResponse[]): MockModel {
  return mockModel({ name: "planner", responses });
}

/** A harness whose planner has these answers, on a clock that the test moves. */
export function mindOf(
  responses: readonly MockResponse[],
  options: Partial<HarnessOptions> = {},
): { readonly learned: Harness; readonly model: MockModel; readonly clock: { now: number } } {
  const model = answering(...responses);
  const clock = { now: start };
  const learned = harness({ model, store: memoryStore(), id: "chat", now: () => clock.now, ...options });
  return { learned, model, clock };
}

/** What a model was told in a call: its system prompt, and the rest. */
export function toldIn(model: MockModel, call: number): { readonly system: string; readonly user: string } {
  const [system, user] = (model.callHistory[call]?.messages ?? []).map(({ content }) => String(content));
  return { system: system ?? "", user: user ?? "" };
}
