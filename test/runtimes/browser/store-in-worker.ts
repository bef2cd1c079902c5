import { indexedDBStore } from "../../../runtimes/browser/indexed-db-store.ts";

// Raises a counter that the page raises at the same time.
self.addEventListener(
  "message",
  async ({ data: { name, times } }: MessageEvent<{ name: string; times: number }>) => {
    const store = indexedDBStore(name);
    for (let done = 0; done < times; ) {
      const entry = await store.get("count");
      const raised = await store
        .set("count", Number(entry?.value) + 1, { ifVersion: entry?.version ?? null })
        .then(
          () => true,
          () => false,
        );
      if (raised) done += 1;
    }
    self.postMessage(store.traits);
  },
);
