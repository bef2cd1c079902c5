import type { FindSpans } from "../../../test/support/guard-scores.ts";
import type { Contender } from "../contender.ts";
import { spansOfValues } from "../spans.ts";

const LABELS: Readonly<Record<string, string>> = {
  CREDIT_CARD: "CREDIT_CARD",
  EMAIL_ADDRESS: "EMAIL_ADDRESS",
  IBAN_CODE: "IBAN_CODE",
  IP_ADDRESS: "IP_ADDRESS",
  PHONE_NUMBER: "PHONE_NUMBER",
  URL: "DOMAIN_NAME",
  US_SSN: "US_SSN",
};

/** The checks that ask no model. */
export const openaiGuardrails: Contender = {
  who: "@openai/guardrails",
  packages: ["@openai/guardrails"],
  async load() {
    const { PIIConfig, pii: check, secretKeysCheck } = await import("@openai/guardrails");
    const all = PIIConfig.parse({});
    const some = PIIConfig.parse({ entities: Object.keys(LABELS) });
    const pii: FindSpans = async (text) => {
      const { info } = await check({}, text, some);
      const found: Readonly<Record<string, readonly string[]>> = Object(info).detected_entities;
      return Object.entries(found).flatMap(([entity, values]) =>
        spansOfValues(text, LABELS[entity] ?? entity, values),
      );
    };
    const secrets = (text: string) => secretKeysCheck({}, text, { threshold: "balanced" });
    return {
      detectors: { pii, secrets: async (text) => (await secrets(text)).tripwireTriggered },
      work: { pii: (text) => check({}, text, all), secrets },
    };
  },
};
