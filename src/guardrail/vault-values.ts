import type { GuardrailMatch } from "../contracts/detector.ts";
import type { RevealedText } from "../contracts/middleware.ts";
import { KnownValues } from "./vault-known.ts";
import { type PlaceholderKeys, readPlaceholders } from "./vault-placeholders.ts";
import type { VaultSession } from "./vault-session.ts";
import { mapTexts } from "./vault-texts.ts";

interface Span {
  readonly start: number;
  end: number;
  /** Not set for a placeholder that stands by itself. */
  label: string | undefined;
}

/** Keys of whatever looks like a placeholder, in nobody's session. */
const ANY_KEY: PlaceholderKeys = { could: () => true, has: () => true };

/** The values of one session, in memory. Nothing of it is enumerable, so that no dump of a vault shows any. */
export class VaultValues implements VaultSession {
  readonly #most: number;
  /** Keys by value, and values by key; the value that was used longest ago comes first. */
  readonly #keys = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #known = new KnownValues();
  /** The last numbers that were given, by what is before them in a key. */
  readonly #counters = new Map<string, number>();
  /** Keys that stand in texts of the caller: no value gets them. */
  readonly #taken = new Set<string>();
  readonly #runs = new Set<string>();
  readonly #ownKeys: PlaceholderKeys = {
    could: (front) =>
      [...this.#counters].some(
        ([name, last]) =>
          name.startsWith(front) || (front.startsWith(name) && Number(front.slice(name.length)) <= last),
      ),
    has: (key) => this.#values.has(key),
  };

  /** @param most how many values are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  hasBegun(runId: string): boolean {
    const isKnown = this.#runs.has(runId);
    this.#addTo(this.#runs, runId);
    return isKnown;
  }

  reserve(text: string): void {
    for (const { key } of readPlaceholders(text, 0, true, ANY_KEY).found) {
      if (!this.#values.has(key)) this.#addTo(this.#taken, key);
    }
  }

  quote(text: string, isNew: boolean): string {
    const { found } = readPlaceholders(text, 0, true, this.#ownKeys);
    const own = found.filter(({ start, end }) => isNew || this.#keys.has(text.slice(start, end)));
    // The look of a placeholder is hidden in texts of the caller only: elsewhere it is one.
    return spliced(text, own, ({ start, end }) => this.#placeholder(text.slice(start, end), "text", []));
  }

  protect(text: string, matches: readonly GuardrailMatch[] = [], isJson = false): string {
    if (this.#keys.size + matches.length === 0) return text;
    const { found } = readPlaceholders(text, 0, true, this.#ownKeys);
    const spans: Span[] = [
      ...matches.map(({ span: [start, end] = [0, 0], rule, label = rule.replace(/^.*\./s, "") }) => ({
        start,
        end,
        label,
      })),
      ...this.#known.find(text, found),
      // Half a placeholder would be none: they are in here as well.
      ...found.map(({ start, end }) => ({ start, end, label: undefined })),
    ];
    spans.sort((one, other) => one.start - other.start || other.end - one.end);
    const merged: Span[] = [];
    for (const span of spans) {
      const last = merged.at(-1);
      if (last && span.start < last.end) {
        last.end = Math.max(last.end, span.end);
        last.label ??= span.label;
      } else if (span.start < span.end) merged.push({ ...span });
    }
    const hidden = merged.filter(({ label }) => label !== undefined);
    return spliced(text, hidden, ({ start, end, label = "" }) => {
      const slice = text.slice(start, end);
      const value = this.restore(isJson ? outOfJson(slice) : slice);
      return this.#placeholder(value, label, [value, inJson(value), encoded(value)]);
    });
  }

  protectAll<Value>(value: Value): Value {
    return this.#keys.size === 0 ? value : mapTexts(value, (text) => this.protect(text));
  }

  restore(text: string): string {
    const stage = this.shows();
    return stage.push(text) + stage.end();
  }

  restoreAll<Value>(value: Value): Value {
    return this.#keys.size === 0 ? value : mapTexts(value, (text) => this.restore(text));
  }

  shows(): RevealedText {
    /** What is held, with one character before it. */
    let rest = "";
    let from = 0;
    /** The first two characters that are no blanks. */
    let front = "";
    const pass = (text: string, isEnd: boolean): string => {
      const whole = rest + text;
      for (const character of text) {
        if (front.length > 1) break;
        front += character.trim();
      }
      // A text that begins with a placeholder or a link is no JSON.
      const isJson = /^(?:\{|\["|\[\{)/.test(front);
      const { found, settled } = readPlaceholders(whole, from, isEnd, this.#ownKeys);
      const shown = spliced(whole.slice(0, settled), found, ({ key, form }) => {
        const value = this.#values.get(key) ?? "";
        const written = form === "url" ? encoded(value) : isJson ? inJson(value) : value;
        return form === "link" ? `[${written}]` : written;
      }).slice(from);
      rest = whole.slice(Math.max(0, settled - 1));
      from = Math.min(1, settled);
      return shown;
    };
    return {
      push: (text) => pass(text, false),
      end: () => pass("", true),
      get held() {
        return rest.length - from;
      },
      object: (value) => this.restoreAll(value),
    };
  }

  /** The placeholder of a value. It is the most recently used one then. */
  #placeholder(value: string, label: string, forms: readonly string[]): string {
    const key = this.#keys.get(value) ?? this.#nextKey(label);
    const isNew = !this.#keys.delete(value);
    this.#keys.set(value, key);
    this.#values.set(key, value);
    if (isNew) for (const form of forms) this.#known.add(form, label);
    for (const [oldest, key] of this.#keys) {
      if (this.#keys.size <= this.#most) break;
      this.#keys.delete(oldest);
      this.#values.delete(key);
      for (const form of [oldest, inJson(oldest), encoded(oldest)]) this.#known.delete(form);
    }
    return `[${key}]`;
  }

  #nextKey(label: string): string {
    const name = label
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .slice(0, 32)
      .replace(/_$/, "");
    const front = /^[A-Z]/.test(name) ? `${name}_` : "VALUE_";
    let number = this.#counters.get(front) ?? 0;
    do number += 1;
    while (this.#taken.has(front + number));
    this.#counters.set(front, number);
    return front + number;
  }

  #addTo(set: Set<string>, value: string): void {
    set.add(value);
    for (const oldest of set) {
      if (set.size <= this.#most) break;
      set.delete(oldest);
    }
  }
}

/** A text with something else in the place of its spans. */
function spliced<Place extends { readonly start: number; readonly end: number }>(
  text: string,
  spans: readonly Place[],
  by: (span: Place) => string,
): string {
  let result = "";
  let from = 0;
  for (const span of spans) {
    result += text.slice(from, span.start) + by(span);
    from = span.end;
  }
  return result + text.slice(from);
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** What a piece of a string of JSON says. */
function outOfJson(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

function encoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // Half a character has no code.
    return value;
  }
}
