import type { Store, StoreChange, StoreDriver, StoredRecord } from "../../src/contracts/store.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { defineStore, isExpired, mayChange, type StoreOptions } from "../../src/store/define-store.ts";

/** What many stores share; a value lies in two cells, as on platforms with small ones. */
export interface Cells {
  readonly heads: Map<string, Omit<StoredRecord, "text"> & { readonly place: string }>;
  readonly texts: Map<string, string>;
  /** How many low-level writes are still taken. */
  writesLeft: number;
}

/** One thing that the driver does wrong. */
export type Fault =
  | "blind" // takes no notice of versions
  | "hasty" // looks at the versions, and writes a moment later
  | "halting" // makes the changes before the one that loses
  | "torn" // writes over the text of the old version
  | "littering" // leaves old texts behind
  | "haunted" // expired entries stand in the way and in listings
  | "restless" // a page begins where so many keys were before
  | "greedy" // takes a prefix for a part of a key
  | "folding" // does not tell large letters from small ones
  | "forgetful" // says of every removal that there was something
  | "silent" // cannot compare versions, says so, and writes all the same
  | "eternal" // does not expire
  | "trusting"; // gives rows as they are

/** A store on shared cells that keeps the contract, but for one fault. */
export function faultyStore(cells: Cells, options: StoreOptions, fault?: Fault): Store {
  return defineStore(faultyDriver(cells, fault), options);
}

function faultyDriver(cells: Cells, fault: Fault | undefined): StoreDriver {
  const { heads, texts } = cells;
  const cell = (key: string): string => (fault === "folding" ? key.toLowerCase() : key);
  const write = (work: () => void): void => {
    if (cells.writesLeft <= 0) throw new Error("the platform stopped");
    cells.writesLeft -= 1;
    work();
  };
  const record = (key: string): StoredRecord | undefined => {
    const head = heads.get(cell(key));
    if (!head) return undefined;
    const text = texts.get(head.place);
    if (text === undefined && fault !== "trusting") {
      throw new StoreError("STORE_CORRUPT", `"${key}" has no text.`, { store: "faulty", key });
    }
    return { ...head, text: text ?? "null" };
  };
  const live = (key: string, now: number): boolean => {
    const head = heads.get(cell(key));
    return head !== undefined && (fault === "haunted" || !isExpired(head, now));
  };
  const place = ({ key, record: next }: StoreChange): string =>
    fault === "torn" ? key : `${key}\0${next?.version}`;
  const isLost = (change: StoreChange, now: number): boolean => {
    if (fault === "blind" || fault === "silent") return false;
    const head = heads.get(cell(change.key));
    return !mayChange(change, head, fault === "haunted" ? 0 : now);
  };
  const apply = (change: StoreChange): void => {
    const old = heads.get(cell(change.key));
    if (change.record) {
      const { text, ...rest } = change.record;
      if (fault !== "torn") write(() => texts.set(place(change), text));
      heads.set(cell(change.key), { ...rest, place: place(change) });
    } else heads.delete(cell(change.key));
    if (old && fault !== "littering" && fault !== "torn") texts.delete(old.place);
  };
  return {
    name: "faulty",
    batches: true,
    traits: { atomic: fault !== "silent", durable: false, ttl: true, eventual: false },
    async read(key) {
      await undefined;
      const found = record(key);
      return found && fault === "eternal" ? { text: found.text, version: found.version } : found;
    },
    async commit(changes, now) {
      await undefined;
      const lost = changes.findIndex((change) => isLost(change, now));
      if (fault === "halting") for (const change of changes.slice(0, Math.max(lost, 0))) apply(change);
      if (lost !== -1) return { conflict: lost };
      if (fault === "hasty") await new Promise((resolve) => setTimeout(resolve));
      const existed = changes.map(({ key }) => fault === "forgetful" || live(key, now));
      if (fault === "torn") {
        for (const change of changes) {
          const middle = (change.record?.text.length ?? 0) / 2;
          const first = change.record?.text.slice(0, middle) ?? "";
          write(() => texts.set(cell(change.key), first + (texts.get(cell(change.key)) ?? "").slice(middle)));
          await new Promise((resolve) => setTimeout(resolve));
          write(() => texts.set(cell(change.key), change.record?.text ?? ""));
        }
      } else if (cells.writesLeft < changes.length) throw new Error("the platform stopped");
      for (const change of changes) apply(change);
      for (const [key, head] of heads) if (isExpired(head, now)) apply({ key });
      return { existed };
    },
    async keys(prefix, limit, cursor, now) {
      const all = [...heads.keys()].sort().filter((key) => live(key, now));
      const found = all.filter((key) =>
        fault === "greedy" ? key.includes(prefix) : key.startsWith(cell(prefix)),
      );
      const rest =
        fault === "restless"
          ? found.slice(Number(cursor ?? 0))
          : found.filter((key) => cursor === undefined || key > cursor);
      const keys = rest.slice(0, limit);
      if (rest.length <= limit) return { keys };
      return {
        keys,
        cursor: fault === "restless" ? String(Number(cursor ?? 0) + limit) : (keys.at(-1) ?? ""),
      };
    },
  };
}
