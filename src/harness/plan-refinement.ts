import { conversationText, holdsUntrusted } from "../agent/conversation-text.ts";
import type {
  HarnessPlanResult,
  HarnessRefinement,
  HarnessRefineOptions,
  HarnessState,
} from "../contracts/harness.ts";
import type { Model } from "../contracts/model.ts";
import { HarnessPlanError } from "../core/errors/prompt-errors.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { markFor } from "../core/text/mark-for.ts";
import { askModel, type ModelAnswer } from "../prompt/ask-model.ts";
import { renderPlaceholders } from "../prompt/grammar.ts";
import { readJson } from "../schema/read-json.ts";
import { isNamed } from "../store/is-named.ts";
import { historyForPlanner, overviewForPlanner } from "./overview.ts";
import { readProposal } from "./read-proposal.ts";
import { harnessCautionText } from "./texts/harness-caution.ts";
import { harnessPlannerText } from "./texts/harness-planner.ts";
import { harnessReviewerText } from "./texts/harness-reviewer.ts";

/** What a planner works on. */
export interface PlanningTask extends HarnessRefineOptions {
  readonly model: Model;
  readonly maxTokens?: number | undefined;
  /** The state of the scope that is refined. */
  readonly baseline: HarnessState;
  /** What holds beside it and is read-only. */
  readonly beside: readonly HarnessState[];
  readonly history: readonly HarnessRefinement[];
  /** What an agent wished for. Material, no order. */
  readonly wishes?: readonly string[] | undefined;
  /** Nobody asked for it. */
  readonly unasked?: boolean | undefined;
}

/** In UTF-16 units: what a planner and a reviewer read of a conversation, from its end. */
const PLANNER_READS = 80_000;
const REVIEWER_READS = 40_000;
const PLANNER_WRITES = 32_000;
const REVIEWER_WRITES = 4_096;

const POLICIES = {
  local:
    "This refinement is local. Entries whose id begins with `global:` are read-only: never update or delete one, create a local entry instead.",
  global:
    "This refinement is global: its entries hold in all conversations of all projects. Only what is true and useful in each of them.",
} as const;

/** Asks a model for edits. One call, without reasoning, as its output is the plan. Never rejects. */
export async function planRefinement(task: PlanningTask): Promise<HarnessPlanResult> {
  const { model, baseline, beside, history, instructions = "", scope = "local", wishes = [], unasked } = task;
  const given = task.conversation ?? conversationText(task.messages ?? []);
  const conversation = tailOf(given, PLANNER_READS);
  if (conversation.trim() === "") {
    const message = 'There is nothing to learn from: pass "conversation" or "messages" that are not empty.';
    return { error: new InvalidRequestError(message), usage: {}, warnings: [] };
  }
  const states = [baseline, ...beside];
  const sections = {
    state: overviewForPlanner(states),
    history: historyForPlanner(history),
    conversation,
    wishes: wishes.join("\n"),
    instructions: [instructions, unasked ? harnessCautionText : ""].filter((text) => text !== "").join("\n"),
  };
  const mark = markFor(Object.values(sections));
  const answer = await askModel({
    ...within(task),
    name: "harness-planner",
    model,
    messages: [
      { role: "system", content: renderPlaceholders(harnessPlannerText, { mark, policy: POLICIES[scope] }) },
      { role: "user", content: sectionsText(sections, mark) },
    ],
    options: optionsFor(Math.min(task.maxTokens ?? PLANNER_WRITES, PLANNER_WRITES)),
  });
  const { usage, report } = answer;
  const read = readAnswer(answer, history);
  if (read.error) return { error: read.error, usage, report, warnings: [] };
  // Whatever was learned from untrusted text speaks to the planner, too.
  const isTainted =
    task.tainted === true ||
    holdsUntrusted(task.messages ?? []) ||
    states.some(({ entries }) => entries.some(({ tainted }) => tainted));
  const material = `${conversation}\n\n${instructions}`;
  const plan = { scope, baseline, proposal: read.proposal, material, tainted: isTainted };
  return { plan, usage, report, warnings: read.warnings };
}

/** Whether a conversation is worth a plan that nobody asked for. What the reviewer does not clearly say is a no. */
export async function reviewConversation(
  task: Pick<PlanningTask, "model" | "parent" | "signal" | "sessionId"> & { readonly conversation: string },
): Promise<boolean> {
  const conversation = tailOf(task.conversation, REVIEWER_READS);
  const mark = markFor([conversation]);
  const { response, error } = await askModel({
    ...within(task),
    name: "harness-reviewer",
    model: task.model,
    messages: [
      { role: "system", content: renderPlaceholders(harnessReviewerText, { mark }) },
      { role: "user", content: sectionsText({ conversation }, mark) },
    ],
    options: optionsFor(REVIEWER_WRITES),
  });
  if (error) throw error;
  const reading = readJson(response.content, "lenient");
  return reading.ok && !reading.ambiguous && isNamed(reading.value) && reading.value.refine === true;
}

function readAnswer(
  answer: ModelAnswer,
  history: readonly HarnessRefinement[],
): ReturnType<typeof readProposal> | { readonly error: NonNullable<ModelAnswer["error"]> } {
  const { response, error } = answer;
  if (error?.category === "cancelled") return { error };
  const stopped = response && /^(?:error|content_filter)$/.test(response.finishReason);
  if (!response || stopped) {
    const message = `The planner did not answer (${error?.code ?? response?.finishReason}). Nothing was changed.`;
    return { error: new HarnessPlanError(message, { reason: "model", cause: error }) };
  }
  return readProposal(
    response,
    history.map(({ id }) => id),
  );
}

function within({
  parent,
  signal,
  sessionId,
}: Pick<PlanningTask, "parent" | "signal" | "sessionId">): Pick<
  PlanningTask,
  "parent" | "signal" | "sessionId"
> {
  return { parent, signal: signal ?? parent?.signal, sessionId };
}

/** Reasoning would take the room of the answer, whatever the model does else. */
function optionsFor(maxTokens: number): { maxTokens: number; reasoning: { effort: "none" } } {
  return { maxTokens, reasoning: { effort: "none" } };
}

function sectionsText(sections: Readonly<Record<string, string>>, mark: string): string {
  return Object.entries(sections)
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `<${name}-${mark}>\n${text}\n</${name}-${mark}>`)
    .join("\n\n");
}

/** The end of a text, without half a character before it. */
function tailOf(text: string, most: number): string {
  return text.slice(-most).replace(/^[\udc00-\udfff]/, "");
}
