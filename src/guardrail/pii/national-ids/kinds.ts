/**
 * A national identifier: the country, and what it is there. Most end in check digits; `us-mbi`, `us-itin`, `uk-nino`,
 * `uk-driving-licence`, `in-pan`, `in-gstin`, `it-fiscal-code`, `de-bsnr`, `kr-rrn` and `kr-frn` are told by their form, and
 * `us-passport` and `us-driver-license` by the words beside them.
 */
export type NationalIdKind =
  | "aba-routing-number"
  | "au-abn"
  | "au-acn"
  | "au-medicare"
  | "au-tfn"
  | "ca-sin"
  | "de-bsnr"
  | "de-health-insurance"
  | "de-id-card"
  | "de-lanr"
  | "de-passport"
  | "de-social-security"
  | "de-tax-id"
  | "de-vat-id"
  | "es-nie"
  | "es-nif"
  | "fi-personal-identity-code"
  | "in-aadhaar"
  | "in-gstin"
  | "in-pan"
  | "it-fiscal-code"
  | "it-vat-code"
  | "kr-brn"
  | "kr-frn"
  | "kr-rrn"
  | "ng-nin"
  | "ph-tin"
  | "pl-pesel"
  | "se-organisationsnummer"
  | "se-personnummer"
  | "sg-nric-fin"
  | "sg-uen"
  | "th-tnin"
  | "tr-national-id"
  | "uk-driving-licence"
  | "uk-nhs"
  | "uk-nino"
  | "us-driver-license"
  | "us-itin"
  | "us-mbi"
  | "us-npi"
  | "us-passport"
  | "za-id-number";

/**
 * The kinds of national identifiers that can be asked for.
 *
 * @example
 * NATIONAL_ID_KINDS.includes("us-npi"); // true
 */
export const NATIONAL_ID_KINDS: readonly NationalIdKind[] = [
  "aba-routing-number",
  "au-abn",
  "au-acn",
  "au-medicare",
  "au-tfn",
  "ca-sin",
  "de-bsnr",
  "de-health-insurance",
  "de-id-card",
  "de-lanr",
  "de-passport",
  "de-social-security",
  "de-tax-id",
  "de-vat-id",
  "es-nie",
  "es-nif",
  "fi-personal-identity-code",
  "in-aadhaar",
  "in-gstin",
  "in-pan",
  "it-fiscal-code",
  "it-vat-code",
  "kr-brn",
  "kr-frn",
  "kr-rrn",
  "ng-nin",
  "ph-tin",
  "pl-pesel",
  "se-organisationsnummer",
  "se-personnummer",
  "sg-nric-fin",
  "sg-uen",
  "th-tnin",
  "tr-national-id",
  "uk-driving-licence",
  "uk-nhs",
  "uk-nino",
  "us-driver-license",
  "us-itin",
  "us-mbi",
  "us-npi",
  "us-passport",
  "za-id-number",
];
