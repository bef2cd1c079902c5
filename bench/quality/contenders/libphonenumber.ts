import type { FindSpans } from "../../../test/support/guard-scores.ts";
import type { Contender } from "../contender.ts";

/** Knows the numbers of all countries; finds phone numbers and nothing else. */
export const libphonenumber: Contender = {
  who: "libphonenumber-js",
  packages: ["libphonenumber-js"],
  async load() {
    const { findPhoneNumbersInText } = await import("libphonenumber-js/max");
    const phones: FindSpans = (text) =>
      findPhoneNumbersInText(text, { defaultCountry: "US" }).map(({ startsAt, endsAt }) => ({
        start: startsAt,
        end: endsAt,
        label: "PHONE_NUMBER",
      }));
    return { detectors: { phones }, work: {} };
  },
};
