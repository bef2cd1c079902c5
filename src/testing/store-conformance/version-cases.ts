import type { Store } from "../../contracts/store.ts";
import type { StoreErrorCode } from "../../core/errors/store-errors.ts";
import { expectAbsent, expectEqual, expectRefusal, expectThat, expectValue } from "./expectations.ts";
import type { ConformanceTheme, Workbench } from "./workbench.ts";

/** Versions: new at every write, and what `ifVersion` lets through. */
export function versionCases(): ConformanceTheme {
  return {
    async "every write makes a new version, and a reader sees the one that the writer got"({
      store,
      key,
      open,
    }) {
      const reader = await open();
      const seen = new Set<string>();
      for (let count = 0; count < 50; count += 1) {
        const { version, value } = await store.set(key(`v${count % 3}`), count % 2);
        expectEqual(value, count % 2, "the value that a write returns");
        expectThat(typeof version === "string" && version !== "", "a version is a text that is not empty");
        expectThat(!seen.has(version), `the version ${version} was given twice`);
        seen.add(version);
        expectEqual(await expectValue(reader, key(`v${count % 3}`), count % 2), version, "the version read");
      }
    },

    "a write over the version that is there is done, over any other it is refused": atomic(
      async ({ store, key, open }) => {
        const other = await open();
        const first = await store.set(key("a"), 1);
        const second = await other.set(key("a"), 2, { ifVersion: first.version });
        for (const ifVersion of [first.version, ...foreignVersions(second.version)]) {
          const what = `a write over ${JSON.stringify(ifVersion)}`;
          const error = await expectRefusal(store.set(key("a"), 3, { ifVersion }), "STORE_CONFLICT", what);
          expectEqual(error.key, key("a"), "the key in the error");
        }
        expectEqual(
          await expectValue(store, key("a"), 2),
          second.version,
          "the version after refused writes",
        );
        await expectRefusal(
          store.set(key("b"), 1, { ifVersion: "x" }),
          "STORE_CONFLICT",
          "a write over nothing",
        );
        await expectAbsent(store, key("b"));
      },
    ),

    "null writes only where there is no entry": atomic(async ({ store, key, open }) => {
      const other = await open();
      const { version } = await store.set(key("a"), 1, { ifVersion: null });
      await expectRefusal(other.set(key("a"), 2, { ifVersion: null }), "STORE_CONFLICT", "a second creation");
      expectEqual(await expectValue(other, key("a"), 1), version, "the version after a refused creation");
      await other.delete(key("a"));
      await store.set(key("a"), 3, { ifVersion: null });
      await expectValue(other, key("a"), 3);
    }),

    "a version does not come back when its entry is removed and made anew": atomic(async ({ store, key }) => {
      const old = await store.set(key("a"), "same");
      await store.delete(key("a"));
      const stale = { ifVersion: old.version };
      await expectRefusal(store.set(key("a"), 1, stale), "STORE_CONFLICT", "a write over what was removed");
      const fresh = await store.set(key("a"), "same");
      expectThat(fresh.version !== old.version, "the same value made anew has a new version");
      await expectRefusal(store.set(key("a"), 2, stale), "STORE_CONFLICT", "a write over the entry before");
      await expectRefusal(store.delete(key("a"), stale), "STORE_CONFLICT", "a removal of the entry before");
      await expectValue(store, key("a"), "same");
    }),

    "a removal can name its version too": atomic(async ({ store, key, open }) => {
      const other = await open();
      const first = await store.set(key("a"), 1);
      const second = await store.set(key("a"), 2);
      const stale = other.delete(key("a"), { ifVersion: first.version });
      await expectRefusal(stale, "STORE_CONFLICT", "the removal of an old version");
      await expectValue(store, key("a"), 2);
      expectEqual(await other.delete(key("a"), { ifVersion: second.version }), true, "a removal that may be");
      const again = other.delete(key("a"), { ifVersion: second.version });
      await expectRefusal(again, "STORE_CONFLICT", "the removal of what is gone");
    }),

    "what has expired is no version any more": atomic(async ({ store, key, advance }) => {
      if (!store.traits.ttl) return;
      const old = await store.set(key("a"), 1, { ttlMs: 10_000 });
      const kept = await store.set(key("b"), 1, { ttlMs: 10_000 });
      advance(5000);
      await store.set(key("b"), 2, { ifVersion: kept.version });
      advance(5100); // more than the end: the clock of a machine may step back a little
      const stale = { ifVersion: old.version };
      await expectRefusal(store.set(key("a"), 2, stale), "STORE_CONFLICT", "a write over what has expired");
      await expectRefusal(store.delete(key("a"), stale), "STORE_CONFLICT", "a removal of what has expired");
      await store.set(key("a"), 3, { ifVersion: null });
      await expectValue(store, key("a"), 3);
      await expectValue(store, key("b"), 2);
    }),
  };
}

/**
 * A case for stores that compare and set. Of any other store it asks that a version that does not hold is never written
 * over in silence.
 */
export function atomic(
  body: (workbench: Workbench) => Promise<void>,
): (workbench: Workbench) => Promise<void> {
  return async (workbench) => {
    if (workbench.store.traits.atomic) await body(workbench);
    else await expectNoSilence(workbench.store, await workbench.open(), workbench.key("silence"));
  };
}

async function expectNoSilence(store: Store, other: Store, key: string): Promise<void> {
  const loud: readonly StoreErrorCode[] = ["STORE_UNSUPPORTED", "STORE_CONFLICT"];
  const { version } = await store.set(key, "old");
  await expectRefusal(
    store.set(key, "new", { ifVersion: `${version}x` }),
    loud,
    "a write over a version not there",
  );
  await expectRefusal(store.set(key, "new", { ifVersion: null }), loud, "a creation over an entry");
  await expectRefusal(
    store.delete(key, { ifVersion: `${version}x` }),
    loud,
    "a removal of a version not there",
  );
  await expectValue(store, key, "old");
  const race = ["left", "right"].map((value, index) =>
    (index === 0 ? store : other).set(key, value, { ifVersion: version }),
  );
  const outcomes = await Promise.allSettled(race);
  const done = outcomes.filter(({ status }) => status === "fulfilled").length;
  expectThat(done < 2, "of two writes over one version at most one is done");
  for (const [index, { status }] of outcomes.entries()) {
    if (status === "rejected") await expectRefusal(Promise.resolve(race[index]), loud, "a write in a race");
  }
}

function foreignVersions(version: string): string[] {
  return [
    "",
    "*",
    "%",
    "null",
    "undefined",
    "'",
    version.slice(1),
    `${version} `,
    version.toUpperCase(),
    "0",
  ].filter((other) => other !== version);
}
