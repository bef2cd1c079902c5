import { describe, expect, it } from "vitest";
import { certify, checkRewrite } from "../../../src/prompt/refine/certificate.ts";
import { restructurePrompt } from "../../../src/providers/local/restructure-prompt.ts";
import { type LabelledRewrite, labelledRewrites } from "./rewrites/index.ts";

const rows = labelledRewrites();

interface Score {
  readonly caught: number;
  readonly breaking: number;
  readonly refused: number;
  readonly harmless: number;
}

interface Verdict extends LabelledRewrite {
  readonly issues: readonly string[];
  readonly isWrong: boolean;
}

function verdictOn(row: LabelledRewrite): Verdict {
  const { ok, issues } = checkRewrite(row.source, row.rewrite);
  return { ...row, issues, isWrong: ok === (row.label === "breaking") };
}

function scoreOf(some: readonly Verdict[]): Score {
  const breaking = some.filter(({ label }) => label === "breaking");
  const harmless = some.filter(({ label }) => label === "harmless");
  return {
    caught: breaking.filter(({ isWrong }) => !isWrong).length,
    breaking: breaking.length,
    refused: harmless.filter(({ isWrong }) => isWrong).length,
    harmless: harmless.length,
  };
}

const inWords = ({ caught, breaking, refused, harmless }: Score): string =>
  `${caught} of ${breaking} breaking rewrites caught, ${refused} of ${harmless} harmless ones refused`;

/** What went wrong, by kind. */
function faultsOf(verdicts: readonly Verdict[]): string {
  return verdicts
    .filter(({ isWrong }) => isWrong)
    .map(
      ({ label, kind, source, rewrite, issues }) =>
        `${label} ${kind}: ${JSON.stringify(source)} → ${JSON.stringify(rewrite)} ${issues.join(" ")}`,
    )
    .sort()
    .join("\n");
}

describe("the check of a rewrite, on the labelled set", () => {
  it("knows rewrites of every kind, each once", () => {
    const texts = rows.map(({ source, rewrite }) => `${source}\n→\n${rewrite}`);
    expect(new Set(texts).size).toBe(rows.length);
    const kinds = new Set(rows.filter(({ label }) => label === "breaking").map(({ kind }) => kind));
    expect(kinds.size).toBeGreaterThanOrEqual(20);
    for (const kind of [
      "pipe-tail",
      "default-braces",
      "stray-brace",
      "unclosed-token",
      "triple-braces",
      "unescaped",
    ])
      expect(kinds).toContain(kind);
    for (const kind of ["code-span-lost", "hidden-token", "dollar-brace-lost", "tag-lost", "token-entity"])
      expect(kinds).toContain(kind);
  });

  it("C29: catches every breaking rewrite and refuses at most one harmless one in a hundred", () => {
    const verdicts = rows.map(verdictOn);
    const faults = faultsOf(verdicts);
    const all = scoreOf(verdicts);
    const heldOut = scoreOf(verdicts.filter((row) => row.heldOut));
    console.log(`parity: ${inWords(all)} (held out: ${inWords(heldOut)})`);
    for (const score of [all, heldOut]) {
      expect(score.caught / score.breaking, faults).toBe(1);
      expect(score.refused / score.harmless, faults).toBeLessThanOrEqual(0.01);
    }
    expect(all.breaking).toBeGreaterThanOrEqual(200);
    expect(all.harmless).toBeGreaterThanOrEqual(200);
  });

  it("accepts each text as it is, under a heading, and as the local model sorts it", () => {
    for (const source of new Set(rows.map((row) => row.source))) {
      for (const same of [source, restructurePrompt(source), `# Instructions\n\n${source}\n`])
        expect(checkRewrite(source, same).issues).toEqual([]);
    }
  });

  // Of the kinds in the list of defects, these two change how often a value stands there and nothing else.
  it.each([
    ["drops the second of two", "Greet {{name}} and thank {{name}}.", "Greet and thank {{name}}.", -1],
    ["repeats fifty times", "Greet {{name}}.", `Greet ${"{{name}} ".repeat(50)}.`, 1],
  ])("P6: warns of a rewrite that %s", (_, source, rewrite, sign) => {
    const { ok, parity } = checkRewrite(source, rewrite);
    expect(ok).toBe(true);
    const [warning, ...more] = parity.warnings;
    expect(more).toEqual([]);
    expect(warning?.kind).toBe("multiplicity");
    expect(Math.sign(warning?.tokenDelta ?? 0)).toBe(sign);
  });

  it("says why, and says the same each time", () => {
    for (const { source, rewrite } of rows.filter((row) => row.heldOut)) {
      const { ok, certificate, parity, issues } = checkRewrite(source, rewrite);
      expect(ok).toBe(certificate.ok && parity.ok);
      expect(ok).toBe(issues.length === 0);
      expect(certify(source, rewrite)).toEqual(certificate);
    }
  });
});
