import type { FindSpans } from "../../../test/support/guard-scores.ts";
import type { Contender } from "../contender.ts";
import { renamed, spansOfRedaction } from "../spans.ts";

const LABELS: Readonly<Record<string, string>> = {
  EMAIL_ADDRESS: "EMAIL_ADDRESS",
  PHONE_NUMBER: "PHONE_NUMBER",
  CREDIT_CARD_NUMBER: "CREDIT_CARD",
  US_SOCIAL_SECURITY_NUMBER: "US_SSN",
  IP_ADDRESS: "IP_ADDRESS",
  URL: "DOMAIN_NAME",
};

/** What redact-pii and its descendants put in the place of what they find. */
const PLACEHOLDERS =
  /(EMAIL_ADDRESS|PHONE_NUMBER|CREDIT_CARD_NUMBER|US_SOCIAL_SECURITY_NUMBER|IP_ADDRESS|URL|PERSON_NAME|STREET_ADDRESS|ZIPCODE|USERNAME|PASSWORD|CREDENTIALS|DIGITS)/g;

/** The patterns of redact-pii without its cloud service. */
export const redactPIILight: Contender = {
  who: "redact-pii-light",
  packages: ["@libretto/redact-pii-light"],
  async load() {
    const { SyncRedactor } = await import("@libretto/redact-pii-light");
    // Names of people and zip codes are not among what is compared, and hide some of it.
    const redactor = new SyncRedactor();
    const pii: FindSpans = (text) => spansOfRedaction(text, redactor.redact(text), PLACEHOLDERS, LABELS);
    return { detectors: { pii }, work: { pii: (text) => redactor.redact(text) } };
  },
};

export const redactpii: Contender = {
  who: "@redactpii/node",
  packages: ["@redactpii/node"],
  async load() {
    const { Redactor } = await import("@redactpii/node");
    const redactor = new Redactor();
    const pii: FindSpans = (text) => spansOfRedaction(text, redactor.redact(text), PLACEHOLDERS, LABELS);
    return { detectors: { pii }, work: { pii: (text) => redactor.redact(text) } };
  },
};

export const removePII: Contender = {
  who: "@coffeeandfun/remove-pii",
  packages: ["@coffeeandfun/remove-pii"],
  async load() {
    const { analyzePII, removePII: remove } = await import("@coffeeandfun/remove-pii");
    const labels = {
      email: "EMAIL_ADDRESS",
      phone: "PHONE_NUMBER",
      ssn: "US_SSN",
      creditCard: "CREDIT_CARD",
      ipAddress: "IP_ADDRESS",
      url: "DOMAIN_NAME",
    };
    const pii: FindSpans = (text) =>
      analyzePII(text).pii.detected.flatMap(({ type, positions }) =>
        renamed(
          positions.map(({ start, end }) => ({ start, end, label: type })),
          labels,
        ),
      );
    return { detectors: { pii }, work: { pii: (text) => remove(text) } };
  },
};
