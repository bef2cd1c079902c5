import type { GuardrailDetector, GuardrailMatch } from "../../src/contracts/detector.ts";
import type { scoreInjection } from "../../src/guardrail/injection/score.ts";
import type { injection } from "../../src/guardrail/injection.ts";
import { NATIONAL_ID_KINDS } from "../../src/guardrail/pii/national-ids/index.ts";
import type { PiiCategory, pii } from "../../src/guardrail/pii.ts";
import type { secrets } from "../../src/guardrail/secrets.ts";
import type { Detectors } from "./guard-measures.ts";
import { corpusLabels, type FindSpans, type LabelledSpan } from "./guard-scores.ts";
import type { LookAtText } from "./injection-scores.ts";

/** What makes the detectors: the source, or the built package. */
export interface DetectorMakers {
  readonly pii: typeof pii;
  readonly secrets: typeof secrets;
  readonly injection: typeof injection;
  readonly scoreInjection: typeof scoreInjection;
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
export function ownDetectors(makers: DetectorMakers): Detectors {
  const finders = new Map<string, FindSpans>();
  return {
    pii: finder(makers.pii({ detect: STRUCTURED }), corpusLabels),
    entity(entity) {
      const detector = only(makers, entity);
      if (!detector) return undefined;
      const find = finders.get(entity) ?? finder(detector);
      finders.set(entity, find);
      return find;
    },
    secrets: hits(makers.secrets()),
    injection: looks(makers),
  };
}

/** A detector that looks for one kind of thing. */
function only({ pii }: DetectorMakers, entity: string): GuardrailDetector | undefined {
  const detect = ENTITIES[entity];
  if (detect) return pii({ detect });
  const kind = NATIONAL_ID_KINDS.find((name) => name.toUpperCase().replaceAll("-", "_") === entity);
  return kind && pii({ detect: ["national-id"], nationalIds: [kind] });
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

function looks({ injection, scoreInjection }: DetectorMakers): LookAtText {
  const detectors = {
    user: hits(injection({ source: "user" })),
    tool: hits(injection({ source: "tool" })),
    retrieved: hits(injection({ source: "retrieved" })),
  };
  return async (text, source) => ({
    score: scoreInjection(text, { source }).score,
    isHit: await detectors[source](text),
  });
}
