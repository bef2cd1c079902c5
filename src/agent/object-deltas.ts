import { readJson } from "../schema/read-json.ts";

/** The value that a growing JSON text stands for so far. */
export class ObjectDeltas {
  #readLength = 0;
  #shown = "";

  /**
   * The value of the text so far, or `undefined` where nothing new can be shown. Reading starts at the front each time, so
   * the text must have grown by a share of itself before it is read again: a long answer costs linear time.
   *
   * @param isWhole whether the text is at its end, and so is read in any case.
   */
  next(text: string, isWhole: boolean): unknown {
    const grown = text.length - this.#readLength;
    if (grown === 0 || (!isWhole && grown < text.length / 16)) return undefined;
    this.#readLength = text.length;
    const reading = readJson(text, "partial");
    if (!reading.ok || typeof reading.value !== "object" || reading.value === null) return undefined;
    const shown = JSON.stringify(reading.value);
    if (shown === this.#shown) return undefined;
    this.#shown = shown;
    return reading.value;
  }
}
