import { describe, expect, it } from "vitest";
import { freeIds } from "../../../src/providers/adapter/free-ids.ts";

describe("identifiers of calls", () => {
  const known = ["call_0", "call_2", "toolu_1"];
  const given = ["toolu_2", "toolu_1", "", undefined, null, 7, "call_3", "toolu_2"];

  it("S7, S15: are the service's where they are new, and never one for two calls", () => {
    const ids = given.map(freeIds(known));
    expect(ids[0]).toBe("toolu_2");
    expect(new Set([...known, ...ids]).size).toBe(known.length + given.length);
  });

  it("are the same for the same conversation", () => {
    expect(given.map(freeIds(known))).toEqual(given.map(freeIds(known)));
  });
});
