import { describe, expect, test } from "vitest";
import { type PiiCategory, pii } from "../../../src/guardrail/pii.ts";

const text = "I am Ann Lee, SSN 123-45-6789, ann@example.com.";

describe("pii", () => {
  test("masks the five categories of the specification by default", async () => {
    const verdict = await pii().check(
      "SSN 123-45-6789, joe@example.com, call 212-555-0123, 4111111111111111, host 10.0.0.1, https://example.com/",
    );
    expect(verdict).toMatchObject({
      type: "redact",
      text: "SSN [redacted:ssn], [redacted:email], call [redacted:phone], [redacted:credit-card], host [redacted:ipv4], https://example.com/",
    });
  });

  test.each([
    "Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0.0.0 Safari/537.36",
    "## License\n\nCopyright (c) 2014-2021, see https",
    "License: MIT 2024-2026",
    "The license of 27/05/2019 ended.",
    "INSERT INTO people (id) VALUES (123456782);",
    "USB driver, build 6940579",
    "- 2559173: feat: a new button",
  ])("leaves %j alone, whatever is looked for", async (everyday) => {
    expect(await pii({ detect: "all" }).check(everyday)).toEqual({ type: "allow" });
  });

  test("finds licences where words say so", async () => {
    const text = "Her driver's license number is A1234567.";
    expect(await pii({ detect: ["national-id"] }).check(text)).toMatchObject({
      text: "Her driver's license number is [redacted:us-driver-license].",
    });
  });

  test("refuses a national identifier that there is not with the first text", async () => {
    const nationalIds = JSON.parse('["us-nothing"]');
    const asked = pii({ detect: ["national-id"], nationalIds }).check("Nothing.");
    await expect(asked).rejects.toMatchObject({ code: "INVALID_CONFIG" });
    await expect(asked).rejects.toThrow("us-nothing");
  });

  test("says where and what, and never holds what was found", async () => {
    const verdict = await pii({ detect: ["ssn"], name: "privacy" }).check(text);
    expect(verdict).toEqual({
      type: "redact",
      text: "I am Ann Lee, SSN [redacted:ssn], ann@example.com.",
      matches: [{ rule: "privacy.ssn", label: "ssn", span: [18, 29], score: 0.97 }],
    });
    const blocked = await pii({ detect: ["ssn"], onMatch: "block" }).check(text);
    expect(blocked).toMatchObject({ type: "block", reason: "pii: ssn" });
    expect(JSON.stringify(blocked)).not.toContain("6789");
  });

  test("masks as it is told, blocks or flags, and allows what holds nothing", async () => {
    const masking = pii({ detect: ["ssn"], mask: "[REDACTED:{label}]" });
    expect(await masking.check("My SSN is 123-45-6789")).toMatchObject({ text: "My SSN is [REDACTED:ssn]" });
    expect(await pii({ onMatch: "flag" }).check(text)).toMatchObject({ type: "flag" });
    expect(pii({ onMatch: "flag" }).onlyFlags).toBe(true);
    expect(await pii().check("Nothing to see in 2024.")).toEqual({ type: "allow" });
    expect(pii().onError).toBe("block");
  });

  test("the threshold keeps what is less sure, but never what the caller names", async () => {
    const options = { detect: ["ssn"], dictionary: ["ORION"], onMatch: "flag" } as const;
    const labels = async (threshold: number): Promise<unknown[]> => {
      const verdict = await pii({ ...options, threshold }).check("ORION 536-22-1123");
      return verdict.type === "flag" ? (verdict.matches ?? []).map(({ label }) => label) : [];
    };
    expect(await labels(0.5)).toEqual(["dictionary", "ssn"]);
    expect(await labels(0.9)).toEqual(["dictionary"]);
    expect(await labels(1)).toEqual(["dictionary"]);
  });

  test("terms of the dictionary stand anywhere, names as whole words, in any case by option", async () => {
    const masked = async (given: string, ignoreCase = false): Promise<string> => {
      const detector = pii({
        detect: [],
        dictionary: ["ACME-X", "ACME"],
        names: ["Ann", "Ann Lee", "Zoë", "李雷"],
        ignoreCase,
        mask: "<{label}>",
      });
      const verdict = await detector.check(given);
      return verdict.type === "redact" ? verdict.text : given;
    };
    expect(await masked("ACME-X, ACMEs, acme")).toBe("<dictionary>, <dictionary>s, acme");
    expect(await masked("Ann Lee, Ann Li, Anna, ann")).toBe("<person>, <person> Li, Anna, ann");
    expect(await masked("Zoë, Zoës, 我叫李雷。")).toBe("<person>, Zoës, 我叫<person>。");
    expect(await masked("acme ANN lee ZOË", true)).toBe("<dictionary> <person> <person>");
    expect(await masked("ＡＣＭＥ A\u200bCME")).toBe("<dictionary> <dictionary>");
  });

  test("an injected recogniser finds persons; with one there is no stream", async () => {
    const ner = async (given: string) => [
      { start: given.indexOf("Ann"), end: given.indexOf("Ann") + 7 },
      { start: 18, end: 29, score: 0.6 },
      { start: -1, end: 4 },
      { start: 2, end: 4, score: 0.2 },
      { start: 40, end: 4000 },
    ];
    const detector = pii({ ner, mask: "<{label}>" });
    expect(await detector.check(text)).toMatchObject({ text: "I am <person>, SSN <ssn>, <email>." });
    expect(detector.stream).toBeUndefined();
    expect(pii().stream).toBeDefined();
  });

  test("a validator of phone numbers has the last word", async () => {
    const asked: string[] = [];
    const detector = pii({
      detect: ["phone"],
      phoneValidator: (candidate) => {
        asked.push(candidate);
        return candidate.startsWith("+1");
      },
    });
    expect(await detector.check("Call +1 212-555-0123")).toMatchObject({ text: "Call [redacted:phone]" });
    expect(await detector.check("Call +44 20 7946 0958")).toEqual({ type: "allow" });
    expect(asked).toContain("+1 212-555-0123");
  });

  test.each([
    [{ detect: ["ssn", "nope"] as unknown as PiiCategory[] }, /"nope".*There are ssn, .*person/],
    [{ detect: ["person"] as const }, /"names" or by "ner"/],
    [{ dictionary: [""] }, /empty text/],
    [{ names: [""] }, /empty text/],
    [{ onMatch: "mask" as "redact" }, /"redact", "block", "flag", not "mask"/],
    [{ threshold: 2 }, /from 0 to 1, not 2/],
    [{ threshold: Number.NaN }, /from 0 to 1/],
  ])("refuses %j at once", (options, message) => {
    expect(() => pii(options)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
    expect(() => pii(options)).toThrow(message);
  });
});
