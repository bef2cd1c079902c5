import type { GuardrailMatch } from "../contracts/detector.ts";
import type { RevealedText } from "../contracts/middleware.ts";
import { KnownValues } from "./vault-known.ts";
import { ANY_KEY, type Placeholder, type PlaceholderKeys, readPlaceholders } from "./vault-placeholders.ts";
import type { VaultSession } from "./vault-session.ts";
import { mapTexts } from "./vault-texts.ts";

/** The rule of matches that are no values, but texts that look like the placeholder of one. */
export const LITERAL = "vault.literal";

interface Span {
  start: number;
  end: number;
  label: string;
  /** Set where the text itself is kept, whatever placeholders it seems to hold. */
  isLiteral: boolean;
  /** Not set for a placeholder that stands by itself. */
  hides: boolean;
}

/** The values of one session, in memory. Nothing of it is enumerable, so that no dump of a vault shows any. */
export class VaultValues implements VaultSession {
  readonly #most: number;
  /** Keys by value, and values by key; the value that was used longest ago comes first. */
  readonly #keys = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #known = new KnownValues();
  readonly #counters = new Map<string, number>();
  /** Keys that stand in texts of the caller: no value gets them. */
  readonly #taken = new Set<string>();
  readonly #fronts = new Set<string>();
  readonly #runs = new Set<string>();
  readonly #ownKeys: PlaceholderKeys = {
    could: (front) => this.#fronts.has(front),
    has: (key) => this.#values.has(key),
  };

  /** @param most how many values are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  /** How many values there are. It grows with every value that is new. */
  get size(): number {
    return this.#keys.size;
  }

  /** Whether a run has begun before: then it is resumed. */
  hasBegun(runId: string): boolean {
    const isKnown = this.#runs.has(runId);
    addCapped(this.#runs, runId, this.#most);
    return isKnown;
  }

  /** Takes what looks like a placeholder in the texts of a caller out of the keys that are still to be given. */
  reserve(text: string): void {
    for (const { key } of readPlaceholders(text, "", true, ANY_KEY).found) {
      if (!this.#values.has(key)) addCapped(this.#taken, key, this.#most);
    }
  }

  /**
   * What looks like a placeholder of this session in a text of the caller, and is none.
   *
   * @param isNew whether the text was just written, by somebody who sees no placeholders; in an older one only what is known as such.
   */
  literals(text: string, isNew: boolean): GuardrailMatch[] {
    const { found } = readPlaceholders(text, "", true, this.#ownKeys);
    const own = isNew ? found : found.filter(({ start, end }) => this.#keys.has(text.slice(start, end)));
    return own.map(({ start, end }) => ({ rule: LITERAL, label: "text", span: [start, end] }));
  }

  /** Gives what was found its placeholders, so that every text can be protected from all of it. */
  learn(text: string, matches: readonly GuardrailMatch[]): void {
    for (const span of this.#spansOf(text, matches)) this.#keyOf(text, span);
  }

  protect(text: string, matches: readonly GuardrailMatch[] = []): string {
    let result = "";
    let from = 0;
    for (const span of this.#spansOf(text, matches)) {
      result += `${text.slice(from, span.start)}[${this.#keyOf(text, span)}]`;
      from = span.end;
    }
    return from === 0 ? text : result + text.slice(from);
  }

  protectAll<Value>(value: Value): Value {
    return this.size === 0 ? value : mapTexts(value, (text) => this.protect(text));
  }

  restore(text: string): string {
    const { found } = readPlaceholders(text, "", true, this.#ownKeys);
    return this.#restored(text, found, isJson(frontOf("", text)));
  }

  restoreAll<Value>(value: Value): Value {
    return this.size === 0 ? value : mapTexts(value, (text) => this.restore(text));
  }

  shows(): RevealedText {
    let held = "";
    let before = "";
    let front = "";
    const pass = (text: string, isEnd: boolean): string => {
      const whole = held + text;
      front = frontOf(front, text);
      const { found, settled } = readPlaceholders(whole, before, isEnd, this.#ownKeys);
      const passed = whole.slice(0, settled);
      held = whole.slice(settled);
      before = passed.charAt(passed.length - 1) || before;
      return this.#restored(passed, found, isJson(front));
    };
    return {
      push: (text) => pass(text, false),
      end: () => pass("", true),
      get held() {
        return held.length;
      },
      object: (value) => this.restoreAll(value),
    };
  }

  #restored(text: string, found: readonly Placeholder[], isJson: boolean): string {
    let result = "";
    let from = 0;
    for (const { start, end, key, form } of found) {
      const value = this.#values.get(key) ?? "";
      const shown = form === "url" ? encoded(value) : isJson ? inJson(value) : value;
      result += text.slice(from, start) + (form === "link" ? `[${shown}]` : shown);
      from = end;
    }
    return from === 0 ? text : result + text.slice(from);
  }

  /** What is hidden of a text: what was found, and the values that are known outside of placeholders. In order, without overlaps. */
  #spansOf(text: string, matches: readonly GuardrailMatch[]): readonly Span[] {
    const spans: Span[] = [];
    for (const { span, label, rule } of matches) {
      if (!span || span[0] >= span[1]) continue;
      const [start, end] = span;
      const isLiteral = rule === LITERAL;
      spans.push({
        start,
        end,
        label: label ?? rule.slice(rule.lastIndexOf(".") + 1),
        isLiteral,
        hides: true,
      });
    }
    if (this.size > 0) {
      const { found } = readPlaceholders(text, "", true, this.#ownKeys);
      for (const one of this.#known.find(text, found)) spans.push({ ...one, isLiteral: false, hides: true });
      // Half a placeholder would be none: they are in here as well.
      for (const { start, end } of found)
        spans.push({ start, end, label: "", isLiteral: false, hides: false });
    }
    spans.sort((one, other) => one.start - other.start || other.end - one.end);
    const merged: Span[] = [];
    for (const span of spans) {
      const last = merged.at(-1);
      if (last && span.start < last.end) {
        last.end = Math.max(last.end, span.end);
        last.label ||= span.label;
        last.isLiteral ||= span.isLiteral;
        last.hides ||= span.hides;
      } else merged.push(span);
    }
    return merged.filter(({ hides }) => hides);
  }

  /** The key of what stands in a span. It is the most recently used one then. */
  #keyOf(text: string, { start, end, label, isLiteral }: Span): string {
    const slice = text.slice(start, end);
    const value = isLiteral ? slice : this.restore(slice);
    const key = this.#keys.get(value) ?? this.#nextKey(label);
    const isNew = !this.#keys.delete(value);
    this.#values.delete(key);
    this.#keys.set(value, key);
    this.#values.set(key, value);
    if (isNew) {
      for (let length = 0; length <= key.length; length++) this.#fronts.add(key.slice(0, length));
      // The look of a placeholder is hidden in texts of the caller only: elsewhere it is one.
      if (!isLiteral) for (const form of formsOf(value)) this.#known.add(form, label);
      if (this.#keys.size > this.#most) this.#forgetOldest();
    }
    return key;
  }

  #nextKey(label: string): string {
    const name = label
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .slice(0, 32);
    const front = /^[A-Z]/.test(name) ? name.replace(/_$/, "") : "VALUE";
    for (let number = (this.#counters.get(front) ?? 0) + 1; ; number++) {
      const key = `${front}_${number}`;
      if (this.#taken.has(key)) continue;
      this.#counters.set(front, number);
      return key;
    }
  }

  /** Forgets some at once: what values and keys are found by is made anew. */
  #forgetOldest(): void {
    let count = Math.ceil(this.#most / 8);
    for (const [value, key] of this.#keys) {
      // The one that has just come stays.
      if (count-- <= 0 || this.#keys.size === 1) break;
      this.#keys.delete(value);
      this.#values.delete(key);
      for (const form of formsOf(value)) this.#known.delete(form);
    }
    this.#fronts.clear();
    for (const key of this.#values.keys()) {
      for (let length = 0; length <= key.length; length++) this.#fronts.add(key.slice(0, length));
    }
  }
}

function addCapped(set: Set<string>, value: string, most: number): void {
  set.add(value);
  for (const oldest of set) {
    if (set.size <= most) break;
    set.delete(oldest);
  }
}

/** The first two characters of a text that are no blanks. */
function frontOf(front: string, text: string): string {
  let result = front;
  for (let at = 0; result.length < 2 && at < text.length; at++) result += text.charAt(at).trim();
  return result;
}

/** How a value is written in texts, in JSON and in addresses. */
function formsOf(value: string): ReadonlySet<string> {
  return new Set([value, inJson(value), encoded(value)]);
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** Whether a text that begins like this is JSON; one that begins with a placeholder or a link is none. */
function isJson(front: string): boolean {
  return front[0] === "{" || front === '["' || front === "[{";
}

function encoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // Half a character has no code.
    return value;
  }
}
