import { type JsonScan, scanJson } from "./scan-json.ts";

/**
 * Finds the one object or array that a talkative text is about: `opening` where that is one, else the first in a code
 * fence, else the first that is balanced. Answers with a cut or broken one where that comes first, since nothing inside
 * it and nothing behind a cut may pass for the whole. Takes time linear in the text.
 *
 * @example
 * const text = 'Per {scope}: {"a": 1}.';
 * searchJson(text, scanJson(text, 0))?.start; // 13
 */
export function searchJson(source: string, opening?: JsonScan, from = 0): JsonScan | undefined {
  if (opening?.state === "complete" && isContainer(source, opening) && !isWeak(source, opening))
    return opening;
  return searchFences(source, from) ?? searchProse(source, from);
}

function searchFences(source: string, from: number): JsonScan | undefined {
  const fence = /```\w*/g;
  fence.lastIndex = from;
  while (fence.test(source)) {
    const scan = scanJson(source, fence.lastIndex);
    if (scan.state === "truncated" && isContainer(source, scan)) return scan;
    if (scan.state === "complete" && source.startsWith("```", scan.next)) {
      if (!isContainer(source, scan) || !isWeak(source, scan)) return scan;
    }
    fence.lastIndex = Math.max(fence.lastIndex, scan.next);
  }
  return undefined;
}

function searchProse(source: string, from: number): JsonScan | undefined {
  const opener = /[[{]/g;
  opener.lastIndex = from;
  let weak: JsonScan | undefined;
  let broken: JsonScan | undefined;
  let partners: Map<number, number> | undefined;
  while (opener.test(source)) {
    const scan = scanJson(source, opener.lastIndex - 1);
    if (scan.state === "truncated") return scan;
    if (scan.state === "complete") {
      if (!isWeak(source, scan)) return scan;
      weak ??= scan;
      opener.lastIndex = scan.end;
      continue;
    }
    // A bracket with no JSON behind it, as in "[see below]" or "{scope}", is prose; anything else is a broken value.
    if (!scan.isBare) broken ??= scan;
    partners ??= pairBrackets(source);
    const partner = partners.get(scan.start);
    if (partner !== undefined) opener.lastIndex = partner + 1;
    else if (!scan.isBare) break;
  }
  return broken ?? weak;
}

/** Which closing bracket goes with which opening one, by count alone: the text between is no JSON. */
function pairBrackets(source: string): Map<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: bracket, index } of source.matchAll(/[[\]{}]/g)) {
    if (bracket === "[" || bracket === "{") open.push(index);
    else {
      const partner = open.pop();
      if (partner !== undefined) partners.set(partner, index);
    }
  }
  return partners;
}

/** Tells whether a value is empty or nothing but numbers: in prose rather a placeholder or a citation than an answer. */
export function isWeak(source: string, scan: JsonScan): boolean {
  return !/["{tfn]/.test(source.slice(scan.start + 1, scan.end));
}

function isContainer(source: string, scan: JsonScan): boolean {
  return source[scan.start] === "{" || source[scan.start] === "[";
}
