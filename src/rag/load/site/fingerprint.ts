/**
 * A number of 53 bits that stands for a text, to know it again: two texts with the same one are the same, unless somebody
 * means them to be confused. FNV-1a over UTF-16 units, with two seeds.
 */
export function fingerprint(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
