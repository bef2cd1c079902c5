import type { AgentEvent } from "../contracts/agent.ts";
import type { ReasoningPart, ToolCallRequest } from "../contracts/message.ts";
import type { RevealedText, ShownText } from "../contracts/middleware.ts";
import type { ModelChunk, ModelResponse } from "../contracts/model.ts";
import { ProviderError } from "../core/errors/provider-errors.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { ObjectDeltas } from "./object-deltas.ts";
import { revealing } from "./revealed.ts";
import type { Shown } from "./shown.ts";
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
  shown?: Shown,
): Promise<ModelResponse> {
  const { call, structured, holdsOutput } = execution;
  const objects = structured && !holdsOutput ? new ObjectDeltas() : undefined;
  // Where all of the text is held back it passes, too: what must not go on ends the stream, and the waiting is measured.
  const text = await shown?.("text");
  const revealed = holdsOutput ? undefined : await revealing(execution);
  const answer = new StreamedAnswer(execution, tripIndex, objects, text, revealed);
  for await (const chunk of chunks) {
    if (call.signal?.aborted) throw call.signal.reason;
    if (chunk.type === "done") return answer.end(chunk, await scanner?.end());
    if (chunk.type !== "delta") {
      if (shown) await answer.openFor(chunk, shown);
      answer.take(chunk);
    } else if (scanner) answer.showPieces(await scanner.push(chunk.content));
    else answer.show(chunk.content);
    if (call.sink?.full) await call.sink.drained();
  }
  throw new ProviderError("The stream ended before the model was done: the answer is cut off. Try again.");
}

type Done = Extract<ModelChunk, { type: "done" }>;
type Taken = Exclude<ModelChunk, { type: "delta" } | Done>;

/** Stands for the reasoning among the ids of calls. */
const REASONING = "";

/** An answer as it comes in. */
class StreamedAnswer {
  readonly #execution: AgentExecution;
  readonly #at: { runId: string; rootRunId: string; tripIndex: number };
  readonly #objects: ObjectDeltas | undefined;
  /** What texts pass before they are shown: the answer, the reasoning as `""`, and calls by their ids. */
  readonly #text: ShownText | undefined;
  readonly #others = new Map<string, ShownText | undefined>();
  /** What the text passes on its way to the listeners; the run keeps it as it was before. */
  readonly #revealed: RevealedText | undefined;
  readonly #toolCalls: ToolCallRequest[] = [];
  readonly #reasoning: ReasoningPart[] = [];
  #thought = "";
  #content = "";
  /** What has passed of the content, where it has something to pass. */
  #passed = "";

  constructor(
    execution: AgentExecution,
    tripIndex: number,
    objects: ObjectDeltas | undefined,
    text: ShownText | undefined,
    revealed: RevealedText | undefined,
  ) {
    this.#execution = execution;
    this.#at = execution.at(tripIndex);
    this.#objects = objects;
    this.#text = text;
    this.#revealed = revealed;
  }

  show(delta: string): void {
    this.#content += delta;
    this.#pass(this.#text && delta !== "" ? this.#text.push(delta) : delta);
  }

  #pass(delta: string): void {
    if (this.#text) this.#passed += delta;
    // Kept on the run as it grows: a run that is stopped still tells what had been written, unless a hook may refuse it.
    if (!this.#execution.holdsOutput) this.#execution.text = this.#shownContent;
    this.#tellText(this.#revealed && delta !== "" ? this.#revealed.push(delta) : delta);
  }

  #tellText(delta: string): void {
    if (delta === "" || !this.#execution.events.active) return;
    const { runId, rootRunId, tripIndex } = this.#at;
    this.#tell({ type: "agent.trip.streaming", runId, rootRunId, tripIndex, delta });
    if (this.#objects) this.#showObject(this.#objects, false);
  }

  #showObject(objects: ObjectDeltas, isWhole: boolean): void {
    const text = this.#shownContent;
    const held = this.#revealed?.held;
    const object = objects.next(held ? text.slice(0, -held) : text, isWhole);
    if (object === undefined) return;
    const shown = this.#revealed ? this.#revealed.object(object) : object;
    this.#tell({ type: "agent.object-delta", ...this.#at, object: shown });
  }

  get #shownContent(): string {
    return this.#text ? this.#passed : this.#content;
  }

  showPieces(pieces: readonly (string | ToolCallRequest)[]): void {
    for (const piece of pieces) {
      if (typeof piece === "string") this.show(piece);
      else this.#toolCalls.push(piece);
    }
  }

  /** Finds what the texts of a chunk's kind pass, before the first one of them. */
  async openFor(chunk: Taken, shown: Shown): Promise<void> {
    const id =
      chunk.type === "reasoning-delta" ? REASONING : chunk.type === "tool-call-delta" ? chunk.id : undefined;
    if (id === undefined || this.#others.has(id)) return;
    const toolName = chunk.type === "tool-call-delta" ? chunk.name : undefined;
    this.#others.set(id, await shown(toolName === undefined ? "reasoning" : "tool-input", toolName));
  }

  take(chunk: Taken): void {
    if (chunk.type === "reasoning-delta") {
      this.#thought += chunk.content;
      this.#tellThought(this.#passOther(REASONING, chunk.content));
    } else if (chunk.type === "reasoning") this.#reasoning.push(chunk.part);
    else if (chunk.type === "tool-call-delta") {
      this.#tellInput(chunk.id, chunk.name, this.#passOther(chunk.id, chunk.delta));
    } else if (chunk.type === "tool-call") {
      const { type: _type, ...request } = chunk;
      const rest = this.#others.get(chunk.id)?.end();
      if (rest) this.#tellInput(chunk.id, chunk.name, rest);
      this.#toolCalls.push(request);
    }
  }

  #passOther(id: string, delta: string): string {
    const stage = this.#others.get(id);
    return stage ? stage.push(delta) : delta;
  }

  #tellThought(delta: string): void {
    if (delta !== "") this.#tell({ type: "agent.reasoning-delta", ...this.#at, delta });
  }

  #tellInput(toolCallId: string, toolName: string, delta: string): void {
    if (delta !== "")
      this.#tell({ type: "agent.tool.input-delta", ...this.#at, toolCallId, toolName, delta });
  }

  end(done: Done, held: readonly (string | ToolCallRequest)[] = []): ModelResponse {
    this.showPieces(held);
    if (this.#text) this.#pass(this.#text.end());
    if (this.#revealed) this.#tellText(this.#revealed.end());
    const thought = this.#others.get(REASONING)?.end();
    if (thought) this.#tellThought(thought);
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
