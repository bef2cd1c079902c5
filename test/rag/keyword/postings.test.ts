import { describe, expect, it } from "vitest";
import { type Postings, postings } from "../../../src/rag/keyword/postings.ts";

const found = (index: Postings<string>, query: string, topK = 1000): Record<string, number> =>
  Object.fromEntries(index.search(query, { topK }).map(({ key, score }) => [key, Number(score.toFixed(9))]));

const keys = (index: Postings<string>, query: string, topK = 10): string[] =>
  index.search(query, { topK }).map(({ key }) => key);

/** Numbers that look random and are the same in every run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const vocabulary = Array.from({ length: 300 }, (_, number) => `w${number}x`);

function textOf(next: (below: number) => number): string {
  return Array.from({ length: 1 + next(40) }, () => vocabulary[Math.min(next(300), next(300))]).join(" ");
}

describe("postings", () => {
  it("finds the same after any coming and going as an index of what is left", () => {
    const next = sequence(11);
    const index = postings<string>();
    const texts = new Map<string, string>();
    for (let step = 0; step < 3000; step++) {
      const key = `key${next(120)}`;
      if (next(3) === 0) {
        expect(index.remove(key)).toBe(texts.delete(key));
      } else {
        const text = textOf(next);
        texts.set(key, text);
        index.add(key, text);
      }
      if (step % 100 !== 0) continue;
      const anew = postings<string>();
      for (const [own, text] of texts) anew.add(own, text);
      const query = `${textOf(next)} ${textOf(next)}`;
      expect(index.size).toBe(texts.size);
      expect(found(index, query)).toEqual(found(anew, query));
    }
  });

  it("scores late texts and old ones alike", () => {
    const index = postings<string>();
    index.add("old", "tide sand tide");
    for (let number = 0; number < 3000; number++) index.add(`fill${number}`, "gravel pebble stone");
    expect(keys(index, "tide")).toEqual(["old"]);
    index.add("new", "tide sand tide");
    const [first, second] = index.search("tide", { topK: 5 });
    expect([first?.key, second?.key]).toEqual(["old", "new"]);
    expect(second?.score).toBe(first?.score);
  });

  it("counts a word as often as the query says it", () => {
    const index = postings<string>();
    index.add("sea", "sea wind salt");
    index.add("sky", "sky wind rain");
    expect(keys(index, "sky; the sea, and again the sea")).toEqual(["sea", "sky"]);
    expect(keys(index, "sea; the sky, and again the sky")).toEqual(["sky", "sea"]);
  });

  it("puts words that stand together as in the query first", () => {
    const index = postings<string>();
    index.add("apart", "boundary of a thin flow over some layer");
    index.add("together", "flow of a thin boundary layer over something");
    expect(keys(index, "boundary layer")).toEqual(["together", "apart"]);
    expect(keys(index, "layer boundary")[0]).toBe("apart");
  });

  it("finds with words of the best texts where it is told to", () => {
    const index = postings<string>();
    index.add("one", "lighthouse beacon keeper");
    index.add("two", "lighthouse beacon lamp");
    index.add("three", "a beacon on the hill");
    index.add("four", "bread and butter");
    expect(keys(index, "lighthouse")).toEqual(["one", "two"]);
    const expanded = index.search("lighthouse", {
      topK: 10,
      expand: { documents: 2, terms: 4, weight: 0.4 },
    });
    expect(expanded.map(({ key }) => key)).toEqual(["one", "two", "three"]);
    const none = index.search("zebra", { topK: 10, expand: {} });
    expect(none).toEqual([]);
  });

  it.each([-0.1, 1.1, Number.NaN])("refuses an expansion of weight %s", (weight) => {
    const index = postings<string>();
    index.add("one", "lighthouse");
    expect(() => index.search("lighthouse", { topK: 1, expand: { weight } })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });

  it("does not grow with texts that come and go", () => {
    const index = postings<string>();
    const next = sequence(3);
    index.add("stays", textOf(next));
    for (let number = 0; number < 2000; number++) index.add("changes", `${textOf(next)} n${number}`);
    expect(index.size).toBe(2);
    expect(index.export().bytes.length).toBeLessThan(2000);
    expect(keys(index, "n1999 n1998")).toEqual(["changes"]);
  });

  it("takes words for an expansion only from texts that it may find", () => {
    const index = postings<string>();
    index.add("secret", "lighthouse submarine");
    index.add("open", "lighthouse keeper");
    index.add("other", "submarine base");
    const hits = index.search("lighthouse", { topK: 10, expand: {}, accepts: (key) => key !== "secret" });
    expect(hits.map(({ key }) => key)).toEqual(["open"]);
  });

  it("reads what it has exported, and goes on from there", () => {
    const next = sequence(5);
    const index = postings<string>();
    for (let number = 0; number < 200; number++) index.add(`key${number}`, textOf(next), "Title word");
    for (let number = 0; number < 200; number += 3) index.remove(`key${number}`);
    const exported = index.export();
    const other = postings<string>();
    other.add("gone", "w1x w2x");
    other.import(structuredClone(exported));
    const query = textOf(next);
    expect(other.size).toBe(index.size);
    expect(found(other, query)).toEqual(found(index, query));
    for (const each of [index, other]) {
      each.remove("key1");
      each.add("late", "w1x w2x w3x");
    }
    expect(found(other, "w1x w3x")).toEqual(found(index, "w1x w3x"));
    expect(postings<string>().export().keys).toEqual([]);
  });

  it("refuses bytes that are broken, and keeps what it has", () => {
    const index = postings<string>();
    index.add("moon", "The moon makes the tides.");
    const { bytes } = index.export();
    const changed = (at: number, byte: number): Uint8Array =>
      bytes.map((own, place) => (place === at ? byte : own));
    const broken = [
      new Uint8Array(0),
      bytes.slice(0, 9),
      bytes.slice(0, -1),
      bytes.slice(0, bytes.length - 12),
      changed(0, 9),
      changed(8, 255),
      changed(12, 255),
      changed(16, 2),
      changed(24, 200),
    ];
    for (const one of broken) {
      expect(() => index.import({ keys: ["moon"], bytes: one })).toThrow(
        expect.objectContaining({ code: "INVALID_CONFIG" }),
      );
    }

    expect(() => index.import({ keys: ["moon", "sun"], bytes })).toThrow("broken");
    expect(keys(index, "tide")).toEqual(["moon"]);
    index.add("sun", "The sun.");
    const two = index.export();
    expect(() => index.import({ ...two, keys: ["moon", "moon"] })).toThrow("broken");
  });

  it("finds words that are names of properties, and other scripts", () => {
    const index = postings<string>();
    index.add("names", "constructor __proto__ toString hasOwnProperty");
    index.add("日本", "潮の満ち引きは月の引力による");
    index.add("кот", "Приливы и отливы");
    index.add("عربي", "المد والجزر");
    index.add("thai", "น้ำขึ้นน้ำลง");
    expect(keys(index, "constructor")).toEqual(["names"]);
    expect(keys(index, "hasOwnProperty valueOf")).toEqual(["names"]);
    expect(keys(index, "月の引力")).toEqual(["日本"]);
    expect(keys(index, "приливы")).toEqual(["кот"]);
    expect(keys(index, "والجزر")).toEqual(["عربي"]);
    expect(keys(index, "น้ำลง")).toEqual(["thai"]);
  });

  it("has nothing to find in texts without words", () => {
    const index = postings<string>();
    for (const [number, text] of ["", "   ", "!!! ... ---", "🌊🌊", "the of and", "\ud800"].entries()) {
      index.add(`${number}`, text);
    }
    expect(index.size).toBe(6);
    expect(keys(index, "🌊 tides !!!")).toEqual([]);
    expect(index.search("", { topK: 5 })).toEqual([]);
    expect(index.search("tide", { topK: 0 })).toEqual([]);
  });
});
