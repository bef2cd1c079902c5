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
  const wrong = schemaIssueOf(value);
  if (wrong !== undefined) return failure("invalid_schema", wrong);
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

function schemaIssueOf(value: unknown): string | undefined {
  if (!isNamed(value)) return "is no JSON object";
  const text = TEXTS.find((name) => typeof (value[name] ?? "") !== "string");
  if (text) return `has a "${text}" that is no text`;
  if (!Array.isArray(value.edits) || !value.edits.every(isNamed)) return 'needs "edits", a list of objects';
  return isNamed(value.outcomes ?? {}) ? undefined : 'has "outcomes" that are no object';
}

function failure(reason: HarnessPlanReason, why: string): { readonly error: HarnessPlanError } {
  const message = `The planner's answer ${why}. Nothing was changed.`;
  return { error: new HarnessPlanError(message, { reason }) };
}
