import type { Message } from "../../contracts/message.ts";
import type {
  CodingBrief,
  PromptIdea,
  SuperPrompt,
  SuperPromptResult,
} from "../../contracts/super-prompt.ts";
import { PromptParseError } from "../../core/errors/prompt-errors.ts";
import type { ExecuteOptions } from "../../core/run.ts";
import { marked, markFor } from "../../core/text/mark-for.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import { jsonInstruction } from "../../schema/json-instruction.ts";
import { askModel, type ModelAnswer, type ModelQuestion } from "../ask-model.ts";
import { renderPlaceholders } from "../grammar.ts";
import type { SuperPromptOptions } from "../super-prompt.ts";
import { departures, kindOf, qualityRoutingGuidance } from "./guidance.ts";
import { parseCodingBriefJson, parseSuperPromptJson } from "./parse-json.ts";
import { parseCodingBriefMarkdown, parseSuperPromptMarkdown } from "./parse-markdown.ts";
import { requestSchema } from "./schema.ts";
import { codingSections, type SectionDefinition, superSections } from "./sections.ts";
import { codingBriefText } from "./texts/coding-brief.ts";
import { markdownFormText } from "./texts/markdown-form.ts";
import { superPromptText } from "./texts/super-prompt.ts";

/** The cap of output tokens of the first call; a second one gets twice as many. */
const MAX_TOKENS = 4096;

/** Has a model write a prompt, and reads it. Never rejects. */
export async function writeSuperPrompt(
  settings: SuperPromptOptions,
  idea: PromptIdea,
  within: ExecuteOptions,
): Promise<SuperPromptResult> {
  const { model, kind = kindOf(idea), maxTokens = MAX_TOKENS } = settings;
  const usage: Usage = {};
  let attempts = 0;
  const ask = async (cap: number): Promise<ModelAnswer> => {
    attempts += 1;
    const answer = await askModel({
      ...within,
      ...questionOf(settings, idea, kind, cap),
      name: "super-prompt",
      model,
    });
    addUsage(usage, answer.usage);
    return answer;
  };
  const first = await ask(maxTokens);
  const isCut = first.response?.finishReason === "length";
  const { report, error, response } = isCut ? await ask(2 * maxTokens) : first;
  const raw = (response ?? first.response)?.content ?? "";
  const told = { raw, attempts, usage, report };
  const failed = { ...told, kind, complete: false, degraded: true, text: raw, warnings: [] } as const;
  if (!response) return { ...failed, reason: "model_failed", error };
  if (response.finishReason === "length") {
    const message = `The answer was cut at ${2 * maxTokens} tokens. Raise "maxTokens", or shorten the idea.`;
    return {
      ...failed,
      reason: "parse_failed",
      issue: new PromptParseError(message, { issue: "truncated" }),
    };
  }
  try {
    const prompt = read(raw, kind, settings);
    const { fullPrompt, warnings = [] } = prompt.data;
    return {
      ...told,
      ...prompt,
      complete: true,
      degraded: false,
      text: fullPrompt,
      warnings: [...warnings, ...departures(idea, fullPrompt)],
    };
  } catch (issue) {
    if (!(issue instanceof PromptParseError)) throw issue;
    return { ...failed, reason: "parse_failed", issue };
  }
}

type ReadPrompt =
  | { readonly kind: "super"; readonly data: SuperPrompt }
  | { readonly kind: "coding"; readonly data: CodingBrief };

function read(text: string, kind: "super" | "coding", options: SuperPromptOptions): ReadPrompt {
  const { format = "markdown", lenient } = options;
  if (kind === "coding") {
    const data = format === "json" ? parseCodingBriefJson(text) : parseCodingBriefMarkdown(text, { lenient });
    return { kind, data };
  }
  const data = format === "json" ? parseSuperPromptJson(text) : parseSuperPromptMarkdown(text, { lenient });
  return { kind, data };
}

function questionOf(
  { model, format = "markdown", params }: SuperPromptOptions,
  idea: PromptIdea,
  kind: "super" | "coding",
  maxTokens: number,
): { readonly messages: readonly Message[]; readonly options: NonNullable<ModelQuestion["options"]> } {
  const mark = markFor([idea.text]);
  const [text, sections] =
    kind === "coding" ? [codingBriefText, codingSections] : [superPromptText, superSections];
  const schema = format === "json" ? requestSchema(sections) : undefined;
  const isNative = model.capabilities?.structuredOutput === true;
  const form = schema ? jsonInstruction(isNative ? undefined : schema) : markdownForm(sections);
  const system = renderPlaceholders(text, { mark, form, guidance: qualityRoutingGuidance(idea) });
  return {
    messages: [
      { role: "system", content: system },
      { role: "user", content: marked("idea", idea.text, mark) },
    ],
    options: { ...params, maxTokens, ...(schema && isNative && { responseSchema: schema }) },
  };
}

function markdownForm(sections: readonly SectionDefinition[]): string {
  const headings = sections.map(
    ({ heading, isOptional }) => `## ${heading}${isOptional ? " (may be left out)" : ""}`,
  );
  return renderPlaceholders(markdownFormText, { headings: headings.join("\n") });
}
