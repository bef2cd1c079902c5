import type { GuardrailDetector, GuardrailMatch } from "../../src/contracts/detector.ts";
import type { PiiCategory, PiiOptions } from "../../src/guardrail/pii.ts";
import type { Detectors } from "./guard-measures.ts";
import { corpusLabels, type FindSpans, type LabelledSpan } from "./guard-scores.ts";
import type { LookAtText } from "./injection-scores.ts";

/** What makes the detectors: the source, or the built package. */
export interface DetectorMakers {
  pii(options: PiiOptions): GuardrailDetector;
  secrets?(): GuardrailDetector;
  injection?(options: { readonly source: "user" | "tool" | "retrieved" }): GuardrailDetector;
  scoreInjection?(text: string, options: { readonly source: "user" | "tool" | "retrieved" }): unknown;
}

/** The types that can be told by their form. */
const STRUCTURED: readonly PiiCategory[] = [
  "credit-card",
  "phone",
  "email",
  "url",
  "iban",
  "ssn",
  "ipv4",
  "ipv6",
];

/** What to look for where only one kind of thing is wanted. */
const ENTITIES: Readonly<Record<string, readonly PiiCategory[]>> = {
  CREDIT_CARD: ["credit-card"],
  CRYPTO: ["crypto"],
  EMAIL_ADDRESS: ["email"],
  IBAN_CODE: ["iban"],
  IP_ADDRESS: ["ipv4", "ipv6"],
  MAC_ADDRESS: ["mac"],
  PHONE_NUMBER: ["phone"],
  PH_MOBILE_NUMBER: ["phone"],
  TR_PHONE_NUMBER: ["phone"],
  URL: ["url"],
  US_SSN: ["ssn"],
};

/** Our detectors behind the interface that is scored. */
export function ownDetectors({ pii, secrets, injection, scoreInjection }: DetectorMakers): Detectors {
  const finders = new Map<string, FindSpans>();
  return {
    pii: finder(pii({ detect: STRUCTURED }), corpusLabels),
    entity(entity) {
      const detect = ENTITIES[entity];
      if (!detect) return undefined;
      const find = finders.get(entity) ?? finder(pii({ detect }));
      finders.set(entity, find);
      return find;
    },
    ...(secrets && { secrets: hits(secrets()) }),
    ...(injection && scoreInjection && { injection: looks({ injection, scoreInjection }) }),
  };
}

/** What a detector matches, under the names of `labels`, or all as it is called. */
function finder(detector: GuardrailDetector, labels?: Readonly<Record<string, string>>): FindSpans {
  return async (text) => {
    const found: LabelledSpan[] = [];
    for (const { span, label = "" } of await matchesOf(detector, text)) {
      const name = labels ? labels[label] : label;
      if (span && name !== undefined) found.push({ start: span[0], end: span[1], label: name });
    }
    return found;
  };
}

async function matchesOf(detector: GuardrailDetector, text: string): Promise<readonly GuardrailMatch[]> {
  const verdict = await detector.check(text);
  return verdict.type === "allow" ? [] : (verdict.matches ?? []);
}

function hits(detector: GuardrailDetector): (text: string) => Promise<boolean> {
  return async (text) => (await detector.check(text)).type !== "allow";
}

function looks({
  injection,
  scoreInjection,
}: Required<Pick<DetectorMakers, "injection" | "scoreInjection">>): LookAtText {
  const detectors = {
    user: hits(injection({ source: "user" })),
    tool: hits(injection({ source: "tool" })),
    retrieved: hits(injection({ source: "retrieved" })),
  };
  return async (text, source) => {
    const { score } = Object(await scoreInjection(text, { source }));
    return { score, isHit: await detectors[source](text) };
  };
}
