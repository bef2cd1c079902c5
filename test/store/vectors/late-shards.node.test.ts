import { afterEach, describe, expect, it, vi } from "vitest";
import { storeVectorStore } from "../../../src/store/vectors/store-vector-store.ts";
import { lateStores } from "../../support/late-store.ts";
import { seededRandom } from "../../support/random.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("shards of vectors, where what is written is seen up to a minute later", () => {
  it.each([1, 2, 3])(
    "a reader has all that is older, and nothing that was removed before (%d)",
    async (seed) => {
      const random = seededRandom(seed);
      let now = Date.now();
      vi.spyOn(Date, "now").mockImplementation(() => now);
      const place = lateStores(() => now, random);
      const writers = [storeVectorStore(place.open()), storeVectorStore(place.open())];
      const readers = [storeVectorStore(place.open()), storeVectorStore(place.open())];
      /** When each key was written or removed. */
      const written = new Map<string, number>();
      const removed = new Map<string, number>();
      for (let step = 0; step < 400; step += 1) {
        now += Math.floor(random() * 8000);
        const writer = writers[step % 2];
        const key = `n.${step % 2}-${Math.floor(step / 2) % 90}`;
        if (random() < 0.2 && written.has(key)) {
          await writer?.write({ remove: [key] });
          written.delete(key);
          removed.set(key, now);
        } else {
          await writer?.upsert(key, step, [Math.cos(step), Math.sin(step)]);
          written.set(key, now);
          removed.delete(key);
        }
        if (step % 5 !== 0) continue;
        for (const reader of [...readers, storeVectorStore(place.open())]) {
          const found = new Set((await reader.query([1, 1], { topK: 1000 })).map((hit) => hit.key));
          const old = (at: number): boolean => now - at > 61_000;
          const lost = [...written].filter(([name, at]) => old(at) && !found.has(name));
          const risen = [...removed].filter(([name, at]) => old(at) && found.has(name));
          expect({ step, lost, risen }).toEqual({ step, lost: [], risen: [] });
        }
      }
      const last = storeVectorStore(place.truth());
      expect((await last.query([1, 1], { topK: 1000 })).map(({ key }) => key).sort()).toEqual(
        [...written.keys()].sort(),
      );
    },
  );
});
