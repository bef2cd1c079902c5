import { describe, expect, it } from "vitest";
import { AIError } from "../../src/core/errors/ai-error.ts";
import { plainJson } from "../../src/store/plain-json.ts";

describe("plainJson", () => {
  it("is what JSON makes of a value", () => {
    const value = {
      text: "x",
      list: [1, undefined, () => 1],
      gone: undefined,
      at: new Date(0),
      not: Number.NaN,
    };
    expect(plainJson(value)).toEqual({
      text: "x",
      list: [1, null, null],
      at: "1970-01-01T00:00:00.000Z",
      not: null,
    });
    expect(plainJson(undefined)).toBeNull();
  });

  it("writes errors as records, and large integers as text", () => {
    const error = new AIError("AI_ERROR", "It broke.");
    expect(plainJson({ error, big: 12n })).toMatchObject({
      error: { code: "AI_ERROR", message: "It broke." },
      big: "12",
    });
  });

  it("puts null in the place of what has no JSON, and keeps what is beside it", () => {
    const circle: Record<string, unknown> = { name: "circle", at: new Date(0), big: 1n, gone: undefined };
    circle.self = circle;
    const shared = { once: 1 };
    const odd = {
      circle,
      twice: [shared, shared, undefined],
      get broken(): never {
        throw new Error("no");
      },
      refuses: {
        toJSON() {
          throw new Error("no");
        },
      },
      not: Number.POSITIVE_INFINITY,
      works: () => 1,
    };
    expect(plainJson([odd, "beside"])).toEqual([
      {
        circle: { name: "circle", at: "1970-01-01T00:00:00.000Z", big: "1", self: null },
        twice: [{ once: 1 }, { once: 1 }, null],
        broken: null,
        refuses: null,
        not: null,
      },
      "beside",
    ]);
  });

  it("ends with what is nested too deeply", () => {
    let deep: unknown = "end";
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(plainJson({ deep, beside: 1 })).toMatchObject({ beside: 1 });
  });
});
