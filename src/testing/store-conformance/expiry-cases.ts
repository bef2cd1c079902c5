import { wait } from "../../core/wait.ts";
import { expectAbsent, expectEqual, expectRefusal, expectThat, expectValue } from "./expectations.ts";
import { allKeys, type ConformanceTheme, type Workbench } from "./workbench.ts";

/** Entries with an end. A store without expiry must refuse them. */
export function expiryCases(): ConformanceTheme {
  return {
    "an entry is gone when its time is over, and not before": expiring(
      async ({ store, key, open, prefix, advance }) => {
        const reader = await open();
        await store.set(key("a"), 1, { ttlMs: 1000 });
        await store.set(key("b"), 1);
        advance(999 - 500);
        await expectValue(reader, key("a"), 1, "an entry half a second before its end");
        expectEqual(await allKeys(reader, prefix), [key("a"), key("b")], "the keys before the end");
        advance(601);
        await expectAbsent(reader, key("a"), "an entry at its end");
        expectEqual(await allKeys(reader, prefix), [key("b")], "the keys at the end");
        expectEqual(await store.delete(key("a")), false, "the removal of what has expired");
        await expectValue(reader, key("b"), 1);
      },
    ),

    "an entry expires by the real clock": expiring(async ({ target, key, store: clocked }) => {
      const { expiryMs = 30 } = target;
      const store = target.isShared === false ? clocked : await target.open({});
      await store.set(key("a"), 1, { ttlMs: expiryMs });
      await wait(expiryMs + 20);
      await expectAbsent(store, key("a"), "an entry past its end");
      await store.close?.();
    }),

    "a write without an end takes the end away, a new end takes its place": expiring(
      async ({ store, key, advance }) => {
        await store.set(key("a"), 1, { ttlMs: 1000 });
        await store.set(key("a"), 2);
        await store.set(key("b"), 1, { ttlMs: 1000 });
        await store.set(key("b"), 2, { ttlMs: 10_000 });
        await store.set(key("c"), 1, { ttlMs: 10_000 });
        await store.set(key("c"), 2, { ttlMs: 1000 });
        advance(2000);
        await expectValue(store, key("a"), 2);
        await expectValue(store, key("b"), 2);
        await expectAbsent(store, key("c"));
        advance(9000);
        await expectValue(store, key("a"), 2);
        await expectAbsent(store, key("b"));
      },
    ),

    "no end, an end in the far future and half a millisecond are taken": expiring(
      async ({ store, key, advance }) => {
        await store.set(key("endless"), 1, { ttlMs: Number.POSITIVE_INFINITY });
        await store.set(key("far"), 1, { ttlMs: Number.MAX_SAFE_INTEGER });
        await store.set(key("farther"), 1, { ttlMs: 1e300 });
        await store.set(key("short"), 1, { ttlMs: 60_000.5 });
        await expectValue(store, key("short"), 1);
        advance(60_001);
        await expectAbsent(store, key("short"));
        advance(10 * 365 * 86_400_000);
        for (const name of ["endless", "far", "farther"]) await expectValue(store, key(name), 1);
      },
    ),

    async "a time to live that is not above 0 is refused, and nothing is written"({ store, key, prefix }) {
      for (const ttlMs of [0, -1, Number.NaN, Number.NEGATIVE_INFINITY]) {
        const refused = store.set(key("a"), 1, { ttlMs });
        const codes = ["STORE_INVALID_VALUE", "STORE_UNSUPPORTED"] as const;
        await expectRefusal(refused, store.traits.ttl ? codes[0] : codes, `a time to live of ${ttlMs}`);
      }
      expectEqual(await allKeys(store, prefix), [], "the keys after refused writes");
    },

    "what has expired is swept by later writes": expiring(async ({ store, key, advance, target }) => {
      if (!target.rows) return;
      const before = await target.rows();
      for (let count = 0; count < 20; count += 1)
        await store.set(key(`brief${count}`), count, { ttlMs: 1000 });
      advance(86_400_000);
      for (let count = 0; count < 40; count += 1) await store.set(key("later"), count);
      await store.delete(key("later"));
      const after = await target.rows();
      // Fewer, where what earlier cases have left to expire is swept too.
      expectThat(
        after <= before,
        `a sweep leaves no more rows than the ${before} before; here ${after} are left`,
      );
    }),

    "a sweep leaves what was written anew": expiring(async ({ store, key, advance, prefix }) => {
      const names = Array.from({ length: 10 }, (_, index) => `k${index}`);
      for (const name of names) await store.set(key(name), "old", { ttlMs: 1000 });
      advance(2000);
      for (const name of names.slice(0, 5)) await store.set(key(name), "new", { ttlMs: 60_000 });
      for (const name of names.slice(5, 8)) await store.set(key(name), "new");
      for (let count = 0; count < 20; count += 1) await store.set(key("w"), count);
      for (const name of names.slice(0, 8)) await expectValue(store, key(name), "new");
      expectEqual((await allKeys(store, prefix)).length, 9, "the number of keys after the sweep");
    }),
  };
}

function expiring(body: (workbench: Workbench) => Promise<void>): (workbench: Workbench) => Promise<void> {
  return async (workbench) => {
    const { store, key } = workbench;
    if (store.traits.ttl) return body(workbench);
    await expectRefusal(store.set(key("ttl"), 1, { ttlMs: 1000 }), "STORE_UNSUPPORTED", "a time to live");
    await expectAbsent(store, key("ttl"));
  };
}
