import { describe, expect, test } from "vitest";
import { type PiiOptions, pii } from "../../../src/guardrail/pii.ts";

/** What is found in a text, as `label text`. */
async function found(text: string, options: PiiOptions = { detect: "all" }): Promise<string[]> {
  const verdict = await pii({ ...options, onMatch: "flag" }).check(text);
  const matches = verdict.type === "allow" ? [] : (verdict.matches ?? []);
  return matches.map(({ label, span = [0, 0] }) => `${label} ${text.slice(...span)}`);
}

const cards: PiiOptions = { detect: ["credit-card"] };

describe("cards", () => {
  test.each([
    ["Visa", "4111111111111111"],
    ["Visa with 19 digits", "4030874397740603788"],
    ["Mastercard", "5555555555554444"],
    ["Mastercard of the 2 series", "2223003122003222"],
    ["American Express", "378282246310005"],
    ["Diners Club", "30569309025904"],
    ["Discover", "6011111111111117"],
    ["JCB", "3530111333300000"],
    ["JCB with 15 digits", "180016070420458"],
    ["Maestro", "6759649826438453"],
    ["UnionPay", "6200000000000005"],
    ["Mir", "2200000000000004"],
    ["blanks", "4111 1111 1111 1111"],
    ["dashes", "4111-1111-1111-1111"],
    ["dots", "4111.1111.1111.1111"],
    ["groups of American Express", "3782 822463 10005"],
    ["digits of another script", "٤١١١١١١١١١١١١١١١"],
    ["full width", "４１１１ １１１１ １１１１ １１１１"],
    ["what cannot be seen in it", "4111\u200b1111\u200b1111\u200b1111"],
  ])("finds: %s", async (_name, card) => {
    expect(await found(`Pay with ${card}, please`, cards)).toEqual([`credit-card ${card}`]);
  });

  test("odd groups and lengths need words or nothing else beside them", async () => {
    expect(await found("My card is 41 1111111 1111111.", cards)).toEqual(["credit-card 41 1111111 1111111"]);
    expect(await found("It has 41 1111111 1111111 parts.", cards)).toEqual([]);
    expect(await found("My card 630427373398 is lost", cards)).toEqual(["credit-card 630427373398"]);
    expect(await found("We made 630427373398 of them", cards)).toEqual([]);
    expect(await found("4222222222222", cards)).toEqual(["credit-card 4222222222222"]);
  });

  test("what stands behind a card is not part of it", async () => {
    expect(await found("4111 1111 1111 1111 123", cards)).toEqual(["credit-card 4111 1111 1111 1111"]);
    expect(await found("4111111111111111 12/27", cards)).toEqual(["credit-card 4111111111111111"]);
  });

  test.each([
    ["a wrong check digit", "card 4111111111111112"],
    ["no issuer", "9111111111111111 parts"],
    ["one digit only", "card 0000000000000000"],
    ["part of a longer number", "card 41111111111111110000"],
    ["part of longer groups", "1234 4111 1111 1111 1111"],
    ["goes on in fours", "4111 1111 1111 1111 1111"],
    ["within a word", "x4111111111111111 4111111111111111y"],
    ["a decimal", "0.4111111111111111 and 4111111111111111.5"],
    ["within a UUID", "8b3f2a10-4d5e-4111-8111-411111111111"],
    ["milliseconds", "at 1700000000000"],
    ["a book", "ISBN 9783161484100"],
  ])("does not find: %s", async (_name, text) => {
    expect(await found(text, cards)).toEqual([]);
  });
});

describe("social security numbers", () => {
  const ssns: PiiOptions = { detect: ["ssn"] };

  test.each([
    ["My SSN is 123-45-6789", "123-45-6789"],
    ["abc 536 22 1123 abc", "536 22 1123"],
    ["social security number: 536221123", "536221123"],
    ["SSN 536.22.1123.", "536.22.1123"],
  ])("finds it in %j", async (text, ssn) => {
    expect(await found(text, ssns)).toEqual([`ssn ${ssn}`]);
  });

  test.each([
    "000-12-3456",
    "666-12-3456",
    "912-12-3456",
    "536-00-3456",
    "536-12-0000",
    "SSN 078-05-1120",
    "SSN 219-09-9999",
    "536-22.1123",
    "536221123",
    "536.22.1123",
    "1-536-22-1123",
    "536-22-1123-4",
    "x536-22-1123",
    "12 536 22 1123",
    "Suite 680 36 4022",
  ])("does not find one in %j", async (text) => {
    expect(await found(text, ssns)).toEqual([]);
  });
});

describe("IPv4 addresses", () => {
  const addresses: PiiOptions = { detect: ["ipv4"] };

  test.each([
    ["from 192.168.1.1.", "192.168.1.1"],
    ["at 10.0.0.0/8", "10.0.0.0"],
    ["127.0.0.1:8080", "127.0.0.1"],
    ["ping 1.2.3.4", "1.2.3.4"],
    ["8.8.8.8 answers", "8.8.8.8"],
    ["|19.253.176.22|", "19.253.176.22"],
  ])("finds it in %j", async (text, address) => {
    expect(await found(text, addresses)).toEqual([`ipv4 ${address}`]);
  });

  test.each([
    "version 10.20.30.40",
    "v1.2.3.4",
    "driver 31.0.15.12",
    "256.1.1.1",
    "1.2.3",
    "10.20.30.40.50",
    "10.20.30.40-beta",
    "node-10.20.30.40",
    "IP192.168.1.1text",
    "see 7.6.3.1",
    "RFC 1123, 4.5.3.1",
  ])("does not find one in %j", async (text) => {
    expect(await found(text, addresses)).toEqual([]);
  });
});

describe("IBANs", () => {
  const ibans: PiiOptions = { detect: ["iban"] };

  test.each([
    "GB29NWBK60161331926819",
    "gb29nwbk60161331926819",
    "GB29 NWBK 6016 1331 9268 19",
    "DE89-3704-0044-0532-0130-00",
    "MU17 BOMM 0101 1010 3030 0200 000M UR",
    "NO93 8601 1117 947",
  ])("finds %s", async (iban) => {
    expect(await found(`Send it to ${iban} now`, ibans)).toEqual([`iban ${iban}`]);
  });

  test.each([
    "GB29NWBK60161331926818",
    "GB29NWBK6016133192681",
    "GB29NWBK601613319268190",
    "Gb29nWBK60161331926819",
    "ZZ29NWBK60161331926819",
    "XGB29NWBK60161331926819",
    "GB29/NWBK/6016/1331/9268/19",
  ])("does not find %s", async (text) => {
    expect(await found(text, ibans)).toEqual([]);
  });
});

describe("crypto addresses", () => {
  const addresses: PiiOptions = { detect: ["crypto"] };

  test.each([
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "0x52908400098527886E0F7030069857D2E4169EE7",
  ])("finds %s", async (address) => {
    expect(await found(`Send it to ${address}.`, addresses)).toEqual([`crypto ${address}`]);
  });

  test.each([
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2222",
    "0x52908400098527886E0F7030069857D2E4169EE7FF",
    "aGVsbG8/1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2+",
    "1234567890123456789012345678901",
  ])("does not find %s", async (text) => {
    expect(await found(text, addresses)).toEqual([]);
  });
});

describe("dates of birth", () => {
  const dates: PiiOptions = { detect: ["date-of-birth"] };

  test.each([
    ["born on 1990-05-12.", "1990-05-12"],
    ["DOB: 05/12/1990", "05/12/1990"],
    ["Geburtsdatum 12.5.1990", "12.5.1990"],
    ["geboren am 12. Mai 1990 in Wien", "12. Mai 1990"],
    ["was born on the 12th of May 1990", "12th of May 1990"],
    ["date of birth May 12, 1990", "May 12, 1990"],
    ["birthday: Sept. 1st, 2001", "Sept. 1st, 2001"],
    ["nacida el 12 de mayo de 1990", "12 de mayo de 1990"],
    ["出生日期：1990年5月12日", "1990年5月12日"],
    ["дата рождения 12.05.1990", "12.05.1990"],
  ])("finds it in %j", async (text, date) => {
    expect(await found(text, dates)).toEqual([`date-of-birth ${date}`]);
  });

  test.each([
    "due on 1990-05-12",
    "birthtime: 2019-06-22",
    "dob: new Date('1970-01-01')",
    "born in May",
    "born 12 of them",
    "stubborn 1990-05-12",
  ])("does not find one in %j", async (text) => {
    expect(await found(text, dates)).toEqual([]);
  });
});

test("national identifiers are looked for by kind, and labelled by it", async () => {
  expect(await found("NPI 1245319599", { detect: ["national-id"] })).toEqual(["us-npi 1245319599"]);
  expect(await found("NPI 1245319599", { detect: ["national-id"], nationalIds: ["pl-pesel"] })).toEqual([]);
});
