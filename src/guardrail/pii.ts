import type { GuardrailDetector } from "../contracts/detector.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy } from "../core/lazy.ts";
import type { NationalIdKind } from "./pii/national-ids/kinds.ts";
import type { Found } from "./scan.ts";
import { type OnMatch, scanningDetector } from "./scanning-detector.ts";

/** The kinds of personal data that can be looked for. A person is found by `names` or by `ner`. */
export type PiiCategory =
  | "ssn"
  | "email"
  | "phone"
  | "credit-card"
  | "ipv4"
  | "ipv6"
  | "url"
  | "iban"
  | "mac"
  | "crypto"
  | "date-of-birth"
  | "national-id"
  | "person";

/** Something that a recogniser found in a text, in UTF-16 units. */
export interface PiiSpan {
  readonly start: number;
  readonly end: number;
  /** What it is. Default `person`. */
  readonly label?: string | undefined;
  /** How sure it is, from 0 to 1. Default 0.9. */
  readonly score?: number | undefined;
}

/** What `pii` looks for, and what becomes of it. */
export interface PiiOptions {
  /** Default: `ssn`, `email`, `phone`, `credit-card`, `ipv4`. `"all"`: every kind that needs nothing else. */
  readonly detect?: readonly PiiCategory[] | "all" | undefined;
  /** More that is personal, such as names of projects and customers' numbers: found wherever exactly that stands. */
  readonly dictionary?: readonly string[] | undefined;
  /** Names of persons, found as whole words. */
  readonly names?: readonly string[] | undefined;
  /** Takes terms of `dictionary` and `names` for found in any case. Default `false`. */
  readonly ignoreCase?: boolean | undefined;
  /** A recogniser of names, such as a model. A detector with one sees a streamed text whole before any of it is shown. */
  readonly ner?: ((text: string) => readonly PiiSpan[] | Promise<readonly PiiSpan[]>) | undefined;
  /** Has the last word on phone numbers, such as `isPossiblePhoneNumber` of libphonenumber-js. */
  readonly phoneValidator?: ((candidate: string) => boolean) | undefined;
  /** Which identifiers `national-id` looks for; each is labelled as what it is, such as `us-npi`; the first text finds out about one that there is not. Default: all. */
  readonly nationalIds?: readonly NationalIdKind[] | undefined;
  /** Default `redact`. */
  readonly onMatch?: OnMatch | undefined;
  /** Stands in place of what was found; `{label}` is what it was. Default `[redacted:{label}]`. */
  readonly mask?: string | undefined;
  /** How sure a match must be, from 0 to 1. Default 0.5. */
  readonly threshold?: number | undefined;
  /** Default `pii`. */
  readonly name?: string | undefined;
}

/**
 * Finds personal data by its form, its check digits and the words around it, and masks it, refuses the text or only tells of it.
 * Throws `ConfigError` (`INVALID_CONFIG`) where the options cannot work.
 *
 * @example
 * const detector = pii({ mask: "[{label}]" });
 * const verdict = await detector.check("My SSN is 123-45-6789");
 * verdict.type === "redact" && verdict.text; // "My SSN is [ssn]"
 */
export function pii(options: PiiOptions = {}): GuardrailDetector {
  const { name = "pii", onMatch = "redact", mask = "[redacted:{label}]", ner } = options;
  const categories = categoriesOf(options);
  const load = lazy(async () => (await import("./pii/index.ts")).piiScanner(options, categories));
  return scanningDetector({
    name,
    onMatch,
    mask,
    scanner: load,
    ...(ner && { further: async (text) => foundBy(await ner(text), text, options) }),
  });
}

const DEFAULTS: readonly PiiCategory[] = ["ssn", "email", "phone", "credit-card", "ipv4"];
const OTHERS: readonly PiiCategory[] = [
  "ipv6",
  "url",
  "iban",
  "mac",
  "crypto",
  "date-of-birth",
  "national-id",
];

/** The categories that are looked for. */
function categoriesOf(options: PiiOptions): readonly PiiCategory[] {
  const { detect = DEFAULTS, dictionary = [], names = [], threshold = 0.5 } = options;
  const all = [...DEFAULTS, ...OTHERS];
  const categories = detect === "all" ? all : detect;
  const refuse = (wrong: unknown, message: string): void => {
    if (wrong) throw new ConfigError(`pii: ${message}`);
  };
  const known: readonly string[] = [...all, "person"];
  const unknown = categories.find((category) => !known.includes(category));
  refuse(unknown !== undefined, `"${unknown}" is no category. There are ${known.join(", ")}.`);
  refuse(
    categories.includes("person") && names.length === 0 && !options.ner,
    'persons are found by "names" or by "ner"; give one of them.',
  );
  refuse(
    [...dictionary, ...names].includes(""),
    '"dictionary" and "names" hold an empty text, which stands everywhere.',
  );
  refuse(!(threshold >= 0 && threshold <= 1), `"threshold" is a number from 0 to 1, not ${threshold}.`);
  return categories.filter((category) => category !== "person");
}

/** What a recogniser found, where it makes sense: it may be a model. */
function foundBy(spans: readonly PiiSpan[], text: string, { threshold = 0.5 }: PiiOptions): Found[] {
  return spans
    .map(({ start, end, label = "person", score = 0.9 }) => ({ start, end, label, score }))
    .filter(({ start, end, score }) => start >= 0 && start < end && end <= text.length && score >= threshold);
}
