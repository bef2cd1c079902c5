import type { Model } from "../contracts/model.ts";
import type { PromptsValidateOptions } from "../contracts/prompts-manager.ts";
import type { JsonSchema } from "../contracts/schema.ts";
import type { PlaceholderValues, SystemPromptContract } from "../contracts/system-prompt.ts";
import { abortable } from "../core/abort.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { sha256 } from "../core/hash.ts";
import { readScore } from "../core/read-score.ts";
import { marked, markFor } from "../core/text/mark-for.ts";
import { readJson } from "../schema/read-json.ts";
import { cache } from "../store/cache.ts";
import { askModel } from "./ask-model.ts";
import { renderPlaceholders } from "./grammar.ts";
import { criteriaOf } from "./refine/pin-key.ts";
import { promptJudgeText } from "./texts/prompt-judge.ts";
import { promptRubricText } from "./texts/prompt-rubric.ts";

/** What a judge says of a prompt. Without a score where there is no verdict that can be read; then the one issue says why. */
export interface PromptVerdict {
  readonly score?: number;
  readonly issues: readonly string[];
}

/** A verdict as it is kept. */
type KeptVerdict = { score: number; issues: string[] };

const verdictSchema: JsonSchema = {
  type: "object",
  properties: {
    issues: { type: "array", items: { type: "string" } },
    score: { type: "number", minimum: 0, maximum: 1 },
  },
  required: ["issues", "score"],
};

/**
 * Has a model grade a prompt, with its placeholders filled, by the rules given or by the built-in ones. Never rejects. A verdict
 * is kept in the cache under what it depends on: the text, the rules and the model; one that cannot be read is not.
 */
export async function judgePrompt(
  prompt: Pick<SystemPromptContract, "blocks">,
  judge: Model,
  options: PromptsValidateOptions,
): Promise<PromptVerdict> {
  const { placeholders, criteria, judgeCache, sessionId, parent, signal = parent?.signal } = options;
  const body = prompt.blocks.map((block) => filled(block.resolve(), placeholders)).join("\n\n");
  // A rule stays on its line, so that no value makes rules of its own.
  const rules = criteriaOf(criteria).map((rule) => filled(rule, placeholders).replace(/\s+/g, " "));
  const rubric = rules.length > 0 ? rules.map((rule) => `- ${rule}`).join("\n") : promptRubricText;
  const kept = judgeCache && cache<KeptVerdict>(judgeCache, { prefix: "prompt-verdict", accepts: isVerdict });
  // A cache that lets one wait gives up in the end, but does not know when nobody waits any more.
  const untilStopped = <Value>(answer: Promise<Value> | undefined): Promise<Value | undefined> | undefined =>
    answer && abortable(answer, signal).catch(() => undefined);
  // Without a key, as in a page that came over plain HTTP, the judge is asked each time.
  const key =
    kept &&
    (await sha256(
      canonicalJson({ v: 1, judge: [judge.provider, judge.name], task: promptJudgeText, rubric, body }),
    ).catch(() => undefined));
  const known = key === undefined ? undefined : await untilStopped(kept?.get(key));
  if (known) return known;

  const mark = markFor([rubric, body]);
  const { response, error } = await askModel({
    name: "prompt-judge",
    model: judge,
    messages: [
      { role: "system", content: promptJudgeText },
      { role: "user", content: `${marked("rules", rubric, mark)}\n\n${marked("prompt", body, mark)}` },
    ],
    options: { responseSchema: verdictSchema },
    signal,
    sessionId,
    parent,
  });
  const verdict = response && readVerdict(response.content);
  if (verdict) {
    if (key !== undefined) await untilStopped(kept?.set(key, verdict));
    return verdict;
  }
  const why = error?.message ?? 'There is no "score" from 0 to 1 in its answer.';
  return { issues: [`The judge gave no verdict that can be read. ${why}`] };
}

/** A value without a text leaves the placeholders as they are; the check of the placeholders tells of it. */
function filled(text: string, values: PlaceholderValues | undefined): string {
  try {
    return renderPlaceholders(text, values);
  } catch {
    return text;
  }
}

function readVerdict(answer: string): KeptVerdict | undefined {
  const reading = readJson(answer, "lenient");
  // Of several values one may be quoted from the prompt: a prompt must not be able to grade itself.
  if (!reading.ok || reading.ambiguous) return undefined;
  const { score: given, issues }: { score?: unknown; issues?: unknown } = Object(reading.value);
  const isNumeral = typeof given === "string" && /^\s*[\d.]+\s*$/.test(given);
  const score = readScore(isNumeral ? Number(given) : given);
  if (score === undefined) return undefined;
  const listed = Array.isArray(issues) ? issues : [];
  return { score, issues: listed.filter((issue) => typeof issue === "string" && issue.trim() !== "") };
}

function isVerdict(value: unknown): value is KeptVerdict {
  const { score, issues }: { score?: unknown; issues?: unknown } = Object(value);
  return (
    readScore(score) !== undefined &&
    Array.isArray(issues) &&
    issues.every((issue) => typeof issue === "string")
  );
}
