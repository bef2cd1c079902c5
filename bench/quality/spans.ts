import type { LabelledSpan } from "../../test/support/guard-scores.ts";

/** Finds texts in a text from left to right, for packages that say what they found and not where. */
export function spansOfValues(text: string, label: string, values: readonly string[]): LabelledSpan[] {
  const spans: LabelledSpan[] = [];
  const from = new Map<string, number>();
  for (const value of values) {
    const start = text.indexOf(value, from.get(value) ?? 0);
    if (start < 0 || value === "") continue;
    spans.push({ start, end: start + value.length, label });
    from.set(value, start + value.length);
  }
  return spans;
}

/**
 * Finds out what was replaced, for packages that give the redacted text only: what stands between two placeholders is looked up
 * in the text.
 *
 * @param placeholders finds them; its first group that matched is what `labels` knows.
 */
export function spansOfRedaction(
  text: string,
  redacted: string,
  placeholders: RegExp,
  labels: Readonly<Record<string, string>>,
): LabelledSpan[] {
  const matches = [...redacted.matchAll(placeholders)];
  const spans: LabelledSpan[] = [];
  let at = matches[0]?.index ?? 0;
  for (const [index, match] of matches.entries()) {
    const behind = match.index + match[0].length;
    const next = matches[index + 1]?.index;
    const plain = redacted.slice(behind, next);
    const isLast = next === undefined;
    const found = isLast ? text.length - plain.length : text.indexOf(plain, at + 1);
    if (found < at) break;
    const label = labels[match[1] ?? match[0]];
    if (label) spans.push({ start: at, end: found, label });
    at = found + plain.length;
  }
  return spans;
}

/** Spans under the names of the corpora; what they have no name for is left out. */
export function renamed(
  spans: readonly LabelledSpan[],
  labels: Readonly<Record<string, string>>,
): LabelledSpan[] {
  return spans.flatMap(({ start, end, label }) => {
    const name = labels[label];
    return name ? [{ start, end, label: name }] : [];
  });
}
