import type { ModelChunk } from "../../contracts/model.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { ResponsesContext } from "./responses-decoder.ts";
import type {
  CallMetadata,
  PlacedItem,
  PlacedText,
  ReasoningMetadata,
  ResponsesBody,
  ResponsesItem,
  ResponsesMetadata,
  ResponsesPart,
} from "./responses-wire.ts";
import { type ToolCallChunk, textOf, toolCallBuffers } from "./tool-calls.ts";

/** How many characters of a text have been told, and the last of them. */
interface Told {
  readonly length: number;
  readonly end: string;
}

/** Collects the items of a response's output, and tells what is in them. */
export interface ResponseItems {
  /** Takes an event of an item. */
  take(type: string, event: ResponsesBody, chunks: ModelChunk[]): void;
  /** Takes the whole output, for what no event told of it. */
  complete(output: readonly (ResponsesItem | null)[], chunks: ModelChunk[]): void;
  /** Forgets what a response before this one had. */
  restart(): void;
  finish(): {
    readonly calls: readonly ToolCallChunk[];
    readonly isRefusal: boolean;
    readonly metadata: Pick<ResponsesMetadata, "texts" | "items" | "annotations">;
  };
}

/**
 * Makes what collects the items of a response. Each text and each argument may come in deltas, in an event at its end, in
 * its item, in the whole output, or in several of these: what has been told is not told again.
 *
 * @example
 * const target = { provider: "openai", name: "gpt-5" };
 * const items = responseItems({ family: "openai", target, toolNames: [], knownIds: [] });
 * const chunks: ModelChunk[] = [];
 * items.take("response.output_text.delta", { output_index: 0, content_index: 0, delta: "Hi" }, chunks);
 * items.complete([{ type: "message", content: [{ type: "output_text", text: "Hi!" }] }], chunks);
 * chunks; // [{ type: "delta", content: "Hi" }, { type: "delta", content: "!" }]
 */
export function responseItems(context: ResponsesContext): ResponseItems {
  const { family, target } = context;
  let calls = toolCallBuffers(context);
  let texts: PlacedText[] = [];
  let items: PlacedItem[] = [];
  let annotations: unknown[] = [];
  let isRefusal = false;
  let told = new Map<string, Told>();
  let done = new Set<number>();
  let finished = 0;
  let first = 0;
  let last = 0;

  function placeOf({ output_index: index }: ResponsesBody): number {
    last = typeof index === "number" ? first + index : last;
    return last;
  }

  function tell(place: string, text: unknown, chunks: ModelChunk[], type: "delta" | "reasoning-delta"): void {
    if (typeof text !== "string" || !text) return;
    count(place, text);
    chunks.push({ type, content: text });
  }

  function count(place: string, text: string): void {
    const known = told.get(place);
    told.set(place, { length: (known?.length ?? 0) + text.length, end: text });
  }

  /** What a whole text has beyond what has been told of it; nothing where it is another text. */
  function restOf(place: string, text: unknown): string {
    const { length, end } = told.get(place) ?? { length: 0, end: "" };
    return textOf(text).startsWith(end, length - end.length) ? textOf(text).slice(length) : "";
  }

  function addArguments(at: number, delta: unknown, isWhole: boolean, chunks: ModelChunk[]): void {
    const place = `${at}/arguments`;
    const rest = isWhole ? restOf(place, delta) : textOf(delta);
    if (!rest) return;
    count(place, rest);
    calls.add({ function: { arguments: rest } }, at, chunks);
  }

  function begin(at: number, item: ResponsesItem, chunks: ModelChunk[]): void {
    const { id, call_id, name, namespace, caller, async } = item;
    const metadata: CallMetadata = {
      index: at,
      ...withoutUndefined({ id, call_id, namespace, caller, async }),
    };
    calls.add({ id: call_id, function: { name } }, at, chunks, metadata);
  }

  function finishItem(at: number, item: ResponsesItem, chunks: ModelChunk[]): void {
    done.add(at);
    finished += 1;
    if (item.type === "function_call") {
      if (!told.has(`${at}/call`)) begin(at, item, chunks);
      addArguments(at, item.arguments, true, chunks);
    } else if (item.type === "message") finishMessage(at, item, chunks);
    else if (item.type === "reasoning") finishReasoning(at, item, chunks);
    else items.push({ index: at, item });
  }

  function finishMessage(at: number, { content, id, phase }: ResponsesItem, chunks: ModelChunk[]): void {
    let length = 0;
    for (const [position, part] of partsOf(content).entries()) {
      const { text, refusal, annotations: notes } = part;
      const said = textOf(text) || textOf(refusal);
      isRefusal ||= Boolean(textOf(refusal));
      tell(`${at}/${position}`, restOf(`${at}/${position}`, said), chunks, "delta");
      length += said.length;
      if (Array.isArray(notes)) annotations.push(...notes);
    }
    texts.push({ index: at, id, ...(phase ? { phase } : {}), length });
  }

  function finishReasoning(
    at: number,
    { status: _status, ...item }: ResponsesItem,
    chunks: ModelChunk[],
  ): void {
    const parts = item.summary?.length ? item.summary : partsOf(item.content);
    const text = parts.map((part) => textOf(part?.text)).join("\n\n");
    if (!told.has(`${at}/reasoning`)) tell(`${at}/reasoning`, text, chunks, "reasoning-delta");
    const metadata: ReasoningMetadata = { index: at, model: target.name, item };
    chunks.push({
      type: "reasoning",
      part: { type: "reasoning", text, providerMetadata: { [family]: metadata } },
    });
  }

  return {
    take(type, event, chunks) {
      const at = placeOf(event);
      const { item, delta } = event;
      const place = `${at}/${event.content_index ?? 0}`;
      if (type === "response.output_text.delta" || type === "response.refusal.delta") {
        isRefusal ||= type === "response.refusal.delta";
        tell(place, delta, chunks, "delta");
      } else if (type === "response.function_call_arguments.delta") addArguments(at, delta, false, chunks);
      else if (/^response\.reasoning\w*\.delta$/.test(type)) {
        tell(`${at}/reasoning`, delta, chunks, "reasoning-delta");
      } else if (type === "response.reasoning_summary_part.added" && event.summary_index) {
        tell(`${at}/reasoning`, "\n\n", chunks, "reasoning-delta");
      } else if (type === "response.output_text.done")
        tell(place, restOf(place, event.text), chunks, "delta");
      else if (type === "response.refusal.done") {
        isRefusal = true;
        tell(place, restOf(place, event.refusal), chunks, "delta");
      } else if (type === "response.function_call_arguments.done") {
        addArguments(at, event.arguments, true, chunks);
      } else if (item && type === "response.output_item.added" && item.type === "function_call") {
        count(`${at}/call`, "");
        begin(at, item, chunks);
      } else if (item && type === "response.output_item.done") finishItem(at, item, chunks);
    },
    complete(output, chunks) {
      // Where the places are wrong, their number still tells that every item has come.
      if (finished >= output.length) return;
      for (const [position, item] of output.entries()) {
        if (item && !done.has(first + position)) finishItem(first + position, item, chunks);
      }
    },
    restart() {
      if (told.size === 0 && finished === 0) return;
      calls = toolCallBuffers(context);
      told = new Map();
      done = new Set();
      texts = [];
      items = [];
      annotations = [];
      isRefusal = false;
      finished = 0;
      // A gap, so that nothing of the response before is taken for a neighbour.
      first = last + 2;
      last = first;
    },
    finish: () => ({
      calls: calls.finish(),
      isRefusal,
      metadata: {
        ...(texts.length > 0 && { texts }),
        ...(items.length > 0 && { items }),
        ...(annotations.length > 0 && { annotations }),
      },
    }),
  };
}

/** The parts of a content, which some services write as one text. */
function partsOf(content: ResponsesItem["content"]): readonly ResponsesPart[] {
  if (typeof content === "string") return [{ text: content }];
  return content?.map((part) => part ?? {}) ?? [];
}
