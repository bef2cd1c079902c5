import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import { topic } from "../../src/guardrail/topic.ts";

describe("topic", () => {
  test("strings are found anywhere, in any case and style, and the span points into the given text", async () => {
    const detector = topic({ deny: ["diagnosis", "Straße"] });
    const text = "Your ＤＩＡＧ\u200bnosis!";
    const verdict = await detector.check(text);
    expect(verdict).toEqual({
      type: "block",
      reason: "topic: deny",
      matches: [{ rule: "topic.deny", label: "deny", span: [5, 15], score: 1 }],
    });
    expect(text.slice(5, 15)).toBe("ＤＩＡＧ\u200bnosis");
    expect(await detector.check("prediagnosissed")).toMatchObject({ type: "block" });
    expect(await detector.check("STRAßE")).toMatchObject({ type: "block" });
    expect(await detector.check("Your diagnos is")).toEqual({ type: "allow" });
  });

  test.each([/medical\s+advice/i, /medical\s+advice/gi])(
    "%s is found as often as it is asked",
    async (pattern) => {
      const detector = topic({ deny: [pattern], onMatch: "flag", name: "advice" });
      const expected = {
        type: "flag",
        reason: "advice: deny",
        matches: [{ rule: "advice.deny", label: "deny", span: [8, 22], score: 1 }],
      };
      for (let time = 0; time < 3; time++)
        expect(await detector.check("This is Medical advice.")).toEqual(expected);
      expect(detector.onlyFlags).toBe(true);
    },
  );

  test("a sticky pattern is found where it does not stick, and keeps its place", async () => {
    const pattern = /advice/y;
    pattern.lastIndex = 3;
    expect(await topic({ deny: [pattern] }).check("Some advice.")).toMatchObject({
      matches: [{ span: [5, 11] }],
    });
    expect(pattern.lastIndex).toBe(3);
  });

  test("a pattern reads a text also as people do", async () => {
    expect(await topic({ deny: [/^bomb$/] }).check("ｂｏ\u200bｍｂ")).toMatchObject({
      matches: [{ span: [0, 5] }],
    });
  });

  test("what is allowed must be there, and what is denied must not", async () => {
    const detector = topic({ allow: ["invoice", /order \d+/], deny: ["refund"] });
    expect(await detector.check("Where is my INVOICE?")).toEqual({ type: "allow" });
    expect(await detector.check("About order 12.")).toEqual({ type: "allow" });
    expect(await detector.check("A refund for order 12")).toMatchObject({
      type: "block",
      reason: "topic: deny",
    });
    expect(await detector.check("Tell me a joke.")).toEqual({
      type: "block",
      reason: "topic: none of what is allowed",
      matches: [{ rule: "topic.allow", label: "allow", score: 1 }],
    });
    expect(await detector.check(" \n")).toEqual({ type: "allow" });
  });

  test.each([
    [{}, "nothing to look for"],
    [{ deny: [], allow: [] }, "nothing to look for"],
    [{ deny: [""] }, "nothing to see"],
    [{ allow: ["\u200b "] }, "nothing to see"],
    [{ deny: [1 as unknown as string] }, "neither a string nor a RegExp"],
    [{ deny: ["a"], onMatch: "redact" as "flag" }, "onMatch"],
  ])("refuses %j", (options, message) => {
    expect(() => topic(options)).toThrow(ConfigError);
    expect(() => topic(options)).toThrow(message);
  });

  test("strings alone let a stream through, but for what may become one of them", async () => {
    const stream = await topic({ deny: ["diagnosis"] }).stream?.();
    expect(stream?.push("See the dia")).toMatchObject({ text: "See the " });
    expect(stream?.push("gram, and the diag")).toMatchObject({ text: "diagram, and the " });
    expect(stream?.push("nosis is")).toMatchObject({
      text: "",
      block: { type: "block", reason: "topic: deny" },
    });
    expect(topic({ deny: [/a/] }).stream).toBeUndefined();
    expect(topic({ allow: ["a"] }).stream).toBeUndefined();
  });

  test("however a text is cut, it is let through up to the same place", async () => {
    const parts = fc.constantFrom(
      "a",
      "ab",
      "B",
      "abc",
      "ＡＢ",
      "\u200b",
      " ",
      "ς",
      "Σ",
      "K",
      "🙂",
      "\ud83d",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 16 }), async (some) => {
        const detector = topic({ deny: ["abab", "bc ", "σσ", "kk"] });
        const text = some.join("");
        const verdict = await detector.check(text);
        const stream = await detector.stream?.();
        let shown = "";
        let isBlocked = false;
        for (const piece of [...text.split(""), undefined]) {
          const streamed = piece === undefined ? stream?.end() : stream?.push(piece);
          if (!isBlocked) shown += streamed?.text ?? "";
          isBlocked ||= streamed?.block !== undefined;
        }
        expect(isBlocked).toBe(verdict.type === "block");
        const [first] = verdict.type === "block" ? (verdict.matches ?? []) : [];
        expect(shown).toBe(first ? text.slice(0, first.span?.[0]) : text);
      }),
    );
  });
});
