import type { ContentPart, ReasoningPart, ToolCallRequest } from "../../contracts/message.ts";
import type { AISDKAnswerPart } from "./language-model.ts";

/** A part of an assistant's turn in its place. */
export type ContentItem =
  | { readonly type: "text"; readonly text: string; readonly kept: KeptFields }
  | { readonly type: "reasoning"; readonly part: ReasoningPart }
  | { readonly type: "call"; readonly call: ToolCallRequest; readonly kept: KeptFields }
  | { readonly type: "opaque"; readonly part: AISDKAnswerPart };

/** What a part had that this package has no words for. */
type KeptFields = Readonly<Record<string, unknown>>;

/** An assistant's turn in the words of this package. */
export interface AssistantTurn {
  readonly content: string | readonly ContentPart[];
  readonly reasoning?: readonly ReasoningPart[] | undefined;
  readonly toolCalls?: readonly ToolCallRequest[] | undefined;
}

/** Notes the order of an answer's parts. */
export interface ContentLayout {
  /** A text of this length; the fields stay with it. */
  text(length: number, kept?: KeptFields): void;
  reasoning(): void;
  call(toolCallId: string, kept?: KeptFields): void;
  /** A part that this package has no words for. */
  opaque(part: AISDKAnswerPart): void;
  /** The notes; `undefined` where reasoning, one text and calls follow one another and nothing else has to be kept. */
  kept(): readonly KeptFields[] | undefined;
}

/**
 * Makes what notes the order of an answer's parts, and what of them cannot be told in the words of this package: texts as
 * their length, calls as their identifiers, all else as it is.
 *
 * @example
 * const layout = contentLayout();
 * layout.call("call_1");
 * layout.text(2);
 * layout.kept(); // [{ type: "call", toolCallId: "call_1" }, { type: "text", length: 2 }]
 */
export function contentLayout(): ContentLayout {
  const entries: KeptFields[] = [];
  const order = ["reasoning", "text", "call"];
  const fields = [1, 2, 2];
  return {
    text(length, kept) {
      if (length > 0 || kept?.providerMetadata) entries.push({ type: "text", length, ...kept });
    },
    reasoning: () => void entries.push({ type: "reasoning" }),
    call: (toolCallId, kept) => void entries.push({ type: "call", toolCallId, ...kept }),
    opaque: (part) => void entries.push({ ...part }),
    kept() {
      let last = -1;
      for (const entry of entries) {
        const place = order.indexOf(String(entry.type));
        const isNext = entry.type === "text" ? place > last : place >= last;
        if (place < 0 || !isNext || Object.keys(entry).length !== fields[place]) return entries;
        last = place;
      }
      return undefined;
    },
  };
}

/**
 * The parts of an assistant's turn in the order that a layout tells; where there is none, or where the turn was changed
 * since, reasoning and texts come as they stand, and the calls after them.
 *
 * @example
 * contentItems({ content: "Hi", toolCalls: [{ id: "call_1", name: "now", input: {} }] }, undefined).map(({ type }) => type);
 * // ["text", "call"]
 */
export function contentItems(turn: AssistantTurn, layout: unknown): ContentItem[] {
  const parts: readonly ContentPart[] =
    typeof turn.content === "string" ? [{ type: "text", text: turn.content }] : turn.content;
  const reasoning = turn.reasoning ?? parts.filter((part) => part.type === "reasoning");
  const calls = turn.toolCalls ?? [];
  return (
    (Array.isArray(layout) ? restored(layout, parts, reasoning, calls) : undefined) ?? [
      ...(turn.reasoning ?? []).map((part) => ({ type: "reasoning", part }) as const),
      ...parts.flatMap((part): ContentItem[] => {
        if (part.type === "reasoning") return turn.reasoning ? [] : [{ type: "reasoning", part }];
        if (part.type !== "text" || (!part.text && !part.providerMetadata)) return [];
        const { text, providerMetadata } = part;
        return [{ type: "text", text, kept: providerMetadata ? { providerMetadata } : {} }];
      }),
      ...calls.map((call) => ({ type: "call", call, kept: {} }) as const),
    ]
  );
}

/** `undefined` where the layout is not that of the turn. */
function restored(
  layout: readonly unknown[],
  parts: readonly ContentPart[],
  reasoning: readonly ReasoningPart[],
  calls: readonly ToolCallRequest[],
): ContentItem[] | undefined {
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const items: ContentItem[] = [];
  let at = 0;
  let thoughts = 0;
  let used = 0;
  for (const entry of layout) {
    const { type, length, toolCallId, ...kept } = Object(entry);
    if (type === "text") {
      items.push({ type, text: text.slice(at, at + Number(length)), kept });
      at += Number(length);
    } else if (type === "reasoning") {
      const part = reasoning[thoughts++];
      if (part) items.push({ type, part });
    } else if (type === "call") {
      const call = calls.find(({ id }) => id === toolCallId);
      if (!call) return undefined;
      items.push({ type, call, kept });
      used += 1;
    } else items.push({ type: "opaque", part: Object(entry) });
  }
  return at === text.length && used === calls.length && thoughts >= reasoning.length ? items : undefined;
}
