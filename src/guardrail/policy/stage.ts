import type { GuardrailContext, GuardrailDetector, GuardrailStream } from "../../contracts/detector.ts";
import type { ShownText } from "../../contracts/middleware.ts";
import { JsonReader, JsonWriter, type NumberTokens } from "./json-texts.ts";
import { type Block, failureOf } from "./judge.ts";
import type { Held } from "./run-record.ts";

/** How the detectors of a stage act. */
export interface StageOptions {
  readonly context: GuardrailContext;
  readonly onError?: "flag" | "block" | undefined;
  /** Set where the text is JSON, and shall stay JSON. */
  readonly isJson: boolean;
  /** Set where nothing is shown before all of the text has passed. */
  readonly isHeld: boolean;
  /** Is called for a text that must not go on; throws, or nothing more of the text is shown. */
  refuse(detector: GuardrailDetector, verdict: Block): void;
  /** Hears at the end how long text was held back. */
  hold(held: Held): void;
}

/** Opens the streams of detectors, one behind the other. Those that only flag look at the whole text later. */
export async function stageOf(
  detectors: readonly GuardrailDetector[],
  options: StageOptions,
): Promise<ShownText | undefined> {
  const streams: Link[] = [];
  for (const detector of detectors) {
    if (detector.onlyFlags) continue;
    try {
      const stream = await detector.stream?.(options.context);
      // Whoever cannot stream sees the whole text, before any of it is shown.
      if (!stream) return new Stage([], options, true);
      streams.push({ detector, stream, taken: 0, given: 0, held: 0 });
    } catch (cause) {
      if (options.context.signal?.aborted) throw cause;
      const verdict = failureOf(detector, cause, options.onError);
      if (verdict.type !== "block") continue;
      options.refuse(detector, verdict);
      return new Stage([], options, true);
    }
  }
  return streams.length > 0 ? new Stage(streams, options, false) : undefined;
}

interface Link {
  readonly detector: GuardrailDetector;
  readonly stream: GuardrailStream;
  /** How much it got, gave and keeps. */
  taken: number;
  given: number;
  held: number;
}

class Stage implements ShownText {
  readonly #streams: readonly Link[];
  readonly #options: StageOptions;
  readonly #json: { readonly reader: JsonReader; readonly writer: JsonWriter } | undefined;
  readonly #clock = new HoldClock();
  #length = 0;
  /** Set where nothing more is shown. */
  #isSilent: boolean;

  constructor(streams: readonly Link[], options: StageOptions, isSilent: boolean) {
    this.#streams = streams;
    this.#options = options;
    this.#isSilent = isSilent;
    if (!options.isJson) return;
    const numbers: NumberTokens = new Map();
    this.#json = { reader: new JsonReader(numbers), writer: new JsonWriter(numbers) };
  }

  push(text: string): string {
    const shown = this.#pass(this.#json ? this.#json.reader.push(text) : text, false);
    this.#length += text.length;
    const isHeld = this.#isSilent || this.#options.isHeld;
    const held = isHeld ? this.#length : this.#streams.reduce((sum, link) => sum + link.held, 0);
    this.#clock.push(text.length, held);
    return shown;
  }

  end(): string {
    const rest = this.#pass(this.#json?.reader.end() ?? "", true);
    this.#options.hold(this.#clock.end());
    return rest;
  }

  #pass(given: string, isEnd: boolean): string {
    let text = given;
    for (const link of this.#streams) {
      if (this.#isSilent) return "";
      text = this.#through(link, text, isEnd);
    }
    if (this.#isSilent) return "";
    if (!this.#json) return text;
    const { writer } = this.#json;
    return writer.push(text) + (isEnd ? writer.end() : "");
  }

  #through(link: Link, text: string, isEnd: boolean): string {
    const { detector, stream } = link;
    let passed = "";
    let block: Block | undefined;
    try {
      const steps = [
        ...(text === "" ? [] : [() => stream.push(text)]),
        ...(isEnd ? [() => stream.end()] : []),
      ];
      link.taken += text.length;
      for (const step of steps) {
        const streamed = step();
        passed += streamed.text;
        link.given += streamed.text.length;
        link.held = streamed.held ?? Math.max(0, link.taken - link.given);
        block = streamed.block;
        if (block) break;
      }
    } catch (cause) {
      // What the stream held is lost with it: the rest is not shown, and the whole text is looked at in the end.
      this.#isSilent = true;
      const verdict = failureOf(detector, cause, this.#options.onError);
      if (verdict.type === "block") block = verdict;
    }
    if (block) {
      this.#isSilent = true;
      this.#options.refuse(detector, block);
    }
    return passed;
  }
}

/** Measures how long text is held back. */
class HoldClock {
  /** When the pieces came of which something is held, and up to where in the text they go. */
  #waiting: { readonly at: number; readonly end: number }[] = [];
  #taken = 0;
  #since: number | undefined;
  #characters = 0;
  #longestMs = 0;
  #totalMs = 0;

  push(length: number, held: number): void {
    this.#taken += length;
    if (held === 0 && this.#since === undefined) return;
    const now = performance.now();
    this.#waiting.push({ at: now, end: this.#taken });
    this.#characters = Math.max(this.#characters, held);
    this.#release(now, this.#taken - held);
  }

  end(): Held {
    this.#release(performance.now(), this.#taken);
    return { characters: this.#characters, longestMs: this.#longestMs, totalMs: this.#totalMs };
  }

  #release(now: number, upTo: number): void {
    const first = this.#waiting.findIndex(({ end }) => end > upTo);
    const [oldest] = this.#waiting;
    if (oldest && first !== 0) this.#longestMs = Math.max(this.#longestMs, now - oldest.at);
    if (first !== 0) this.#waiting = first < 0 ? [] : this.#waiting.slice(first);
    this.#since ??= this.#waiting[0]?.at;
    if (this.#waiting.length > 0 || this.#since === undefined) return;
    this.#totalMs += now - this.#since;
    this.#since = undefined;
  }
}
