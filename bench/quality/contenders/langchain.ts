import type { FindSpans } from "../../../test/support/guard-scores.ts";
import type { Contender } from "../contender.ts";

/** The detectors of `piiMiddleware`. */
export const langchain: Contender = {
  who: "langchain",
  packages: ["langchain"],
  async load() {
    const { detectCreditCard, detectEmail, detectIP, detectMacAddress, detectUrl } = await import(
      "langchain"
    );
    const detectors = [
      [detectEmail, "EMAIL_ADDRESS"],
      [detectCreditCard, "CREDIT_CARD"],
      [detectIP, "IP_ADDRESS"],
      [detectUrl, "DOMAIN_NAME"],
    ] as const;
    const pii: FindSpans = (text) =>
      detectors.flatMap(([detect, label]) => detect(text).map(({ start, end }) => ({ start, end, label })));
    return {
      detectors: { pii },
      work: {
        pii: (text) => [...detectors.map(([detect]) => detect(text)), detectMacAddress(text)],
      },
    };
  },
};
