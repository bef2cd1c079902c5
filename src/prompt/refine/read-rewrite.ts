import { formatPlaceholder, placeholdersOf } from "../grammar.ts";

/** A rewrite as a refiner wrote it, without what it put around it. `issue` says what is wrong with the answer as a whole. */
export interface Rewrite {
  readonly text: string;
  readonly issue?: string;
}

/** A fenced block with the blocks inside it. Offsets are in UTF-16 units. */
interface Fence {
  readonly start: number;
  readonly end: number;
  readonly inner: string;
}

const CHAT: RegExp =
  /^(?:sure|certainly|of course|absolutely|okay|ok|here(?: is| are|[’']s)|below is|voici|bien sûr|hier ist|natürlich|aquí está|claro|ecco|以下是|好的|当然)[^\n]*[:：]\s*(?:\n|$)/i;

/**
 * Takes the prompt out of a refiner's answer: away go the lines that mark where the prompt begins and ends, a code fence around
 * the whole, and a preamble before the one fence that holds every placeholder. With several fences, or where the source begins
 * with one, fences are part of the prompt.
 *
 * @param mark what the lines around the prompt are told by
 *
 * @example
 * readRewrite("Sure, here it is:\n```\nGreet {{name}}.\n```", "Say hi to {{name}}.", "5eed").text; // "Greet {{name}}."
 */
export function readRewrite(answer: string, source: string, mark: string): Rewrite {
  const text = answer.replaceAll(`<prompt-${mark}>`, "").replaceAll(`</prompt-${mark}>`, "").trim();
  const chats = CHAT.test(text) && !CHAT.test(source.trim());
  const [fence, ...more] = fencesOf(text);
  const wraps = fence && more.length === 0 && (chats || (fence.start === 0 && !isFence(source.trim())));
  const isWhole = fence?.start === 0 && fence.end >= text.length;
  if (wraps && (isWhole || holdsAll(fence.inner, source))) return { text: fence.inner.trim() };
  if (chats) return { text, issue: "There are words before the prompt that do not belong to it." };
  return text.includes(mark) ? { text, issue: "The lines around the prompt were repeated." } : { text };
}

function holdsAll(text: string, source: string): boolean {
  const tokens = new Set(placeholdersOf(text).map(formatPlaceholder));
  return placeholdersOf(source).every((placeholder) => tokens.has(formatPlaceholder(placeholder)));
}

function isFence(line: string): boolean {
  return line.startsWith("```") || line.startsWith("~~~");
}

/** The outermost fenced blocks. A line with a language opens one, also inside another; a bare line closes the last one. */
function fencesOf(text: string): Fence[] {
  const fences: Fence[] = [];
  let depth = 0;
  let start = 0;
  let inside = 0;
  let offset = 0;
  for (const line of text.split("\n")) {
    const next = offset + line.length + 1;
    const bare = line.trim();
    if (isFence(bare)) {
      const closes = depth > 0 && /^(?:`+|~+)$/.test(bare);
      if (depth === 0) [start, inside] = [offset, next];
      depth += closes ? -1 : 1;
      if (depth === 0)
        fences.push({ start, end: next - 1, inner: text.slice(inside, Math.max(inside, offset)) });
    }
    offset = next;
  }
  return fences;
}
