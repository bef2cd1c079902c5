import type { GuardrailDetector } from "../contracts/detector.ts";
import { type Lazy, lazy } from "../core/lazy.ts";
import { checkOnMatch } from "./check-on-match.ts";
import type { Found, Scanner } from "./scan.ts";

/** What a detector does about what it finds. */
export type OnMatch = "redact" | "block" | "flag";

/** How a detector over a scanner acts. */
export interface ScanningOptions {
  readonly name: string;
  readonly onMatch: OnMatch;
  /** What stands in place of what was found; `{label}` is what it was. */
  readonly mask: string;
  /** Gives the scanner: its tables are loaded with the first text. */
  scanner(): Scanner | Promise<Scanner>;
  /** Finds more in a whole text, such as by a model. A detector with it sees the whole text before any of it is shown. */
  further?(text: string): Promise<readonly Found[]>;
}

const scanning: Lazy<typeof import("./scanning.ts")> = /* @__PURE__ */ lazy(() => import("./scanning.ts"));
const streaming: Lazy<typeof import("./scanning-stream.ts")> = /* @__PURE__ */ lazy(
  () => import("./scanning-stream.ts"),
);

/**
 * Makes a detector of a scanner: for whole texts, and for texts that come in pieces. What scans is loaded with the first text of either kind.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for an `onMatch` that there is not.
 */
export function scanningDetector(options: ScanningOptions): GuardrailDetector {
  checkOnMatch(options.name, options.onMatch);
  const detector: GuardrailDetector = {
    name: options.name,
    onlyFlags: options.onMatch === "flag",
    // Nothing outside is asked: an error means that the detector itself is missing.
    onError: "block",
    check: async (text) => (await scanning()).checkWhole(options, text),
  };
  if (options.further) return detector;
  return {
    ...detector,
    stream: async () => new (await streaming()).ScanningStream(options, await options.scanner()),
  };
}
