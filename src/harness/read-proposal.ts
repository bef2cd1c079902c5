import type { HarnessProposal } from "../contracts/harness.ts";
import type { ModelResponse } from "../contracts/model.ts";
import { HarnessPlanError, type HarnessPlanReason } from "../core/errors/prompt-errors.ts";
import { readJson } from "../schema/read-json.ts";
import { isNamed } from "../store/is-named.ts";

/** What a planner's answer says, or why it cannot be read. */
export type ReadProposal =
  | { readonly proposal: HarnessProposal; readonly warnings: readonly string[]; readonly error?: undefined }
  | { readonly error: HarnessPlanError };

const TEXTS = ["summary", "rationale", "expectedOutcome"] as const;
const OUTCOMES: readonly unknown[] = ["kept", "failed", "unknown"];

/**
 * Reads the plan that a model wrote. An answer that stops too early is told apart from one that is wrong, by a tokenizer; one
 * whose object is whole counts, also where the model was stopped behind it. Errors hold nothing of the answer.
 *
 * @param known the ids of the refinements that the planner was shown: its outcomes of others are left out.
 */
export function readProposal(
  { content, finishReason }: ModelResponse,
  known: ReadonlySet<string> = new Set(),
): ReadProposal {
  const isCut = finishReason === "length";
  const reading = readJson(content, "lenient");
  if (!reading.ok) {
    return isCut || reading.reason === "truncated"
      ? failure(
          "truncated",
          "stops too early. Ask for less, with a shorter conversation or narrower instructions, or allow more maxTokens",
        )
      : failure("malformed", `is no JSON. ${reading.message}`);
  }
  if (reading.ambiguous) return failure("ambiguous", "holds more than one JSON value");
  const { value } = reading;
  if (!isProposal(value)) {
    return failure(
      "invalid_schema",
      'is not an object with texts, "edits" as a list of objects, and "outcomes"',
    );
  }
  const { summary, rationale, expectedOutcome, edits, outcomes } = value as unknown as HarnessProposal;
  const said = Object.entries(outcomes ?? {}).filter(
    ([id, outcome]) => known.has(id) && OUTCOMES.includes(outcome),
  );
  return {
    proposal: {
      summary: summary ?? "",
      rationale: rationale ?? "",
      expectedOutcome: expectedOutcome ?? "",
      edits,
      ...(said.length > 0 && { outcomes: Object.fromEntries(said) }),
    },
    warnings: isCut ? ["The planner was stopped at its limit of tokens; its plan is whole."] : [],
  };
}

function isProposal(value: unknown): boolean {
  return (
    isNamed(value) &&
    TEXTS.every((name) => typeof (value[name] ?? "") === "string") &&
    Array.isArray(value.edits) &&
    value.edits.every(isNamed) &&
    isNamed(value.outcomes ?? {})
  );
}

function failure(reason: HarnessPlanReason, why: string): { readonly error: HarnessPlanError } {
  const message = `The planner's answer ${why}. Nothing was changed.`;
  return { error: new HarnessPlanError(message, { reason }) };
}
