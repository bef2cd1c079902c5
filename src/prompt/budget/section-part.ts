import type { BudgetSection, PromptSpan } from "../../contracts/budgeted-prompt.ts";
import { keptSpans } from "./cut-text.ts";
import { type LengthFor, tokenTable } from "./token-table.ts";

/** A section as a vessel: what stands of it at each level of the water. */
export interface SectionPart {
  readonly section: BudgetSection;
  /** Its text without blanks around it. */
  readonly text: string;
  /** The tokens of all of it, heading and all. */
  readonly full: number;
  /** The level from which on it gets no more. */
  readonly fullAt: number;
  /** Its tokens at a level, about: in proportion to its priority, between its floor and its ceiling. */
  shareAt(level: number): number;
  /** What stands of its text where it has a share. */
  spansAt(share: number): readonly PromptSpan[];
  /** How that looks. */
  shown(spans: readonly PromptSpan[]): string;
}

/** Tries to meet a floor or a ceiling. */
const TRIES = 64;

/** Prepares a section. Counts its whole; the rest where it has to be cut. */
export function sectionPart(
  section: BudgetSection,
  mark: string,
  count: (text: string) => number,
): SectionPart {
  const { priority = 1, floor = 0, ceiling = Number.POSITIVE_INFINITY, heading, cut = "end" } = section;
  const text = section.text.trim();
  const all: readonly PromptSpan[] = text === "" ? [] : [[0, text.length]];
  const head = heading === undefined ? "" : `${heading}\n`;
  let lengthFor: LengthFor | undefined;
  let extra = 0;

  const shown = (spans: readonly PromptSpan[]): string => {
    if (spans.length === 0) return "";
    const pieces = spans.map(([start, end]) => text.slice(start, end).trim());
    const inFront = (spans[0]?.[0] ?? 0) > 0 ? mark.trimStart() : "";
    const behind = (spans.at(-1)?.[1] ?? 0) < text.length ? mark.trimEnd() : "";
    return head + inFront + pieces.join(mark) + behind;
  };
  const full = text === "" ? 0 : count(shown(all));
  const spansAt = (share: number): readonly PromptSpan[] => {
    if (share >= full) return all;
    if (lengthFor === undefined) {
      lengthFor = tokenTable(text, count, cut === "start");
      extra = count(head) + count(mark);
    }
    return share > extra ? keptSpans(text, lengthFor(share - extra), cut) : [];
  };
  const tokensAt = (share: number): number => {
    const spans = spansAt(share);
    return spans.length === 0 ? 0 : count(shown(spans));
  };

  const most = ceiling < full ? settled(ceiling, -1, tokensAt) : full;
  let least: number | undefined = floor === 0 ? 0 : undefined;
  return {
    section,
    text,
    full,
    fullAt: most / priority,
    shareAt(level) {
      const wanted = priority * level;
      if (wanted >= most) return most;
      least ??= Math.min(settled(Math.min(floor, full), 1, tokensAt), most);
      return Math.max(wanted, least);
    },
    spansAt,
    shown,
  };
}

/**
 * The share at which a section has at most (`-1`) or at least (`1`) so many tokens. A table tells lengths only about, and a
 * floor or a ceiling holds to the token.
 */
function settled(limit: number, direction: 1 | -1, tokensAt: (share: number) => number): number {
  let share = limit;
  for (let step = 0; step < TRIES && share > 0; step++) {
    const off = direction * (limit - tokensAt(share));
    if (off <= 0) return share;
    share += direction * Math.max(off, limit / 200);
  }
  return direction < 0 ? 0 : Number.POSITIVE_INFINITY;
}
