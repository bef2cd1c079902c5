import type { GuardrailContext, GuardrailDetector, GuardrailStream } from "../../contracts/detector.ts";
import type { ShownText } from "../../contracts/middleware.ts";
import { jsonReader, jsonWriter, type NumberTokens } from "./json-texts.ts";
import { type Block, failureOf } from "./judge.ts";

/** How long streamed text was held back: milliseconds, and UTF-16 units. */
export interface Held {
  /** The most that was held at once. Where a text is rewritten on its way it is an estimate. */
  readonly characters: number;
  /** The longest that a piece waited. */
  readonly longestMs: number;
  /** How long something was held, in all. */
  readonly totalMs: number;
}

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

interface Link {
  readonly detector: GuardrailDetector;
  readonly stream: GuardrailStream;
  /** How much of what it got it has not given. */
  kept: number;
  held: number;
}

/** Opens the streams of detectors, one behind the other. Those that only flag look at the whole text later. */
export async function stageOf(
  detectors: readonly GuardrailDetector[],
  { context, onError, isJson, isHeld, refuse, hold }: StageOptions,
): Promise<ShownText | undefined> {
  const links: Link[] = [];
  /** Set where nothing more is shown. */
  let isSilent = false;
  const fail = (detector: GuardrailDetector, cause: unknown): void => {
    const verdict = failureOf(detector, cause, onError);
    if (verdict.type !== "block") return;
    isSilent = true;
    refuse(detector, verdict);
  };
  for (const detector of detectors) {
    if (detector.onlyFlags || isSilent) continue;
    try {
      const stream = await detector.stream?.(context);
      if (stream) links.push({ detector, stream, kept: 0, held: 0 });
      // Whoever cannot stream sees the whole text, before any of it is shown.
      else isSilent = true;
    } catch (cause) {
      context.signal?.throwIfAborted();
      fail(detector, cause);
    }
  }
  if (links.length === 0 && !isSilent) return undefined;
  const numbers: NumberTokens = new Map();
  const reader = isJson && jsonReader(numbers);
  const writer = isJson && jsonWriter(numbers);
  const clock = holdClock();

  function through(link: Link, text: string, isEnd: boolean): string {
    const { detector, stream } = link;
    let passed = "";
    const take = ({ text, held, block }: ReturnType<GuardrailStream["push"]>): void => {
      passed += text;
      link.kept -= text.length;
      link.held = held ?? Math.max(0, link.kept);
      if (!block) return;
      isSilent = true;
      refuse(detector, block);
    };
    link.kept += text.length;
    try {
      if (text !== "") take(stream.push(text));
      if (isEnd && !isSilent) take(stream.end());
    } catch (cause) {
      if (isSilent) throw cause;
      // What the stream held is lost with it: the rest is not shown, and the whole text is looked at in the end.
      isSilent = true;
      fail(detector, cause);
    }
    return passed;
  }

  function pass(given: string, isEnd: boolean): string {
    let text = given;
    for (const link of links) if (!isSilent) text = through(link, text, isEnd);
    if (isSilent) return "";
    return writer ? writer.push(text) + (isEnd ? writer.end() : "") : text;
  }

  return {
    push(text) {
      const shown = pass(reader ? reader.push(text) : text, false);
      const held = links.reduce((sum, link) => sum + link.held, 0);
      clock.push(text.length, isSilent || isHeld ? Number.POSITIVE_INFINITY : held);
      return shown;
    },
    end() {
      const rest = pass(reader ? reader.end() : "", true);
      hold(clock.end());
      return rest;
    },
  };
}

/** Measures how long text is held back. */
function holdClock(): { push(length: number, held: number): void; end(): Held } {
  /** When the pieces came of which something is held, and up to where in the text they go. */
  let waiting: { readonly at: number; readonly end: number }[] = [];
  let taken = 0;
  let last = 0;
  let [characters, longestMs, totalMs] = [0, 0, 0];
  const push = (length: number, held: number): void => {
    const now = performance.now();
    if (waiting.length > 0) totalMs += now - last;
    last = now;
    taken += length;
    waiting.push({ at: now, end: taken });
    const first = waiting.findIndex(({ end }) => end > taken - held);
    if (first !== 0) {
      longestMs = Math.max(longestMs, now - (waiting[0]?.at ?? now));
      waiting = first < 0 ? [] : waiting.slice(first);
    }
    characters = Math.max(characters, Math.min(held, taken));
  };
  return {
    push,
    end() {
      push(0, 0);
      return { characters, longestMs, totalMs };
    },
  };
}
