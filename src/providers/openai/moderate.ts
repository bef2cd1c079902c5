import type { ImagePart, TextPart } from "../../contracts/message.ts";
import type { ModerationOptions, ModerationResult, Moderator } from "../../contracts/moderation.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { urlOf } from "./encode-media.ts";
import type { MediaTarget } from "./media-models.ts";

/** The result for no content. */
const NOTHING_FOUND: ModerationResult = { flagged: false, categories: {}, scores: {} };

/**
 * What a moderator of OpenAI does: asks `moderations` about a text, about texts and images that belong together, or about
 * several texts; no content, no request.
 *
 * @example
 * const fetch = async () => Response.json({ results: [{ flagged: false }] });
 * const transport = connect("https://api.openai.com/v1", {}, { fetch });
 * const moderator = openaiModeration({ provider: "openai", name: "omni-moderation-latest", transport });
 * (await moderator.moderate("How deep is the sea?")).flagged; // false
 */
export function openaiModeration(target: MediaTarget): Pick<Moderator, "moderate" | "moderateMany"> {
  return {
    async moderate(content, options) {
      const parts = typeof content === "string" ? [content] : content;
      const [result = NOTHING_FOUND] = await ask(target, parts, options);
      return result;
    },
    moderateMany: (texts, options) => ask(target, texts, options),
  };
}

async function ask(
  target: MediaTarget,
  content: readonly (string | TextPart | ImagePart)[],
  options?: ModerationOptions,
): Promise<ModerationResult[]> {
  if (content.length === 0) return [];
  const input = content.map((part) => (typeof part === "string" ? part : wirePart(part)));
  const count = input.some((part) => typeof part === "object") ? 1 : input.length;
  const request = { path: "moderations", body: { model: target.name, input } };
  return callService(target.transport, request, target, options?.signal, async (source) => {
    const { results } = Object(await readAnswer(source, target));
    const found = Array.isArray(results) ? results : [];
    // A text that nobody has judged must not pass as harmless.
    if (found.length !== count || found.some((result) => typeof Object(result).flagged !== "boolean")) {
      throw unreadableAnswer(target, `has ${found.length} results where ${count} were asked for`);
    }
    return found.map(({ flagged, categories, category_scores }) => ({
      flagged,
      categories: fieldsOf(categories, "boolean"),
      scores: fieldsOf(category_scores, "number"),
    }));
  });
}

function wirePart(part: TextPart | ImagePart): Record<string, unknown> {
  if (part.type === "text") return { type: "text", text: part.text };
  return { type: "image_url", image_url: { url: urlOf(part.source) } };
}

/** Older models leave some categories `null`: they do not know them. */
function fieldsOf(given: unknown, type: "boolean"): Record<string, boolean>;
function fieldsOf(given: unknown, type: "number"): Record<string, number>;
function fieldsOf(given: unknown, type: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(given)).filter(([, value]) => typeof value === type));
}
