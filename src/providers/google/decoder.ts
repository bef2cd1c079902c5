import type { FinishReason, ModelChunk } from "../../contracts/model.ts";
import type { ServerSentEvent } from "../../net/stream.ts";
import { type CallTarget, serviceFailure } from "../adapter/failure.ts";
import type { AnswerDecoder, DecodeContext } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { functionCalls } from "./function-calls.ts";
import { placed, signed } from "./metadata.ts";
import { addReport, usageOf } from "./usage.ts";
import type { Place, WireAnswer, WireCandidate, WirePart } from "./wire.ts";

/** What is said about an answer beside its parts, and kept for who wants to know. */
const NOTES = ["groundingMetadata", "urlContextMetadata", "logprobsResult", "continuationToken"] as const;
const CUT: RegExp = /^(?:MAX_TOKENS|CONTINUATION)$/;
const FILTERED: RegExp =
  /SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED|SPII|MODEL_ARMOR|JAILBREAK|ESCALATION|PUP_LIMITED/;

/**
 * Makes a decoder that turns answers of `generateContent`, or the events of `streamGenerateContent`, into chunks as they
 * come. Calls come whole before `done`. Thoughts come as reasoning, never as text; what only the service reads, such as code
 * that it ran, is kept in the message's `providerMetadata.google` with the place where it stood, and so are signatures.
 *
 * A prompt that was blocked ends with `content_filter`. It throws for an error inside the answer, for what it cannot read,
 * and at the end for an answer without a finish reason, which was cut off.
 *
 * @example
 * const target = { provider: "google", name: "gemini-2.5-flash" };
 * const decoder = googleDecoder({ target, toolNames: [], knownIds: [] });
 * const chunks: ModelChunk[] = [];
 * decoder.body({ candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "STOP" }] }, chunks);
 * decoder.end(chunks, true);
 * chunks.map(({ type }) => type); // ["delta", "done"]
 */
export function googleDecoder(context: DecodeContext): AnswerDecoder {
  const { target, pricing, toolNames } = context;
  const calls = functionCalls(context);
  const places: Place[] = [];
  const notes: Record<string, unknown> = {};
  const report: Record<string, unknown> = {};
  let finish: string | undefined;
  let isBlocked = false;
  let hasText = false;
  let thought: { text: string; signature: unknown } | undefined;

  function endThought(chunks: ModelChunk[]): void {
    if (!thought) return;
    const { text, signature } = thought;
    chunks.push({ type: "reasoning", part: { type: "reasoning", text, ...signed(signature, target) } });
    thought = undefined;
  }

  function think(text: string, signature: unknown, chunks: ModelChunk[]): void {
    thought ??= { text: "", signature: undefined };
    thought.text += text;
    if (text) chunks.push({ type: "reasoning-delta", content: text });
    if (!signature) return;
    thought.signature = signature;
    endThought(chunks);
  }

  /** A text with a signature stays a part of its own: the service checks it against this part. */
  function say(text: string, thoughtSignature: unknown, chunks: ModelChunk[]): void {
    if (text) chunks.push({ type: "delta", content: text });
    hasText ||= text !== "";
    const last = places.at(-1);
    if (thoughtSignature) places.push({ textLength: text.length, thoughtSignature });
    else if (last && "textLength" in last && !last.thoughtSignature) {
      places[places.length - 1] = { textLength: Number(last.textLength) + text.length };
    } else if (text) places.push({ textLength: text.length });
  }

  function hear(part: WirePart, chunks: ModelChunk[]): void {
    const { text, thought: isThought, thoughtSignature, functionCall, ...data } = part;
    const words = typeof text === "string" ? text : "";
    const isText = typeof text === "string" || Object.keys(data).length === 0;
    if (isText && isThought && !functionCall) {
      think(words, thoughtSignature, chunks);
      return;
    }
    if (words || !isText || functionCall) endThought(chunks);
    if (functionCall) {
      const callId = calls.add(functionCall, thoughtSignature);
      if (callId) places.push({ callId });
    } else if (isText) say(words, thoughtSignature, chunks);
    // Pictures of thoughts are large, and the service does not want them back.
    else if (!isThought || thoughtSignature) places.push(part);
  }

  function note(candidate: WireCandidate): void {
    for (const field of NOTES) addNote(notes, field, candidate[field]);
    const cited = Object(candidate.citationMetadata);
    // The two services have two words for the same list.
    const citations = cited.citations ?? cited.citationSources;
    if (citations) addNote(notes, "citationMetadata", { citations });
    if (!finish || finish === "STOP") return;
    addNote(notes, "finishMessage", candidate.finishMessage);
    if (FILTERED.test(finish)) addNote(notes, "safetyRatings", candidate.safetyRatings);
  }

  function read(answer: WireAnswer, chunks: ModelChunk[]): void {
    const { candidates, promptFeedback, usageMetadata, error } = answer;
    if (usageMetadata) addReport(report, usageMetadata);
    if (error) throw serviceFailure(200, answer);
    // Of several alternatives, the first is the answer.
    const candidate = candidates?.find(({ index }) => !index);
    if (candidate) {
      for (const part of candidate.content?.parts ?? []) if (typeof part === "object") hear(part, chunks);
      if (typeof candidate.finishReason === "string") finish = candidate.finishReason;
      note(candidate);
    }
    if (promptFeedback?.blockReason) {
      isBlocked = true;
      addNote(notes, "promptFeedback", promptFeedback);
    }
  }

  function body(value: unknown, chunks: ModelChunk[]): void {
    try {
      // Without `alt=sse`, a stream is one list.
      for (const answer of Array.isArray(value) ? value : [value]) read(answer, chunks);
    } catch (error) {
      throw error instanceof TypeError
        ? unreadableAnswer(target, "is not what generateContent answers", error)
        : error;
    }
  }

  return {
    body,
    event({ data, event: name }: ServerSentEvent, chunks) {
      if (data.startsWith("[DONE]")) return false;
      if (!data.trim()) return true;
      const value = parse(data, target);
      if (name === "error" && !Object(value).error) throw serviceFailure(200, value);
      body(value, chunks);
      return true;
    },
    end(chunks, isWhole) {
      endThought(chunks);
      const hasOutput = hasText || calls.size > 0;
      if (!finish && !isBlocked && !(isWhole && hasOutput)) {
        throw unreadableAnswer(target, "is empty or was cut off");
      }
      const close = (toolCalls: readonly Extract<ModelChunk, { type: "tool-call" }>[]): ModelChunk[] => {
        const usage = usageOf(report, pricing);
        const isUnknownTool = toolCalls.every(({ name }) => !toolNames.includes(name));
        const providerMetadata = placed(places, notes, target);
        chunks.push(...toolCalls, {
          type: "done",
          finishReason: finish ? reasonOf(finish, toolCalls.length > 0, isUnknownTool) : ending(isBlocked),
          ...(finish && { rawFinishReason: finish }),
          ...(usage && { usage }),
          ...(providerMetadata && { providerMetadata }),
        });
        return chunks;
      };
      const toolCalls = calls.finish(finish === "STOP");
      return toolCalls instanceof Promise ? toolCalls.then(close) : close(toolCalls);
    },
  };

  function ending(isFiltered: boolean): FinishReason {
    return isFiltered ? "content_filter" : calls.size > 0 ? "tool_calls" : "stop";
  }
}

/** What an object says last counts, field by field; what says nothing does not. */
function addNote(notes: Record<string, unknown>, field: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    if (value) notes[field] = value;
  } else if (Object.keys(value).length > 0) notes[field] = { ...Object(notes[field]), ...value };
}

/** A word that is not known counts as an error. */
function reasonOf(word: string, hasCalls: boolean, isUnknownTool: boolean): FinishReason {
  if (CUT.test(word)) return "length";
  if (FILTERED.test(word)) return "content_filter";
  // Nothing can run then, and a model that hears that there is no such tool goes on.
  if (word === "UNEXPECTED_TOOL_CALL" && hasCalls && isUnknownTool) return "tool_calls";
  if (word !== "STOP") return "error";
  return hasCalls ? "tool_calls" : "stop";
}

function parse(data: string, target: CallTarget): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw unreadableAnswer(target, "holds an event that is not JSON", cause);
  }
}
