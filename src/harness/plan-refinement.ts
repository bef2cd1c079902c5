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
import type { ExecuteOptions } from "../core/run.ts";
import { marked, markFor } from "../core/text/mark-for.ts";
import { askModel, type ModelAnswer } from "../prompt/ask-model.ts";
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
  readonly wish?: string | undefined;
  /** Nobody asked for it. */
  readonly unasked?: boolean | undefined;
}

/** In UTF-16 units: what a planner and a reviewer read of a conversation, from its end. */
const PLANNER_READS = 80_000;
const REVIEWER_READS = 40_000;
const PLANNER_WRITES = 32_000;
const REVIEWER_WRITES = 4_096;

/** Asks a model for edits. One call, without reasoning, as its output is the plan. Never rejects. */
export async function planRefinement(task: PlanningTask): Promise<HarnessPlanResult> {
  const { model, baseline, beside, history, instructions = "", scope = "local", messages = [] } = task;
  const conversation = tailOf(task.conversation ?? conversationText(messages), PLANNER_READS);
  if (conversation.trim() === "") {
    const error = new InvalidRequestError('Pass "conversation" or "messages" that are not empty.');
    return { error, usage: {}, warnings: [] };
  }
  const states = [baseline, ...beside];
  const sections = {
    scope,
    state: overviewForPlanner(states),
    history: historyForPlanner(history),
    conversation,
    wish: task.wish ?? "",
    instructions: instructions + (task.unasked ? harnessCautionText : ""),
  };
  const cap = Math.min(task.maxTokens ?? PLANNER_WRITES, PLANNER_WRITES);
  const { response, error, usage, report } = await ask(
    task,
    "harness-planner",
    model,
    harnessPlannerText,
    sections,
    cap,
  );
  const spent = { usage, report, warnings: [] };
  if (error?.category === "cancelled") return { ...spent, error };
  if (!response || !/^(?:stop|length)$/.test(response.finishReason)) {
    const message = `The planner did not answer (${error?.code ?? response?.finishReason}). Nothing was changed.`;
    return { ...spent, error: new HarnessPlanError(message, { reason: "model", cause: error }) };
  }
  const read = readProposal(response, new Set(history.map(({ id }) => id)));
  if (read.error) return { ...spent, error: read.error };
  const tainted =
    // Of a plain text nobody knows who wrote it.
    (task.tainted ?? task.conversation !== undefined) ||
    holdsUntrusted(messages) ||
    // Whatever was learned from untrusted text speaks to the planner, too.
    states.some(({ entries }) => entries.some((entry) => entry.tainted));
  const material = `${conversation}\n\n${instructions}`;
  return {
    ...spent,
    warnings: read.warnings,
    plan: { scope, baseline, proposal: read.proposal, material, tainted },
  };
}

/** Whether a conversation is worth a plan that nobody asked for. What the reviewer does not clearly say is a no. */
export async function reviewConversation(
  task: ExecuteOptions,
  model: Model,
  given: string,
): Promise<boolean> {
  const sections = { conversation: tailOf(given, REVIEWER_READS) };
  const asked = await ask(task, "harness-reviewer", model, harnessReviewerText, sections, REVIEWER_WRITES);
  if (asked.error) throw asked.error;
  const reading = readJson(asked.response.content, "lenient");
  return reading.ok && !reading.ambiguous && isNamed(reading.value) && reading.value.refine === true;
}

/** One call. Reasoning would take the room of the answer, whatever the model does else. */
function ask(
  { parent, signal = parent?.signal, sessionId }: ExecuteOptions,
  name: string,
  model: Model,
  prompt: string,
  sections: Readonly<Record<string, string>>,
  maxTokens: number,
): Promise<ModelAnswer> {
  const mark = markFor(Object.values(sections));
  const content = Object.entries(sections)
    .filter(([, text]) => text !== "")
    .map(([section, text]) => `\n\n${marked(section, text, mark)}`)
    .join("");
  return askModel({
    ...{ name, model, parent, signal, sessionId },
    messages: [
      { role: "system", content: prompt },
      { role: "user", content: mark + content },
    ],
    options: { maxTokens, reasoning: { effort: "none" } },
  });
}

/** The end of a text, without half a character before it. */
function tailOf(text: string, most: number): string {
  return text.slice(-most).replace(/^[\udc00-\udfff]/, "");
}
