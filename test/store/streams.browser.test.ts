import { deleteDB } from "idb";
import { afterAll, describe, it } from "vitest";
import { indexedDBStore } from "../../runtimes/browser/indexed-db-store.ts";
import { streamsOnStore } from "../support/streams-on-store.ts";

const name = `streams-${crypto.randomUUID()}`;
afterAll(() => deleteDB(name));

describe.each(Object.entries(streamsOnStore))("a stream %s", (_name, check) => {
  it("on IndexedDB", () => check(() => indexedDBStore(name)));
});
