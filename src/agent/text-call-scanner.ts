import type { ToolCallRequest } from "../contracts/message.ts";
import type { ModelResponse } from "../contracts/model.ts";
import type { ToolContract } from "../contracts/tool.ts";
import { randomId } from "../core/ids.ts";
import { validateModelValue } from "../schema/validate.ts";

const DEFAULT_BUFFER = 16_384;
const FENCE = "```";
/** So many characters are looked at to give every brace of a text its chance; then many are passed over at once. */
const MAX_WORK = 1_000_000;

/** Text to show, or a call that was found in it. */
type Piece = string | ToolCallRequest;

/**
 * Finds tool calls that a model wrote as JSON into its text. Text that may become one is held back: from an opening brace,
 * or from a code fence before one, until the braces balance. What is not a call of a registered tool, with arguments that fit
 * its schema, is text again; the scanner never invents a call.
 */
export class TextCallScanner {
  readonly #tools: ReadonlyMap<string, ToolContract>;
  readonly #maxBuffer: number;
  #held = "";
  /** Where in `#held` the object begins; -1 while only a fence, or the start of one, is held. */
  #braceAt = -1;
  #scannedTo = 0;
  /** How many characters were looked at, again and again where an object has no end. */
  #work = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** A call was taken out of a fence whose end is still to come. */
  #dropFence = false;

  constructor(tools: ReadonlyMap<string, ToolContract>, maxBuffer: number = DEFAULT_BUFFER) {
    this.#tools = tools;
    this.#maxBuffer = maxBuffer;
  }

  /** Takes more text and returns what is settled now. */
  async push(text: string): Promise<Piece[]> {
    const pieces: Piece[] = [];
    this.#held += text;
    while (this.#held !== "") {
      const found = this.#braceAt < 0 ? this.#findStart(pieces) : true;
      if (!found) break;
      const end = this.#findEnd();
      if (end < 0) {
        if (this.#held.length > this.#maxBuffer) this.#release(pieces, this.#behindBrace());
        else break;
        continue;
      }
      const call = await this.#callIn(this.#held.slice(this.#braceAt, end));
      if (!call) {
        this.#release(pieces, end);
        continue;
      }
      pieces.push(call);
      this.#dropFence = this.#held.slice(0, this.#braceAt).includes(FENCE);
      this.#forget(end);
    }
    return pieces;
  }

  /** The text that was still held back when the stream ended. */
  end(): Piece[] {
    const pieces: Piece[] = [];
    this.#dropFence = false;
    this.#release(pieces, this.#held.length);
    return pieces;
  }

  /** Takes the tool calls that a model wrote into its text out of a whole answer. */
  async takeCalls(response: ModelResponse): Promise<ModelResponse> {
    const pieces = [...(await this.push(response.content)), ...this.end()];
    const calls = pieces.filter((piece) => typeof piece !== "string");
    if (calls.length === 0) return response;
    const content = pieces.filter((piece) => typeof piece === "string").join("");
    return { ...response, content: content.trim(), toolCalls: [...(response.toolCalls ?? []), ...calls] };
  }

  /** Lets go of all text before the next possible start of a call; `true` where an object has begun. */
  #findStart(pieces: Piece[]): boolean {
    if (this.#dropFence) {
      const rest = this.#held.trimStart();
      if (rest.length < FENCE.length && FENCE.startsWith(rest)) return false;
      if (rest.startsWith(FENCE)) this.#held = rest.slice(FENCE.length);
      this.#dropFence = false;
    }
    const brace = this.#held.indexOf("{");
    const fence = this.#fenceBefore(brace < 0 ? this.#held.length : brace);
    if (brace < 0) {
      if (fence > 0) this.#show(pieces, fence);
      else if (fence < 0) this.#show(pieces, this.#held.length);
      return false;
    }
    this.#show(pieces, fence >= 0 ? fence : brace);
    this.#braceAt = this.#held.indexOf("{");
    this.#scannedTo = this.#braceAt;
    return true;
  }

  /** Where a fence line begins that has nothing but its language tag and blanks behind it, up to `end`; else -1. */
  #fenceBefore(end: number): number {
    const tick = this.#held.lastIndexOf("`", end - 1);
    if (tick < 0) return -1;
    let start = tick;
    while (start > 0 && this.#held[start - 1] === "`") start -= 1;
    const behind = this.#held.slice(tick + 1, end);
    if (tick - start + 1 > FENCE.length || behind.trim().length > 16 || behind.trim().includes(" "))
      return -1;
    const whole = tick - start + 1 === FENCE.length;
    // Fewer ticks at the very end may grow into a fence with the next chunk.
    return whole || (behind === "" && end === this.#held.length) ? start : -1;
  }

  /** Where to look for the next brace when an object has no end; far behind it where that has been costly. */
  #behindBrace(): number {
    const step = this.#work < MAX_WORK ? 1 : (this.#held.length - this.#braceAt) >> 4;
    const end = this.#braceAt + Math.max(1, step);
    // Never between the two halves of a character.
    return (this.#held.charCodeAt(end) & 0xfc00) === 0xdc00 ? end + 1 : end;
  }

  /** The index behind the brace that closes the object, or -1 while it is open. */
  #findEnd(): number {
    this.#work += this.#held.length - this.#scannedTo;
    for (; this.#scannedTo < this.#held.length; this.#scannedTo += 1) {
      const character = this.#held[this.#scannedTo];
      if (this.#escaped) this.#escaped = false;
      else if (this.#inString) {
        if (character === "\\") this.#escaped = true;
        else if (character === '"') this.#inString = false;
      } else if (character === '"') this.#inString = true;
      else if (character === "{") this.#depth += 1;
      else if (character === "}") {
        this.#depth -= 1;
        if (this.#depth === 0) return this.#scannedTo + 1;
      }
    }
    return -1;
  }

  async #callIn(json: string): Promise<ToolCallRequest | undefined> {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      return undefined;
    }
    const record = value as { name?: unknown; tool?: unknown; arguments?: unknown; input?: unknown };
    const name = typeof record.name === "string" ? record.name : record.tool;
    const input = record.arguments ?? record.input;
    const tool = typeof name === "string" ? this.#tools.get(name) : undefined;
    if (!tool || input === undefined) return undefined;
    const validation = await validateModelValue(tool.input, input);
    if (validation.issues) return undefined;
    return { id: `call_${randomId()}`, name: tool.name, input, recoveredFrom: "stream-text" };
  }

  #show(pieces: Piece[], length: number): void {
    if (length > 0) pieces.push(this.#held.slice(0, length));
    this.#held = this.#held.slice(length);
  }

  #release(pieces: Piece[], length: number): void {
    this.#show(pieces, length);
    this.#reset();
  }

  #forget(length: number): void {
    this.#held = this.#held.slice(length);
    this.#reset();
  }

  #reset(): void {
    this.#braceAt = -1;
    this.#scannedTo = 0;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }
}
