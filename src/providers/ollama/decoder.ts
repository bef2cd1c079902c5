import type { FinishReason, ModelChunk } from "../../contracts/model.ts";
import type { Usage } from "../../core/usage.ts";
import { jsonLineDecoder, type ServerSentEvent, type StreamDecoder } from "../../net/stream.ts";
import { serviceFailure } from "../adapter/failure.ts";
import { freeIds } from "../adapter/free-ids.ts";
import type { AnswerDecoder, DecodeContext } from "../adapter/protocol.ts";
import { readArguments } from "../adapter/read-arguments.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { usageOf } from "./usage.ts";
import type { WireCall, WireChat } from "./wire.ts";

type ToolCallChunk = Extract<ModelChunk, { type: "tool-call" }>;

/** Where opaque data is kept. */
const FAMILY = "ollama";

/**
 * Makes a decoder that turns the lines of an answer of `/api/chat` into chunks. Tool calls come whole, with identifiers
 * where the server has none. What the server took for its work, in nanoseconds, stands in `providerMetadata.ollama`.
 *
 * It throws for an error inside the answer, for what it cannot read, and for an answer that was cut off: one without a
 * line that is `done`.
 *
 * @example
 * const target = { provider: "ollama", name: "llama3.2" };
 * const decoder = ollamaDecoder({ target, toolNames: [], knownIds: [] });
 * const chunks: ModelChunk[] = [];
 * decoder.event({ data: '{"message":{"content":"Hi"},"done":true,"done_reason":"stop"}' }, chunks);
 * decoder.end(chunks, false);
 * chunks.map(({ type }) => type); // ["delta", "done"]
 */
export function ollamaDecoder(known: DecodeContext): AnswerDecoder {
  const { target, pricing, toolNames, knownIds } = known;
  const freeId = freeIds(knownIds);
  const calls: ToolCallChunk[] = [];
  let thinking = "";
  let hasOutput = false;
  let isDone = false;
  let finish: string | undefined;
  let usage: Usage | undefined;
  let times: Record<string, unknown> = {};

  function call({ id: given, function: named }: WireCall, chunks: ModelChunk[]): void {
    const name = typeof named?.name === "string" ? named.name : "";
    // Some servers fill the place of a call that is not there.
    if (!name && !given) return;
    const id = freeId(given);
    const input = named?.arguments ?? "";
    const delta = typeof input === "string" ? input : JSON.stringify(input);
    if (delta && toolNames.includes(name)) chunks.push({ type: "tool-call-delta", id, name, delta });
    calls.push({ type: "tool-call", id, name, ...(input === delta ? readArguments(delta) : { input }) });
  }

  function read(line: WireChat, chunks: ModelChunk[]): void {
    if (line.error) throw serviceFailure(200, line);
    const { content, thinking: thought, tool_calls } = line.message ?? {};
    if (typeof thought === "string" && thought) {
      thinking += thought;
      chunks.push({ type: "reasoning-delta", content: thought });
    }
    if (typeof content === "string" && content) {
      hasOutput = true;
      chunks.push({ type: "delta", content });
    }
    for (const wire of tool_calls ?? []) {
      hasOutput = true;
      if (wire) call(wire, chunks);
    }
    usage = usageOf(line, pricing) ?? usage;
    if (!line.done) return;
    isDone = true;
    if (typeof line.done_reason === "string" && line.done_reason) finish = line.done_reason;
    times = Object.fromEntries(
      Object.entries(line).filter(([name, value]) => name.endsWith("_duration") && value),
    );
  }

  function body(body: unknown, chunks: ModelChunk[]): void {
    try {
      read(body as WireChat, chunks);
    } catch (error) {
      throw error instanceof TypeError
        ? unreadableAnswer(target, "is not an answer of Ollama", error)
        : error;
    }
  }

  return {
    isJsonLines: true,
    frames: jsonLineFrames,
    body,
    event({ data }, chunks) {
      if (isDone) return false;
      let line: unknown;
      try {
        line = JSON.parse(data);
      } catch (cause) {
        throw unreadableAnswer(target, "holds a line that is not JSON", cause);
      }
      body(line, chunks);
      return !isDone;
    },
    end(chunks, isWhole) {
      if (!isDone && !(isWhole && hasOutput)) throw unreadableAnswer(target, "is empty or was cut off");
      if (thinking) {
        const providerMetadata = { [FAMILY]: { model: target.name } };
        chunks.push({ type: "reasoning", part: { type: "reasoning", text: thinking, providerMetadata } });
      }
      const done = {
        rawFinishReason: finish,
        usage,
        providerMetadata: Object.keys(times).length > 0 ? { [FAMILY]: times } : undefined,
      };
      const finishReason = reasonOf(finish, calls.length > 0);
      chunks.push(...calls, { type: "done", finishReason, ...withoutUndefined(done) });
      const isOdd = calls.some(({ name, unreadable }) => unreadable || !toolNames.includes(name));
      return isOdd ? settle(chunks, known) : chunks;
    },
  };
}

/** Calls that are not as they should be are rare, and so is what deals with them. */
async function settle(chunks: ModelChunk[], context: DecodeContext): Promise<ModelChunk[]> {
  return (await import("../openai/settle-calls.ts")).settleCalls(chunks, context);
}

/** Older servers give no word. One that is asked nothing only loads or unloads the model, and says so. */
function reasonOf(word = "stop", hasCalls: boolean): FinishReason {
  if (word === "length") return word;
  if (!/^(?:stop|load|unload|tool_calls)$/.test(word)) return "error";
  return hasCalls ? "tool_calls" : "stop";
}

/** Each line of the answer is an event. */
function jsonLineFrames(): StreamDecoder<ServerSentEvent> {
  const lines = jsonLineDecoder();
  const toEvents = (found: readonly string[]): ServerSentEvent[] => found.map((data) => ({ data }));
  return { push: (bytes) => toEvents(lines.push(bytes)), end: () => toEvents(lines.end()) };
}
