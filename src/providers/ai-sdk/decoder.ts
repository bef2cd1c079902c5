import type { ProviderMetadata, ReasoningPart, ToolCallRequest } from "../../contracts/message.ts";
import type { FinishReason, ModelChunk } from "../../contracts/model.ts";
import type { Usage } from "../../core/usage.ts";
import { readJson } from "../../schema/read-json.ts";
import { freeIds } from "../adapter/free-ids.ts";
import type { AnswerDecoder, DecodeContext } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { contentLayout } from "./content-items.ts";
import { explainThrown } from "./explain-thrown.ts";
import {
  type AISDKAnswer,
  type AISDKAnswerPart,
  type AISDKFinish,
  type AISDKLanguageModel,
  type AISDKMetadata,
  FAMILY,
  type OwnMetadata,
} from "./language-model.ts";
import { usageFrom } from "./usage.ts";

/** What the decoder knows of the call whose answer it reads. */
export interface AnswerContext extends DecodeContext {
  readonly source: AISDKLanguageModel;
  /** Whether the answer must fit a schema. */
  readonly isStructured: boolean;
}

/** A block of a stream that has begun. */
interface Block {
  text: string;
  metadata: AISDKMetadata | undefined;
}

/** The specification's words for why a model stopped; others count as an error. */
const FINISH: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
};

/** The parts that this package has no words for; they are kept as they are, and never shown as text. */
const OPAQUE: RegExp = /^(?:source|file|reasoning-file|custom|tool-result|tool-approval-request)$/;

/**
 * Makes a decoder of the answers of a model of the AI SDK: whole ones, or the parts of a stream. Tools that the provider
 * runs itself are no calls. It throws for an error in a stream, and at the end for an answer without a finish.
 *
 * @example
 * const target = { provider: "openai.chat", name: "gpt-4o" };
 * const decoder = answerDecoder({ source: languageModel, isStructured: false, target, toolNames: [], knownIds: [] });
 * const chunks: ModelChunk[] = [];
 * decoder.body({ type: "text-delta", id: "1", delta: "Hi" }, chunks);
 * chunks; // [{ type: "delta", content: "Hi" }]
 */
export function answerDecoder(context: AnswerContext): AnswerDecoder {
  const { target, source, pricing } = context;
  const layout = contentLayout();
  const texts = new Map<unknown, Block>();
  const thoughts = new Map<unknown, Block>();
  /** The calls whose arguments come in pieces, by the identifiers that they were given. */
  const inputs = new Map<unknown, { readonly id: string; readonly name: string }>();
  const freeId = freeIds(context.knownIds);
  let finish: AISDKFinish | undefined;
  let usage: Usage | undefined;
  let metadata: AISDKMetadata | undefined;

  function block(blocks: Map<unknown, Block>, { id, providerMetadata }: AISDKAnswerPart): Block {
    let found = blocks.get(id);
    if (!found) {
      found = { text: "", metadata: undefined };
      blocks.set(id, found);
    }
    found.metadata = providerMetadata ?? found.metadata;
    return found;
  }

  function endText(id: unknown, { text, metadata: providerMetadata }: Block, kept: object = {}): void {
    texts.delete(id);
    layout.text(text.length, { ...withoutEmpty(kept), ...(providerMetadata && { providerMetadata }) });
  }

  function endThought(id: unknown, { text, metadata: given }: Block, chunks: ModelChunk[]): void {
    thoughts.delete(id);
    if (!text && !given) return;
    layout.reasoning();
    chunks.push({ type: "reasoning", part: reasoningPart(text, given, source) });
  }

  function endBlocks(chunks: ModelChunk[]): void {
    for (const [id, open] of thoughts) endThought(id, open, chunks);
    for (const [id, open] of texts) endText(id, open);
  }

  function call(part: AISDKAnswerPart, chunks: ModelChunk[]): void {
    const { type: _type, toolCallId = "", toolName = "", input, providerMetadata, ...kept } = part;
    if (!toolName) throw unreadableAnswer(target, "calls a tool without its name");
    const id = inputs.get(toolCallId)?.id ?? freeId(toolCallId);
    inputs.delete(toolCallId);
    layout.call(id, withoutEmpty(kept));
    const read = readInput(input);
    chunks.push({
      type: "tool-call",
      id,
      name: toolName,
      ...read,
      ...(providerMetadata && { providerMetadata }),
    });
  }

  /** What whole answers and streams have alike. */
  function take(part: AISDKAnswerPart, chunks: ModelChunk[]): void {
    if (part.type === "tool-call" && !part.providerExecuted) call(part, chunks);
    else if (part.type === "tool-call" || (OPAQUE.test(part.type) && !part.preliminary)) layout.opaque(part);
  }

  function takeWhole({ content, structuredOutputText, ...answer }: AISDKAnswer, chunks: ModelChunk[]): void {
    // Of several drafts, the one that counts.
    const chosen = context.isStructured ? structuredOutputText : undefined;
    for (const part of content) {
      const { type, text = "", providerMetadata, ...kept } = part;
      if (type === "text" && chosen === undefined) {
        if (text) chunks.push({ type: "delta", content: text });
        endText(undefined, { text, metadata: providerMetadata }, kept);
      } else if (type === "reasoning") {
        if (text) chunks.push({ type: "reasoning-delta", content: text });
        endThought(undefined, { text, metadata: providerMetadata }, chunks);
      } else take(part, chunks);
    }
    if (chosen) {
      chunks.push({ type: "delta", content: chosen });
      layout.text(chosen.length);
    }
    close({ type: "finish", ...answer });
  }

  function close({ finishReason, usage: spent, providerMetadata }: AISDKAnswerPart): void {
    finish = finishReason;
    usage = usageFrom(spent, pricing) ?? usage;
    metadata = providerMetadata;
  }

  function takePart(part: AISDKAnswerPart, chunks: ModelChunk[]): void {
    const { type, id, delta = "" } = part;
    switch (type) {
      case "text-start":
        block(texts, part);
        break;
      case "text-delta":
        block(texts, part).text += delta;
        if (delta) chunks.push({ type: "delta", content: delta });
        break;
      case "text-end": {
        const { type: _type, id: _id, providerMetadata: _metadata, ...kept } = part;
        endText(id, block(texts, part), kept);
        break;
      }
      case "reasoning-start":
        block(thoughts, part);
        break;
      case "reasoning-delta":
        block(thoughts, part).text += delta;
        if (delta) chunks.push({ type: "reasoning-delta", content: delta });
        break;
      case "reasoning-end":
        endThought(id, block(thoughts, part), chunks);
        break;
      case "tool-input-start":
        if (part.toolName && !part.providerExecuted && part.inputEncoding !== "text")
          inputs.set(id, { id: freeId(id), name: part.toolName });
        break;
      case "tool-input-delta": {
        const open = inputs.get(id);
        if (open && delta) chunks.push({ type: "tool-call-delta", ...open, delta });
        break;
      }
      case "finish":
        close(part);
        break;
      case "error":
        throw explainThrown(part.error, target);
      default:
        take(part, chunks);
    }
  }

  return {
    event() {
      throw unreadableAnswer(target, "came as an event stream");
    },
    body(body, chunks) {
      if (isAnswer(body)) takeWhole(body, chunks);
      else if (isPart(body)) takePart(body, chunks);
      else throw unreadableAnswer(target, "is not what the specification says");
    },
    end(chunks) {
      endBlocks(chunks);
      if (!finish) throw unreadableAnswer(target, "is empty or was cut off");
      const { unified, raw } = finish;
      const content = layout.kept();
      const own: OwnMetadata = {
        ...(content && { content }),
        ...(/^(?:other|interrupted)$/.test(unified) && { unified }),
      };
      const kept: ProviderMetadata = { ...metadata, ...(Object.keys(own).length > 0 && { [FAMILY]: own }) };
      chunks.push({
        type: "done",
        finishReason: (Object.hasOwn(FINISH, unified) && FINISH[unified]) || "error",
        ...(raw !== undefined && { rawFinishReason: raw }),
        ...(usage && { usage }),
        ...(Object.keys(kept).length > 0 && { providerMetadata: kept }),
      });
      return chunks;
    },
  };
}

/**
 * How a model is named beside its reasoning.
 *
 * @example
 * reasonedBy(languageModel); // "openai.chat/gpt-4o"
 */
export function reasonedBy({ provider, modelId }: AISDKLanguageModel): string {
  return `${provider}/${modelId}`;
}

/** With the model where there is a signature, since that is of one model. */
function reasoningPart(
  text: string,
  metadata: AISDKMetadata | undefined,
  source: AISDKLanguageModel,
): ReasoningPart {
  if (!metadata) return { type: "reasoning", text };
  return {
    type: "reasoning",
    text,
    providerMetadata: { ...metadata, [FAMILY]: { model: reasonedBy(source) } },
  };
}

function readInput(input: unknown): Pick<ToolCallRequest, "input" | "unreadable"> {
  if (typeof input !== "string") return { input: input ?? {} };
  const reading = readJson(input, "strict");
  if (reading.ok) return { input: reading.value ?? {} };
  if (reading.reason === "empty") return { input: {} };
  return { input: {}, unreadable: { text: input, reason: reading.reason } };
}

function withoutEmpty(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}

function isAnswer(value: unknown): value is AISDKAnswer {
  return typeof value === "object" && value !== null && "content" in value && Array.isArray(value.content);
}

function isPart(value: unknown): value is AISDKAnswerPart {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
