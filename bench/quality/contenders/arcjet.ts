import type { FindSpans } from "../../../test/support/guard-scores.ts";
import type { Contender } from "../contender.ts";
import { spansOfRedaction } from "../spans.ts";

const LABELS: Readonly<Record<string, string>> = {
  email: "EMAIL_ADDRESS",
  "phone number": "PHONE_NUMBER",
  "credit card number": "CREDIT_CARD",
  "IP address": "IP_ADDRESS",
};

/** A detection engine in WebAssembly. */
export const arcjet: Contender = {
  who: "@arcjet/redact",
  packages: ["@arcjet/redact"],
  async load() {
    const { redact } = await import("@arcjet/redact");
    const pii: FindSpans = async (text) => {
      const [redacted] = await redact(text);
      return spansOfRedaction(text, redacted, /<Redacted ([a-zA-Z ]+) #\d+>/g, LABELS);
    };
    return { detectors: { pii }, work: { pii: (text) => redact(text) } };
  },
};
