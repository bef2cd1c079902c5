import type { Model, ModelChunk } from "../../contracts/model.ts";
import type { AnswerStreamPart, OpaqueContent } from "./answer-types.ts";
import { callOf, finishOf, messageMetadata, opaqueOf } from "./encode-answer.ts";
import {
  type AISDKAnswerPart,
  type AISDKMetadata,
  metadataOf,
  ownMetadata,
  type SpecificationVersion,
} from "./language-model.ts";
import { usageTo } from "./usage.ts";

type Done = Extract<ModelChunk, { type: "done" }>;

/** Turns the chunks of a stream into parts of the AI SDK. */
export interface StreamEncoder<Version extends SpecificationVersion> {
  take(chunk: ModelChunk): AnswerStreamPart<Version>[];
  /** The end of a stream that told why it ended, or that was cut off. */
  end(): AnswerStreamPart<Version>[];
  fail(error: unknown): AnswerStreamPart<Version>[];
}

/**
 * Makes what turns chunks into the parts of a stream of the AI SDK: blocks that begin and end, calls whose input comes in
 * pieces. A text stays open to the end, because metadata of a text or of the whole message is known only then; for the same
 * reason the last call is held back.
 *
 * @example
 * const model = new LocalSDK().model();
 * const encoder = streamEncoder({ model, version: "v4" });
 * encoder.take({ type: "delta", content: "Hi" });
 * // [{ type: "text-start", id: "text-0" }, { type: "text-delta", id: "text-0", delta: "Hi" }]
 */
export function streamEncoder<Version extends SpecificationVersion>({
  model,
  version,
}: {
  readonly model: Model;
  readonly version: Version;
}): StreamEncoder<Version> {
  let text: string | undefined;
  let thought: string | undefined;
  let blocks = 0;
  /** The calls whose input has begun to come. */
  const inputs = new Set<string>();
  let heldCall: OpaqueContent<Version> | undefined;
  let isOver = false;

  function say(delta: string): AnswerStreamPart<Version>[] {
    const parts: AnswerStreamPart<Version>[] = [];
    if (text === undefined) {
      text = `text-${blocks++}`;
      parts.push({ type: "text-start", id: text });
    }
    parts.push({ type: "text-delta", id: text, delta });
    return parts;
  }

  function think(delta: string): AnswerStreamPart<Version>[] {
    const parts: AnswerStreamPart<Version>[] = [];
    if (thought === undefined) {
      thought = `reasoning-${blocks++}`;
      parts.push({ type: "reasoning-start", id: thought });
    }
    if (delta) parts.push({ type: "reasoning-delta", id: thought, delta });
    return parts;
  }

  function endThought(metadata?: AISDKMetadata): AnswerStreamPart<Version>[] {
    if (thought === undefined) return [];
    const id = thought;
    thought = undefined;
    return [{ type: "reasoning-end", id, ...(metadata && { providerMetadata: metadata }) }];
  }

  function endText(metadata?: AISDKMetadata): AnswerStreamPart<Version>[] {
    if (text === undefined) return [];
    const id = text;
    text = undefined;
    return [{ type: "text-end", id, ...(metadata && { providerMetadata: metadata }) }];
  }

  function releaseCall(metadata?: AISDKMetadata): AnswerStreamPart<Version>[] {
    const call = heldCall;
    heldCall = undefined;
    if (!call) return [];
    return [metadata ? { ...call, providerMetadata: { ...call.providerMetadata, ...metadata } } : call];
  }

  function call(chunk: Extract<ModelChunk, { type: "tool-call" }>): AnswerStreamPart<Version>[] {
    const parts = releaseCall();
    const { id, name: toolName } = chunk;
    const called = callOf(chunk);
    if (!inputs.delete(id)) {
      parts.push(
        { type: "tool-input-start", id, toolName },
        { type: "tool-input-delta", id, delta: called.input },
      );
    }
    parts.push({ type: "tool-input-end", id });
    heldCall = called;
    return parts;
  }

  function finish(done: Done): AnswerStreamPart<Version>[] {
    const { providerMetadata, usage } = done;
    isOver = true;
    const message = messageMetadata(providerMetadata, model);
    const { content } = ownMetadata(providerMetadata);
    const layout: readonly unknown[] = Array.isArray(content) ? content : [];
    const ofText = textMetadata(layout);
    const isOnCall = heldCall !== undefined;
    const onText =
      ofText || (message && !isOnCall) ? { ...ofText, ...(isOnCall ? undefined : message) } : undefined;
    const metadata = metadataOf(providerMetadata);
    return [
      ...endThought(text === undefined && !isOnCall ? message : undefined),
      ...endText(onText),
      ...releaseCall(message),
      ...layout.flatMap((part) => keptPart(part, version) ?? []),
      {
        type: "finish",
        usage: usageTo(usage),
        finishReason: finishOf(done),
        ...(metadata && { providerMetadata: metadata }),
      },
    ];
  }

  return {
    take(chunk) {
      switch (chunk.type) {
        case "delta":
          return chunk.content ? say(chunk.content) : [];
        case "reasoning-delta":
          return chunk.content ? think(chunk.content) : [];
        case "reasoning": {
          const { text: whole, providerMetadata } = chunk.part;
          return [...think(thought === undefined ? whole : ""), ...endThought(metadataOf(providerMetadata))];
        }
        case "tool-call-delta": {
          const { id, name: toolName, delta } = chunk;
          const start = inputs.has(id) ? [] : [{ type: "tool-input-start" as const, id, toolName }];
          inputs.add(id);
          return [...start, { type: "tool-input-delta", id, delta }];
        }
        case "tool-call":
          return call(chunk);
        case "done":
          return finish(chunk);
      }
    },
    end() {
      return isOver ? [] : finish({ type: "done", finishReason: "error" });
    },
    fail(error) {
      return [
        ...endThought(),
        ...endText(),
        { type: "error", error },
        ...(isOver ? [] : finish({ type: "done", finishReason: "error" })),
      ];
    },
  };
}

/** What the text of an answer has; several texts are one here, and the last that has any tells. */
function textMetadata(layout: readonly unknown[]): AISDKMetadata | undefined {
  const marks = layout.map((entry) => {
    const { type, providerMetadata } = Object(entry);
    return type === "text" ? metadataOf(Object(providerMetadata)) : undefined;
  });
  return marks.findLast(Boolean);
}

/** A part that stands in the layout as it came; texts, reasoning and calls have come before. */
function keptPart<Version extends SpecificationVersion>(
  entry: unknown,
  version: Version,
): OpaqueContent<Version> | undefined {
  const part: AISDKAnswerPart = Object(entry);
  const isTold = part.type === "text" || part.type === "reasoning" || part.type === "call";
  return isTold ? undefined : opaqueOf(part, version);
}
