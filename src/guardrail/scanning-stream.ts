import type { GuardrailStream, GuardrailStreamed } from "../contracts/detector.ts";
import type { Scanner } from "./scan.ts";
import { blocked, masked, matchOf } from "./scanning.ts";
import type { ScanningOptions } from "./scanning-detector.ts";
import { TextScan } from "./text-scan.ts";

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
