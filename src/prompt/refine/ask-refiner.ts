import type { Message } from "../../contracts/message.ts";
import type { Model } from "../../contracts/model.ts";
import type { RefinedPin, RefinerParams } from "../../contracts/refined-prompt.ts";
import { linkSignal, timeoutError } from "../../core/abort.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import { PromptRefinementError, type PromptRefinementReason } from "../../core/errors/prompt-errors.ts";
import type { ExecuteOptions } from "../../core/run.ts";
import { marked, markFor } from "../../core/text/mark-for.ts";
import { addUsage } from "../../core/usage.ts";
import { askModel } from "../ask-model.ts";
import { formatPlaceholder, placeholdersOf, renderPlaceholders } from "../grammar.ts";
import { checkRewrite } from "./certificate.ts";
import { readRewrite } from "./read-rewrite.ts";
import type { RefineAccount } from "./refine-options.ts";
import { refinerText } from "./texts/refiner.ts";
import { refinerRepairText } from "./texts/refiner-repair.ts";

/** A prompt that shall be rewritten. */
export interface RefinerTask extends ExecuteOptions {
  readonly model: Model;
  readonly params?: RefinerParams | undefined;
  /** Without blank ones. */
  readonly criteria: readonly string[];
  /** The source template. */
  readonly source: string;
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Has a model rewrite a prompt, and checks what it wrote; what breaks the prompt's contract is asked for once more, never a
 * third time. Rejects with `PromptRefinementError`. What was spent is added to the account, and what to warn of.
 */
export async function askRefiner(
  task: RefinerTask,
  account: RefineAccount,
): Promise<Pick<RefinedPin, "text" | "certificate">> {
  const { model, source } = task;
  const mark = markFor([source, ...task.criteria]);
  const messages: Message[] = [
    { role: "system", content: renderPlaceholders(refinerText, { mark }) },
    { role: "user", content: taskText(task, mark) },
  ];
  /** Why the first answer was refused. Of the prompt, nothing but its placeholders goes into an error. */
  let refused: { readonly reason: "parity" | "invariant"; readonly issues: readonly string[] } | undefined;
  for (;;) {
    const { answer, cause } = await ask(task, messages, account);
    const { text, issue } = readRewrite(answer, source, mark);
    if (cause || text === "") {
      const { reason, issues } = refused ?? { reason: cause ? "model" : "empty", issues: [] };
      throw failure(model, reason, issues, cause);
    }
    const { ok, parity, certificate, issues } = checkRewrite(source, text);
    if (ok && !issue) {
      for (const { message } of parity.warnings) account.warnings.add(message);
      return { text, certificate };
    }
    const isLast = refused !== undefined;
    const changed = [...certificate.lost, ...certificate.added].filter(({ hard }) => hard);
    const families = new Set(changed.map(({ family }) => `Lost or added: ${family}.`));
    const broken = parity.ok ? [...families] : parity.issues.map(({ message }) => message);
    const about = issue ? [issue] : [];
    refused = { reason: parity.ok ? "invariant" : "parity", issues: [...about, ...broken] };
    if (isLast) throw failure(model, refused.reason, refused.issues);
    const list = [...about, ...issues].map((one) => `- ${one}`).join("\n");
    messages.push(
      { role: "assistant", content: answer },
      { role: "user", content: renderPlaceholders(refinerRepairText, { issues: list }) },
    );
  }
}

/** One call. What stopped too early is no answer. */
async function ask(
  { model, params, signal, sessionId, parent, timeoutMs }: RefinerTask,
  messages: readonly Message[],
  account: RefineAccount,
): Promise<{ answer: string; cause?: unknown }> {
  const linked = linkSignal(signal, timeoutMs);
  try {
    const { response, error, report, usage } = await askModel({
      name: "prompt-refiner",
      model,
      messages: [...messages],
      ...(params && { options: params }),
      signal: linked.signal,
      sessionId,
      parent,
    });
    addUsage(account.usage, usage);
    account.report = report;
    const late = linked.signal.aborted && !signal?.aborted;
    const cut = response && response.finishReason !== "stop" && new Error(response.finishReason);
    return { answer: response?.content ?? "", cause: late ? timeoutError(timeoutMs) : (error ?? cut) };
  } finally {
    linked.release();
  }
}

function taskText({ source, criteria }: RefinerTask, mark: string): string {
  const tokens = placeholdersOf(source).map(formatPlaceholder).join(" ");
  const rules = criteria.map((rule) => `\n- ${rule}`).join("");
  return [
    marked("prompt", source, mark),
    tokens && `The rewrite must hold each of these: ${tokens}`,
    rules && `The rewrite must also satisfy:${rules}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function failure(
  { provider, name }: Model,
  reason: PromptRefinementReason,
  issues: readonly string[],
  cause?: unknown,
): PromptRefinementError {
  const { code } = (cause ?? {}) as Partial<AIError>;
  const why = {
    model: `did not answer${typeof code === "string" ? ` (${code})` : ""}`,
    parity: "changed the placeholders",
    invariant: "lost or added what must stay",
    empty: "wrote nothing",
    frozen: "",
  }[reason];
  return new PromptRefinementError(`The refiner ${provider}:${name} ${why}.`, {
    reason,
    issues,
    cause,
  });
}
