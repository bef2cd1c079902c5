import type { Message } from "../contracts/message.ts";
import type { AgentMiddleware, TripContext } from "../contracts/middleware.ts";
import { type GuardrailPhase, GuardrailViolationError } from "../core/errors/agent-errors.ts";

/** What a check says of a text. */
export type GuardrailCheckResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Looks at a text before or after a model call. */
export type GuardrailCheck = (
  text: string,
  context: TripContext,
) => GuardrailCheckResult | Promise<GuardrailCheckResult>;

/** Options of `guardrail`. */
export interface GuardrailMiddlewareOptions {
  /** Default `guardrail`. */
  readonly name?: string;
  /** Sees what the model is about to be asked: the last user message and the tool results after it. */
  readonly inputCheck?: GuardrailCheck;
  /** Sees what the model answered, before the tools it called run and before a stream shows it. */
  readonly outputCheck?: GuardrailCheck;
}

/**
 * Checks texts before and after each model call. A refused text ends the run with `GuardrailViolationError`
 * (`GUARDRAIL_VIOLATION`); tools that a refused answer called are not run. With an output check, a stream shows the text
 * of a trip when it has passed.
 *
 * @example
 * const noNumbers = ai.middleware.guardrail({
 *   inputCheck: (text) => (text.includes("SSN") ? { ok: false, reason: "pii" } : { ok: true }),
 * });
 */
export function guardrail(options: GuardrailMiddlewareOptions): AgentMiddleware {
  const { name = "guardrail", inputCheck, outputCheck } = options;
  return {
    name,
    holdsOutput: outputCheck !== undefined,
    trip: {
      ...(inputCheck
        ? {
            before: async (context) => check(inputCheck, "input", name, askedText(context.messages), context),
          }
        : {}),
      ...(outputCheck
        ? {
            after: async (context, response) => check(outputCheck, "output", name, response.content, context),
          }
        : {}),
    },
  };
}

async function check(
  look: GuardrailCheck,
  phase: GuardrailPhase,
  guardrailName: string,
  text: string,
  context: TripContext,
): Promise<undefined> {
  const verdict = await look(text, context);
  if (verdict.ok) return undefined;
  const { reason } = verdict;
  throw new GuardrailViolationError(`The guardrail "${guardrailName}" refused the ${phase}: ${reason}`, {
    phase,
    reason,
    guardrail: guardrailName,
  });
}

/** The texts since the model spoke last: the user's, or the results of the tools it called. */
function askedText(messages: readonly Message[]): string {
  const last = messages.findLastIndex((message) => message.role === "assistant");
  return messages
    .slice(last + 1)
    .filter((message) => message.role !== "system")
    .map(plainText)
    .join("\n");
}

function plainText(message: Message): string {
  if (typeof message.content === "string") return message.content;
  return message.content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}
