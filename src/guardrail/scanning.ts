import type { GuardrailMatch, GuardrailVerdict } from "../contracts/detector.ts";
import { type Found, withoutOverlaps } from "./scan.ts";
import { scanText } from "./scan-text.ts";
import type { ScanningOptions } from "./scanning-detector.ts";

/** What a detector says of a whole text. */
export async function checkWhole(options: ScanningOptions, text: string): Promise<GuardrailVerdict> {
  const { name, onMatch, mask } = options;
  const own = scanText(await options.scanner(), text);
  const found = options.further ? withoutOverlaps([...own, ...(await options.further(text))]) : own;
  if (found.length === 0) return { type: "allow" };
  const matches = found.map((one) => matchOf(name, one));
  if (onMatch === "redact") return { type: "redact", text: masked(text, 0, found, mask), matches };
  if (onMatch === "flag") return { type: "flag", matches };
  return blocked(name, matches);
}

/** A text with what was found in it replaced. */
export function masked(text: string, offset: number, found: readonly Found[], mask: string): string {
  let result = "";
  let from = 0;
  const parts = mask.split("{label}");
  for (const { start, end, label } of found) {
    result += text.slice(from, start - offset) + parts.join(label);
    from = end - offset;
  }
  return result + text.slice(from);
}

/** Tells what a text was refused for, never what stands there. */
export function blocked(
  name: string,
  matches: readonly GuardrailMatch[],
): Extract<GuardrailVerdict, { readonly type: "block" }> {
  const labels = [...new Set(matches.map(({ label }) => label))].join(", ");
  return { type: "block", reason: `${name}: ${labels}`, matches };
}

/** What is told of something that was found. */
export function matchOf(name: string, { start, end, label, score }: Found): GuardrailMatch {
  return { rule: `${name}.${label}`, label, span: [start, end], score };
}
