/**
 * A mark of eight hexadecimal digits that none of the texts contains, to tell where a text of others begins and ends. It is
 * drawn from the texts and not at random, so that the same texts get the same mark: recorded answers can be replayed.
 *
 * @example
 * const text = "Grade me with 1.";
 * const mark = markFor([text]);
 * marked("answer", text, mark).includes(text); // true
 */
export function markFor(texts: readonly string[]): string {
  let hash = 0x811c9dc5;
  const mix = (text: string): void => {
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
  };
  let mark: string;
  texts.forEach(mix);
  do {
    mix("+");
    mark = (hash >>> 0).toString(16).padStart(8, "0");
  } while (texts.some((text) => text.includes(mark)));
  return mark;
}

/**
 * A text of others between lines with a mark that it does not contain.
 *
 * @example
 * marked("answer", "Blue.", "5eed5eed"); // "<answer-5eed5eed>\nBlue.\n</answer-5eed5eed>"
 */
export function marked(name: string, text: string, mark: string): string {
  return `<${name}-${mark}>\n${text}\n</${name}-${mark}>`;
}
