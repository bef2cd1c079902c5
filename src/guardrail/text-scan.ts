import { readable } from "./readable.ts";
import { CONTEXT, type Found, type Scanner } from "./scan.ts";
import { placed } from "./scan-text.ts";

/** A piece of a text that is settled, and what was found in it; `start` and `end` count from the beginning of the whole text. */
export interface SettledText {
  readonly text: string;
  readonly offset: number;
  readonly found: readonly Found[];
}

/**
 * Scans a text that comes in pieces. The settled pieces add up to the text, and what is found in them to what `scanText` finds
 * in the whole, wherever the text is cut.
 */
export class TextScan {
  readonly #scanner: Scanner;
  /** The settled text right before the held one, as rules read it. */
  #before = "";
  #invisible = 0;
  #held = "";
  #offset = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  push(text: string): SettledText {
    this.#held += text;
    // Half a character is none yet.
    const last = this.#held.charCodeAt(this.#held.length - 1);
    return this.#settle(last >= 0xd800 && last < 0xdc00 ? this.#held.length - 1 : this.#held.length, false);
  }

  end(): SettledText {
    return this.#settle(this.#held.length, true);
  }

  #settle(length: number, isEnd: boolean): SettledText {
    const given = this.#held.slice(0, length);
    const before = this.#before;
    const offset = this.#offset;
    const read = readable(given, this.#invisible);
    const text = before + read.text;
    const { found, settled } = this.#scanner.scan(text, before.length, isEnd);
    const cut = isEnd ? length : read.cut(settled - before.length);
    this.#invisible = read.invisibleAt(settled - before.length);
    this.#before = text.slice(Math.max(0, settled - CONTEXT), settled);
    this.#held = this.#held.slice(cut);
    this.#offset += cut;
    const own = found.map((one) =>
      placed(one, read.span(one.start - before.length, one.end - before.length), offset),
    );
    return { text: given.slice(0, cut), offset, found: own };
  }
}
