import type { AgentEvent } from "../contracts/agent.ts";
import type { ReasoningPart, ToolCallRequest } from "../contracts/message.ts";
import type { ModelChunk, ModelResponse } from "../contracts/model.ts";
import { ProviderError } from "../core/errors/provider-errors.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { ObjectDeltas } from "./object-deltas.ts";
import type { TextCallScanner } from "./text-call-scanner.ts";

/**
 * Reads a model's stream to its end, tells the listeners what comes in, and returns the whole answer.
 *
 * @throws ProviderError (`PROVIDER_ERROR`) where the stream ends without saying that it is done.
 */
export async function collectStream(
  execution: AgentExecution,
  chunks: AsyncIterable<ModelChunk>,
  tripIndex: number,
  scanner: TextCallScanner | undefined,
): Promise<ModelResponse> {
  const { call, structured, holdsOutput } = execution;
  const objects = structured && !holdsOutput ? new ObjectDeltas() : undefined;
  const answer = new StreamedAnswer(execution, tripIndex, objects);
  for await (const chunk of chunks) {
    if (call.signal?.aborted) throw call.signal.reason;
    if (chunk.type === "done") return answer.end(chunk, await scanner?.end());
    if (chunk.type !== "delta") answer.take(chunk);
    else if (scanner) answer.showPieces(await scanner.push(chunk.content));
    else answer.show(chunk.content);
    if (call.sink?.full) await call.sink.drained();
  }
  throw new ProviderError("The stream ended before the model was done: the answer is cut off. Try again.");
}

type Done = Extract<ModelChunk, { type: "done" }>;

/** An answer as it comes in. */
class StreamedAnswer {
  readonly #execution: AgentExecution;
  readonly #at: { runId: string; rootRunId: string; tripIndex: number };
  readonly #objects: ObjectDeltas | undefined;
  readonly #toolCalls: ToolCallRequest[] = [];
  readonly #reasoning: ReasoningPart[] = [];
  #thought = "";
  #content = "";

  constructor(execution: AgentExecution, tripIndex: number, objects: ObjectDeltas | undefined) {
    this.#execution = execution;
    this.#at = execution.at(tripIndex);
    this.#objects = objects;
  }

  show(delta: string): void {
    this.#content += delta;
    // Kept on the run as it grows: a run that is stopped still tells what had been written, unless a hook may refuse it.
    if (!this.#execution.holdsOutput) this.#execution.text = this.#content;
    if (delta === "" || !this.#execution.events.active) return;
    const { runId, rootRunId, tripIndex } = this.#at;
    this.#tell({ type: "agent.trip.streaming", runId, rootRunId, tripIndex, delta });
    if (this.#objects) this.#showObject(this.#objects, false);
  }

  #showObject(objects: ObjectDeltas, isWhole: boolean): void {
    const object = objects.next(this.#content, isWhole);
    if (object !== undefined) this.#tell({ type: "agent.object-delta", ...this.#at, object });
  }

  showPieces(pieces: readonly (string | ToolCallRequest)[]): void {
    for (const piece of pieces) {
      if (typeof piece === "string") this.show(piece);
      else this.#toolCalls.push(piece);
    }
  }

  take(chunk: Exclude<ModelChunk, { type: "delta" } | Done>): void {
    if (chunk.type === "reasoning-delta") {
      this.#thought += chunk.content;
      this.#tell({ type: "agent.reasoning-delta", ...this.#at, delta: chunk.content });
    } else if (chunk.type === "reasoning") this.#reasoning.push(chunk.part);
    else if (chunk.type === "tool-call-delta") {
      const { id: toolCallId, name: toolName, delta } = chunk;
      this.#tell({ type: "agent.tool.input-delta", ...this.#at, toolCallId, toolName, delta });
    } else if (chunk.type === "tool-call") {
      const { type: _type, ...request } = chunk;
      this.#toolCalls.push(request);
    }
  }

  end(done: Done, held: readonly (string | ToolCallRequest)[] = []): ModelResponse {
    this.showPieces(held);
    if (this.#objects) this.#showObject(this.#objects, true);
    const toolCalls = this.#toolCalls;
    const reasoning = this.#reasoning;
    if (reasoning.length === 0 && this.#thought !== "") {
      reasoning.push({ type: "reasoning", text: this.#thought });
    }
    const { type: _type, ...end } = done;
    // Looking at a character makes the engine put the text together; until then it keeps every delta of it.
    this.#content.charCodeAt(0);
    return {
      content: this.#content,
      ...end,
      ...(toolCalls.length > 0 ? { toolCalls } : {}),
      ...(reasoning.length > 0 ? { reasoning } : {}),
    };
  }

  /** Nothing that a hook may still refuse is shown. */
  #tell(event: AgentEvent): void {
    const { events, holdsOutput } = this.#execution;
    if (!holdsOutput && events.active) events.emit(event);
  }
}
