import type { Message } from "../../contracts/message.ts";
import type { TripContext } from "../../contracts/middleware.ts";
import type { Model } from "../../contracts/model.ts";
import { abortable } from "../../core/abort.ts";
import type { AmbientRun } from "../../core/ambient.ts";
import { messageOf } from "../../core/errors/message-of.ts";
import { clipped } from "../../core/text/clipped.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { marked, markFor } from "../../core/text/mark-for.ts";
import { askModel } from "../../prompt/ask-model.ts";
import { conversationText, messageText } from "../../prompt/conversation-text.ts";
import type { CompactionPlan } from "../compaction.ts";
import { compactionText } from "../texts/compaction.ts";

/** How much of one message the summarizer reads, in characters; less where many are long. */
const longestMessage = 8000;
const shortestMessage = 200;

/** A summary of messages that goes on from the one before; `undefined`, with a warning, where there is none to be had. */
export async function summarize(
  plan: CompactionPlan,
  context: TripContext,
  parent: AmbientRun | undefined,
  previous: string | undefined,
  messages: readonly Message[],
): Promise<string | undefined> {
  const { signal } = context;
  const { summarizer = context.model } = plan;
  try {
    const answer =
      typeof summarizer === "function"
        ? await abortable((async () => summarizer(messages, { previous, signal }))(), signal)
        : await ask(plan, context, summarizer, parent, previous, messages);
    const summary = typeof answer === "string" ? answer.trim() : "";
    if (summary === "") throw new Error("it gave no text");
    // A summary that is too long helps nobody: about four characters make a token.
    return clipped(summary, plan.maxSummaryTokens * 6);
  } catch (error) {
    signal.throwIfAborted();
    context.warn("the conversation could not be compacted", {
      middleware: plan.name,
      reason: messageOf(error),
    });
    return undefined;
  }
}

async function ask(
  plan: CompactionPlan,
  { signal, sessionId }: TripContext,
  model: Model,
  parent: AmbientRun | undefined,
  previous: string | undefined,
  messages: readonly Message[],
): Promise<string> {
  const conversation = readable(messages, plan.maxTokens, plan.count);
  const mark = markFor([previous ?? "", conversation]);
  const words = Math.max(20, Math.floor(plan.maxSummaryTokens * 0.7));
  const sections = [
    ...(previous === undefined ? [] : [marked("summary", previous, mark)]),
    marked("conversation", conversation, mark),
  ];
  const { response, error } = await askModel({
    name: plan.name,
    model,
    messages: [
      { role: "system", content: compactionText.replace("{{words}}", String(words)) },
      { role: "user", content: sections.join("\n\n") },
    ],
    // What a model thinks counts, too: it would leave no room for the summary.
    options: { maxTokens: Math.ceil(plan.maxSummaryTokens * 1.2), reasoning: { effort: "none" } },
    parent,
    signal,
    sessionId,
  });
  if (error) throw error;
  return response.content;
}

/** The messages as text, each cut so far that all fit into what the summarizer may read. */
function readable(
  messages: readonly Message[],
  maxTokens: number,
  count: (text: string) => number = estimateTokens,
): string {
  let text = "";
  for (let longest = longestMessage; longest >= shortestMessage; longest /= 2) {
    text = conversationText(
      messages.map((message) => ({ ...message, content: clipped(messageText(message), longest) })),
    );
    if (count(text) <= maxTokens) break;
  }
  return clipped(text, maxTokens * 8);
}
