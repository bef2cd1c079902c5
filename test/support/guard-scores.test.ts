import { describe, expect, it } from "vitest";
import {
  checksumScores,
  falseHits,
  type LabelledSpan,
  secretScores,
  spanScores,
  vectorScores,
} from "./guard-scores.ts";
import { injectionScores } from "./injection-scores.ts";

const span = (start: number, end: number, label: string): LabelledSpan => ({ start, end, label });

describe("the scores of spans", () => {
  it("count exact spans of the labels asked for, and apart from them what overlaps", async () => {
    const rows = [
      { text: "a", spans: [span(0, 5, "EMAIL_ADDRESS"), span(9, 12, "PERSON")] },
      { text: "b", spans: [span(0, 4, "PHONE_NUMBER")] },
      { text: "c", spans: [] },
    ];
    const found: Record<string, LabelledSpan[]> = {
      a: [span(0, 5, "EMAIL_ADDRESS")],
      b: [span(1, 4, "PHONE_NUMBER")],
      c: [span(0, 1, "US_SSN"), span(2, 3, "PERSON")],
    };
    const { exact, overlap, byLabel } = await spanScores(rows, (text) => found[text] ?? []);
    expect(exact).toMatchObject({ right: 1, wrong: 2, missed: 1, precision: 1 / 3, recall: 1 / 2, f1: 0.4 });
    expect(overlap).toMatchObject({ right: 2, wrong: 1, missed: 0 });
    expect(byLabel.PHONE_NUMBER).toMatchObject({ right: 0, wrong: 1, missed: 1, f1: 0 });
    expect(byLabel.IBAN_CODE).toMatchObject({ f1: 1 });
    expect(await falseHits(rows, (text) => found[text] ?? [], "US_SSN")).toEqual({ hits: 1, texts: 3 });
  });

  it("take a label for another one as wrong", async () => {
    const rows = [{ text: "a", spans: [span(0, 5, "US_SSN")] }];
    const { exact, overlap } = await spanScores(rows, () => [span(0, 5, "PHONE_NUMBER")]);
    expect(exact).toMatchObject({ right: 0, wrong: 1, missed: 1 });
    expect(overlap).toMatchObject({ right: 0, wrong: 1, missed: 1 });
  });
});

describe("the scores of rows", () => {
  it("leave out what is not claimed, and keep weak rows apart", async () => {
    const rows = [
      { text: "1", entity: "A", count: 1, spans: [span(0, 1, "A")] },
      { text: "1 ", entity: "A", count: 1, spans: [span(1, 2, "A")] },
      { text: "1  ", entity: "A", count: 1, spans: null },
      { text: "1", entity: "A", count: 0, spans: [], weak: true },
      { text: "1", entity: "B", count: 1, spans: null },
    ];
    const scores = await vectorScores(rows, (entity) =>
      entity === "A" ? () => [span(0, 1, "any")] : undefined,
    );
    expect(scores.strong).toMatchObject({ right: 2, total: 3, byEntity: { A: { right: 2, total: 3 } } });
    expect(scores.weak).toMatchObject({ right: 0, total: 1, share: 0 });
  });

  it("want a number with check digits found where it is valid only", async () => {
    const rows = [
      { text: "1", entity: "A", valid: true },
      { text: "2", entity: "A", valid: false },
      { text: "22", entity: "A", valid: false },
    ];
    const score = await checksumScores(
      rows,
      () => (text) => (text === "22" ? [span(0, 2, "A")] : text === "1" ? [span(0, 1, "A")] : []),
    );
    expect(score).toMatchObject({ right: 2, total: 3, wrong: [rows[2]] });
  });

  it("read lines with secrets", async () => {
    const rows = (["key", "kéy", "none"] as const).map((text, index) => ({
      text_b64: btoa(String.fromCharCode(...new TextEncoder().encode(text))),
      label: index < 2 ? (1 as const) : (0 as const),
      rule: "",
      source: "",
    }));
    const score = await secretScores(rows, (text) => text === "kéy");
    expect(score).toEqual({ recall: 0.5, falsePositives: 0, missed: ["key"], wrong: [] });
  });
});

describe("the scores of attacks", () => {
  it("choose the threshold that one benign text of a hundred passes", async () => {
    const benign = Array.from({ length: 200 }, (_, index) => ({
      text: `${index / 1000}`,
      label: 0 as const,
    }));
    const attacks = ["0.5", "0.1985", "0.1975", "0.1965"].map((text) => ({ text, label: 1 as const }));
    const scores = await injectionScores(
      { deepset: [...benign, ...attacks], xstest: [{ text: "9", label: "unsafe" }] },
      (text) => ({ score: Number(text), isHit: Number(text) > 0.15 }),
    );
    // 0.199 and 0.198 may pass; what is above 0.197 is an attack.
    expect(scores.pooledThreshold).toBe(0.197);
    expect(scores.pooledRecall).toBe(0.75);
    expect(scores.pooledBySet).toEqual({ deepset: 0.75 });
    expect(scores.bySet.deepset).toMatchObject({ recall: 1, falsePositives: 49 / 200 });
  });

  it("tell each detector where a text comes from", async () => {
    const seen: string[] = [];
    const row = [{ text: "x", label: 0 as const }];
    await injectionScores({ asb_tools: row, bipia_email: row, notinject: row }, (_, source) => {
      seen.push(source);
      return { score: 0, isHit: false };
    });
    expect(seen).toEqual(["user", "retrieved", "tool"]);
  });
});
