import type { ToolCallRequest } from "../contracts/message.ts";
import type { ModelResponse } from "../contracts/model.ts";
import type { ToolContract } from "../contracts/tool.ts";
import { randomId } from "../core/ids.ts";
import { readTextCalls } from "../schema/read-text-calls.ts";
import { validateModelValue } from "../schema/validate.ts";
import { type CallForm, callFormAt, plainCalls } from "./text-call-forms.ts";

const DEFAULT_BUFFER = 16_384;
const FENCE = "```";
/** So many characters are looked at to give every bracket of a text its chance; then many are passed over at once. */
const MAX_WORK = 1_000_000;

/** Text to show, or a call that was found in it. */
type Piece = string | ToolCallRequest;

/**
 * Finds tool calls that a model wrote into its text: as JSON, as a list of Python calls, or between the delimiters of its
 * chat template. Text that may become one is held back: from the first bracket, fence or delimiter until the end of what it
 * began. What is not a call of a registered tool, with arguments that fit its schema, is text again; the scanner never
 * invents a call.
 */
export class TextCallScanner {
  readonly #tools: ReadonlyMap<string, ToolContract>;
  readonly #names: readonly string[];
  readonly #maxBuffer: number;
  #held = "";
  /** What `#held` begins with, if that may be a call; its body begins behind the lead. */
  #form: CallForm | undefined;
  #scannedTo = 0;
  /** How many characters were looked at, again and again where something has no end. */
  #work = 0;
  #depth = 0;
  #quote = "";
  #escaped = false;
  /** A call was taken out of a fence whose end is still to come. */
  #dropFence = false;

  constructor(tools: ReadonlyMap<string, ToolContract>, maxBuffer: number = DEFAULT_BUFFER) {
    this.#tools = tools;
    this.#names = [...tools.keys()];
    this.#maxBuffer = maxBuffer;
  }

  /** Takes more text and returns what is settled now. */
  async push(text: string): Promise<Piece[]> {
    const pieces: Piece[] = [];
    this.#held += text;
    while (this.#held !== "") {
      const form = this.#form ?? this.#findForm(pieces);
      if (!form) break;
      const end = this.#findEnd(form);
      if (end >= 0) await this.#settle(pieces, form, end);
      else if (this.#held.length > this.#maxBuffer) this.#release(pieces, this.#behindStart(form));
      else break;
    }
    return pieces;
  }

  /** What was still held back when the stream ended: text, or calls that nothing closed but that. */
  async end(): Promise<Piece[]> {
    const pieces: Piece[] = [];
    this.#dropFence = false;
    for (let form = this.#form; form && form.brackets?.[0] !== "{"; form = this.#form) {
      if (form.brackets) this.#release(pieces, this.#behindStart(form));
      else await this.#settle(pieces, { ...form, closer: "" }, this.#held.length);
      pieces.push(...(await this.push("")));
    }
    this.#release(pieces, this.#held.length);
    return pieces;
  }

  /** Takes the tool calls that a model wrote into its text out of a whole answer. */
  async takeCalls(response: ModelResponse): Promise<ModelResponse> {
    const pieces = [...(await this.push(response.content)), ...(await this.end())];
    const calls = pieces.filter((piece) => typeof piece !== "string");
    if (calls.length === 0) return response;
    const content = pieces.filter((piece) => typeof piece === "string").join("");
    return { ...response, content: content.trim(), toolCalls: [...(response.toolCalls ?? []), ...calls] };
  }

  /** Lets go of all text before the next possible start of a call. */
  #findForm(pieces: Piece[]): CallForm | undefined {
    if (this.#dropFence) {
      const rest = this.#held.trimStart();
      if (rest.length < FENCE.length && FENCE.startsWith(rest)) return undefined;
      if (rest.startsWith(FENCE)) this.#held = rest.slice(FENCE.length);
      this.#dropFence = false;
    }
    const starts = /`+|[{[<]/g;
    for (let found = starts.exec(this.#held); found; found = starts.exec(this.#held)) {
      const form = callFormAt(this.#held, found.index, this.#names);
      if (!form) continue;
      this.#show(pieces, found.index);
      if (form === "open") return undefined;
      this.#form = form;
      this.#scannedTo = form.lead;
      return form;
    }
    this.#show(pieces, this.#held.length);
    return undefined;
  }

  /** The index behind what closes the call, or -1 while it is open. */
  #findEnd({ closer = "", brackets }: CallForm): number {
    this.#work += this.#held.length - this.#scannedTo;
    if (brackets) return this.#findBalance(brackets);
    const at = closer ? this.#held.indexOf(closer, this.#scannedTo) : -1;
    // A closer may come in two pieces.
    this.#scannedTo = Math.max(this.#scannedTo, this.#held.length - closer.length);
    return at < 0 ? -1 : at + closer.length;
  }

  #findBalance([open, close, quotes]: NonNullable<CallForm["brackets"]>): number {
    for (; this.#scannedTo < this.#held.length; this.#scannedTo += 1) {
      const character = this.#held[this.#scannedTo] ?? "";
      if (this.#escaped) this.#escaped = false;
      else if (this.#quote) {
        if (character === "\\") this.#escaped = true;
        else if (character === this.#quote) this.#quote = "";
      } else if (quotes.includes(character)) this.#quote = character;
      else if (character === open) this.#depth += 1;
      else if (character === close) {
        this.#depth -= 1;
        if (this.#depth === 0) return this.#scannedTo + 1;
      }
    }
    return -1;
  }

  /** Takes the calls that end at `end` out of the text, or lets it go where it is none. */
  async #settle(pieces: Piece[], form: CallForm, end: number): Promise<void> {
    const body = this.#held.slice(form.lead, end - (form.closer?.length ?? 0));
    const calls = await this.#callsIn(body, form);
    if (calls.length === 0) {
      // What is inside may be a call; what stands in a fence or a delimiter of its own is not looked at again.
      this.#release(pieces, form.brackets?.[0] === "{" ? end : form.lead || 1);
      return;
    }
    this.#dropFence = form.brackets !== undefined && this.#held.startsWith(FENCE);
    pieces.push(...calls);
    this.#held = this.#held.slice(end);
    this.#reset();
  }

  async #callsIn(body: string, { brackets }: CallForm): Promise<ToolCallRequest[]> {
    const text = brackets ? body : plainCalls(body);
    // Without delimiters around it, an object must say that it is a call.
    if (brackets && brackets[2] === '"' && !saysCall(text)) return [];
    const found = readTextCalls(text, (name) => this.#tools.has(name));
    const calls: ToolCallRequest[] = [];
    for (const { name, input } of found) {
      const tool = this.#tools.get(name);
      if (!tool || (await validateModelValue(tool.input, input)).issues) return [];
      calls.push({ id: `call_${randomId()}`, name, input, recoveredFrom: "stream-text" });
    }
    return calls;
  }

  /** Where to look on when something has no end; far behind its start where that has been costly. */
  #behindStart({ lead }: CallForm): number {
    const start = lead || 1;
    const end = this.#work < MAX_WORK ? start : Math.max(start, (this.#held.length - lead) >> 4);
    // Never between the two halves of a character.
    return (this.#held.charCodeAt(end) & 0xfc00) === 0xdc00 ? end + 1 : end;
  }

  #show(pieces: Piece[], length: number): void {
    if (length > 0) pieces.push(this.#held.slice(0, length));
    this.#held = this.#held.slice(length);
  }

  #release(pieces: Piece[], length: number): void {
    this.#show(pieces, length);
    this.#reset();
  }

  #reset(): void {
    this.#form = undefined;
    this.#scannedTo = 0;
    this.#depth = 0;
    this.#quote = "";
    this.#escaped = false;
  }
}

/** Whether JSON has arguments or wraps calls, and is no description of a tool. */
function saysCall(json: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return false;
  }
  const objects: readonly unknown[] = Array.isArray(value) ? value : [value];
  return objects.every((object) => {
    const { arguments: input, parameters, args, tool_calls, function: inner, ...own } = Object(object);
    return (
      own.description === undefined &&
      (input ?? own.input ?? parameters ?? args ?? tool_calls ?? inner) !== undefined
    );
  });
}
