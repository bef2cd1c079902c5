import type { FindSpans } from "../../../test/support/guard-scores.ts";
import type { Contender } from "../contender.ts";

/** Patterns by the hundred; of the names of theirs, those that the corpora have a name for. */
const LABELS: readonly (readonly [RegExp, string])[] = [
  [/^PHONE/, "PHONE_NUMBER"],
  [/^EMAIL/, "EMAIL_ADDRESS"],
  [/^CREDIT_CARD|^(VISA|MASTERCARD|AMEX|DISCOVER)/, "CREDIT_CARD"],
  [/^SSN$|^US_SSN/, "US_SSN"],
  [/^IBAN/, "IBAN_CODE"],
  [/^IPV?[46]?(_|$)/, "IP_ADDRESS"],
  [/^URL/, "DOMAIN_NAME"],
];

export const openredaction: Contender = {
  who: "openredaction",
  packages: ["openredaction"],
  async load() {
    const { OpenRedaction } = await import("openredaction");
    const redaction = new OpenRedaction();
    const pii: FindSpans = async (text) => {
      const { detections } = await redaction.detect(text);
      return detections.flatMap(({ type, position: [start, end] }) => {
        const label = LABELS.find(([pattern]) => pattern.test(type))?.[1];
        return label ? [{ start, end, label }] : [];
      });
    };
    return { detectors: { pii }, work: { pii: (text) => redaction.detect(text) } };
  },
};
