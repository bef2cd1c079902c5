import type { ReasoningPart } from "../../contracts/message.ts";
import type { AnswerWatch } from "./service.ts";
import { textOf } from "./tool-calls.ts";
import type { WireBody, WirePart } from "./wire.ts";

/**
 * Makes a watch that collects from one answer what OpenAI's own has not: reasoning, which may stand in
 * `reasoning_content`, `reasoning`, Mistral's `thinking` parts or OpenRouter's `reasoning_details`, citations, and fields
 * that must go back unchanged, such as Gemini's thought signatures.
 *
 * @example
 * const watch = answerWatch("deepseek", "deepseek-reasoner");
 * watch.take({ choices: [{ delta: { reasoning_content: "Two and two." } }] }, []);
 * watch.reasoning?.providerMetadata; // { deepseek: { model: "deepseek-reasoner" } }
 */
export function answerWatch(family: string, model: string): AnswerWatch {
  const details = new Map<string, Record<string, unknown>>();
  const extra: Record<string, unknown> = {};
  let text = "";
  return {
    extra,
    take({ choices, citations }: WireBody, chunks) {
      if (citations) extra.citations = citations;
      const choice = choices?.find(({ index }) => !index);
      const message = choice?.delta ?? choice?.message;
      if (!message) return;
      const { reasoning_content, reasoning, reasoning_details, extra_content, content } = message;
      if (extra_content) extra.extra_content = extra_content;
      let piece = textOf(reasoning_content) || textOf(reasoning);
      if (reasoning_details) {
        // With most models the text stands in `reasoning`, too.
        piece ||= reasoning_details.map((detail) => textOf(detail.text) || textOf(detail.summary)).join("");
        for (const detail of reasoning_details) addDetail(details, detail, Boolean(choice?.delta));
      }
      if (Array.isArray(content)) piece += content.map(thinkingOf).join("");
      if (!piece) return;
      text += piece;
      chunks.push({ type: "reasoning-delta", content: piece });
    },
    get reasoning(): ReasoningPart | undefined {
      if (!text && details.size === 0) return undefined;
      const kept = { model, ...(details.size > 0 && { reasoning_details: [...details.values()] }) };
      return { type: "reasoning", text, providerMetadata: { [family]: kept } };
    },
  };
}

/** A stream cuts a block into pieces of the same type and index: its texts grow, everything else is set once. */
function addDetail(
  details: Map<string, Record<string, unknown>>,
  piece: Readonly<Record<string, unknown>>,
  isPiece: boolean,
): void {
  const place = isPiece ? `${piece.type} ${piece.index}` : `${details.size}`;
  const known = details.get(place);
  if (!known) {
    details.set(place, { ...piece });
    return;
  }
  for (const [field, value] of Object.entries(piece)) {
    const isText = /^(?:text|summary|data)$/.test(field) && typeof value === "string";
    known[field] = isText ? textOf(known[field]) + value : (value ?? known[field]);
  }
}

function thinkingOf(part: WirePart | string | null): string {
  const { type, text, thinking }: WirePart = Object(part);
  if (Array.isArray(thinking)) return thinking.map((piece) => textOf(Object(piece).text)).join("");
  return textOf(thinking ?? (type === "thinking" || type === "reasoning" ? text : undefined));
}
