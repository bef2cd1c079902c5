import type {
  GuardrailMatch,
  GuardrailStream,
  GuardrailStreamed,
  GuardrailVerdict,
} from "../contracts/detector.ts";
import { type Found, type Scanner, withoutOverlaps } from "./scan.ts";
import { scanText, TextScan } from "./scan-text.ts";
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

/** What a detector lets through of a text that comes in pieces. */
export class ScanningStream implements GuardrailStream {
  readonly #options: ScanningOptions;
  readonly #scan: TextScan;
  #taken = 0;

  constructor(options: ScanningOptions, scanner: Scanner) {
    this.#options = options;
    this.#scan = new TextScan(scanner);
  }

  push(text: string): GuardrailStreamed {
    this.#taken += text.length;
    return this.#pass(this.#scan.push(text));
  }

  end(): GuardrailStreamed {
    return this.#pass(this.#scan.end());
  }

  #pass({ text, offset, found }: ReturnType<TextScan["push"]>): GuardrailStreamed {
    const { name, onMatch, mask } = this.#options;
    const [first] = found;
    const held = this.#taken - offset - text.length;
    if (!first || onMatch === "flag") return { text, held };
    if (onMatch === "redact") return { text: masked(text, offset, found, mask), held };
    const matches = found.map((one) => matchOf(name, one));
    return { text: text.slice(0, first.start - offset), block: blocked(name, matches) };
  }
}

/** A text with what was found in it replaced. */
function masked(text: string, offset: number, found: readonly Found[], mask: string): string {
  let result = "";
  let from = 0;
  const parts = mask.split("{label}");
  for (const { start, end, label } of found) {
    result += text.slice(from, start - offset) + parts.join(label);
    from = end - offset;
  }
  return result + text.slice(from);
}

function blocked(
  name: string,
  matches: readonly GuardrailMatch[],
): Extract<GuardrailVerdict, { readonly type: "block" }> {
  const labels = [...new Set(matches.map(({ label }) => label))].join(", ");
  return { type: "block", reason: `${name}: ${labels}`, matches };
}

function matchOf(name: string, { start, end, label, score }: Found): GuardrailMatch {
  return { rule: `${name}.${label}`, label, span: [start, end], score };
}
