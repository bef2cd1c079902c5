import { closes, type Fence, fenceOf } from "../fences.ts";
import { formatPlaceholder, placeholdersOf } from "../grammar.ts";

/** A rewrite as a refiner wrote it, without what it put around it. `issue` says what is wrong with the answer as a whole. */
export interface Rewrite {
  readonly text: string;
  readonly issue?: string;
}

/** A fenced block with the blocks inside it. Offsets are in UTF-16 units. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly inner: string;
}

const CHAT: RegExp =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|here(?: is| are|[’']s)|below is|voici|bien sûr|hier ist|natürlich|aquí está|claro|ecco)(?!\w)|以下是|好的|当然)[^\n]*([:：.!。！])[^\S\n]*(?:\n|$)/i;

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
  const [chat, end = ""] = CHAT.test(source.trim()) ? [] : (CHAT.exec(text) ?? []);
  const [block, ...more] = blocksOf(text);
  const wraps =
    block && more.length === 0 && (chat || (block.start === 0 && !/^\s*(?:```|~~~)/.test(source)));
  const isWhole = block?.start === 0 && block.end >= text.length;
  if (wraps && (isWhole || holdsAll(block.inner, source))) return { text: block.inner.trim() };
  if (/[:：]/.test(end))
    return { text, issue: "There are words before the prompt that do not belong to it." };
  return text.includes(mark) ? { text, issue: "The lines around the prompt were repeated." } : { text };
}

function holdsAll(text: string, source: string): boolean {
  const tokens = new Set(placeholdersOf(text).map(formatPlaceholder));
  return placeholdersOf(source).every((placeholder) => tokens.has(formatPlaceholder(placeholder)));
}

/** The outermost fenced blocks. Models put blocks into blocks without longer fences: a fence with a language opens one. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const open: Fence[] = [];
  let [start, inside, offset] = [0, 0, 0];
  for (const line of text.split("\n")) {
    const next = offset + line.length + 1;
    const fence = fenceOf(line);
    const last = open.at(-1);
    if (fence && last && closes(last, fence)) {
      open.pop();
      const inner = text.slice(inside, Math.max(inside, offset));
      if (open.length === 0) blocks.push({ start, end: next - 1, inner });
    } else if (fence) {
      if (!last) [start, inside] = [offset, next];
      open.push(fence);
    }
    offset = next;
  }
  return blocks;
}
