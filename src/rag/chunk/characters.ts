/** Whether a UTF-16 unit is white space, as `trim()` sees it. */
export function isSpaceAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0xa0) return false;
  return code === 0xa0 || (code >= 0x1680 && text.charAt(index).trim() === "");
}

/** Whether a cut at this index would part the two halves of one character. */
export function splitsPair(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  return isLowSurrogate(text.charCodeAt(index)) && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

/** How many characters may be joined into what a reader sees as one, before it is cut all the same. */
const longestCluster = 16;

/**
 * The last place not behind `index` and behind `low` where a cut parts nothing that a reader sees as one character: no
 * surrogate pair, no letter from its accents, no emoji from its joiners.
 */
export function cutAt(text: string, index: number, low: number): number {
  let at = index;
  const least = Math.max(low, index - longestCluster);
  while (at > least && joinsPrevious(text, at)) at--;
  if (at > least) return at;
  // Nothing but joined characters: only the pair is kept.
  if (!splitsPair(text, index)) return index;
  return index - 1 > low ? index - 1 : index + 1;
}

function joinsPrevious(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x300) return code === 10 && text.charCodeAt(index - 1) === 13;
  if (isLowSurrogate(code)) return splitsPair(text, index);
  if (code === 0x200d || text.charCodeAt(index - 1) === 0x200d) return true;
  // Combining marks, variation selectors, and the skin tones behind an emoji (U+1F3FB to U+1F3FF).
  if (code < 0x370 || (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0x20d0 && code <= 0x20ff)) return true;
  return code === 0xd83c && text.charCodeAt(index + 1) >= 0xdffb;
}

function isLowSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}
