import type { HarnessApproval, HarnessRefinement, HarnessScope } from "../contracts/harness.ts";
import type { Store } from "../contracts/store.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { sha256 } from "../core/hash.ts";
import type { Logger } from "../core/logger.ts";
import { timedId } from "../core/timed-id.ts";
import { isConflict } from "../store/is-conflict.ts";
import { allKeysOf } from "../store/keys-of.ts";
import { plainJson } from "../store/plain-json.ts";
import { type FoundRecord, readRecord } from "../store/read-record.ts";
import { type Head, isHead, isLine } from "./harness-records.ts";
import { warn } from "./harness-warning.ts";
import { type KnownEntries, orderedEntries, putEntry, redo } from "./known-entries.ts";

/** A refinement before it has its place in the history. */
export type RefinementDraft = Omit<HarnessRefinement, "stateVersion" | "previousHash" | "hash" | "outcome">;

/** The head as it was found, and where the next one is to be written. */
export interface FoundHead {
  readonly head: Head;
  readonly key: string;
  readonly ifVersion: string | null;
  /** There was a state, and it cannot be read. */
  readonly isLost: boolean;
}

const EMPTY: Head = { v: 1, version: 0, lines: 0, entries: [], retired: [] };
const CHUNK = 20;

/** What a store has of one scope of a harness. */
export class HarnessPlace {
  readonly #store: Store;
  readonly #path: string;
  readonly #scope: HarnessScope;
  readonly #now: () => number;
  readonly #logger: Logger | undefined;

  constructor(
    store: Store,
    path: string,
    scope: HarnessScope,
    now: () => number,
    logger: Logger | undefined,
  ) {
    this.#store = store;
    this.#path = path;
    this.#scope = scope;
    this.#now = now;
    this.#logger = logger;
  }

  /**
   * The state. One that cannot be read stays where it is, for people to look at: the next one is begun under the next key, and
   * until then it counts as empty.
   */
  async read(): Promise<FoundHead> {
    const first = await this.#readHead(this.#headKey(0));
    if (first?.value) return first.value;
    // Nothing was written yet, or what was is damaged or gone. A head is there before lines are: asked for after them, none
    // is missed that is just being written.
    const isLost = (await this.#store.list(`${this.#path}/`, { limit: 1 })).keys.length > 0;
    const key = isLost ? (await allKeysOf(this.#store, `${this.#path}/head/`)).at(-1) : undefined;
    const found = key === undefined ? undefined : await this.#readHead(key);
    if (found?.value) return found.value;
    const lastLine = isLost ? (await allKeysOf(this.#store, `${this.#path}/line/`)).at(-1) : undefined;
    if (isLost) {
      const message = `The state under "${this.#path}" cannot be read, counts as empty and stays where it is. Roll the next refinement back to get what the history knows.`;
      warn(this.#logger, "harness.lost", message, "STORE_CORRUPT");
    }
    return {
      head: { ...EMPTY, lines: lastLine === undefined ? 0 : numberIn(lastLine) + 1 },
      key: this.#headKey(key === undefined ? 0 : numberIn(key) + 1),
      ifVersion: null,
      isLost,
    };
  }

  /** The lines of a history, the newest first. One that is damaged, changed or missing is passed over with a warning. */
  async *lines({ head }: FoundHead): AsyncGenerator<HarnessRefinement> {
    let hash = head.last?.hash;
    for (let end = head.lines; end > 0; end -= CHUNK) {
      const numbers = Array.from({ length: Math.min(CHUNK, end) }, (_, index) => end - 1 - index);
      const found = await Promise.all(numbers.map((number) => this.#readLine(head, number)));
      for (const [index, line] of found.entries()) {
        const isWhole = line && (hash ?? line.hash) === line.hash && (await hashOf(line)) === line.hash;
        hash = isWhole ? line.previousHash : undefined;
        if (isWhole) yield line;
        else {
          const key = this.#lineKey(numbers[index] ?? 0);
          const message = `The line "${key}" of the history is missing or changed, and is passed over.`;
          warn(this.#logger, "harness.line.skipped", message, "STORE_CORRUPT");
        }
      }
      // The rest was taken away, or never was: a damaged head may tell of any number.
      if (!found.some(Boolean)) return;
    }
  }

  /**
   * Changes what is known and records it, in one write. Whoever loses a race reads again and begins anew: `make` runs once
   * for every try. An edit that waited is decided once: who comes second gets an `InvalidRequestError`.
   */
  async change(
    make: (known: KnownEntries) => RefinementDraft,
    decides?: HarnessApproval,
  ): Promise<HarnessRefinement> {
    for (let tries = 0; ; tries += 1) {
      const found = await this.read();
      try {
        if (found.isLost) {
          await this.#beginAnew(found);
          continue;
        }
        if (decides) await this.#checkOpen(found, decides);
        const { entries, retired } = found.head;
        const known = {
          entries: new Map(entries.map((entry) => [entry.id, entry])),
          retired: new Map(retired),
        };
        return await this.#write(found, known, make(known));
      } catch (error) {
        // Each lost race is a write of somebody else, so that all come to an end; a store that always says no must not hang.
        if (!isConflict(error) || tries >= 1000) throw error;
      }
    }
  }

  async #checkOpen(found: FoundHead, { refinement, edit }: HarnessApproval): Promise<void> {
    for await (const { id, approves } of this.lines(found)) {
      if (approves?.refinement === refinement && approves.edit === edit) {
        throw new InvalidRequestError(`Edit ${edit} of "${refinement}" was decided already.`);
      }
      if (id === refinement) return;
    }
  }

  /** A lost state is a refinement that deletes whatever the history knows of: it can be rolled back as any other. */
  async #beginAnew(found: FoundHead): Promise<void> {
    const lines: HarnessRefinement[] = [];
    for await (const line of this.lines(found)) lines.unshift(line);
    const known: KnownEntries = { entries: new Map(), retired: new Map() };
    for (const { edits } of lines) redo(known, edits);
    const edits = orderedEntries(known).map((before) => {
      putEntry(known, before.id, undefined);
      const edit = { operation: "delete", kind: before.kind, id: before.id } as const;
      return { edit, status: "applied", before } as const;
    });
    const last = lines.at(-1);
    // The line that was lost with the state may have had a version of its own.
    const head = { ...found.head, version: (last?.stateVersion ?? 0) + 1 };
    const now = this.#now();
    const draft: RefinementDraft = {
      id: timedId(now),
      at: new Date(now).toISOString(),
      scope: this.#scope,
      status: "applied",
      summary: "The state could not be read and began anew.",
      rationale: "",
      expectedOutcome: "",
      edits,
    };
    await this.#write({ ...found, head }, known, draft, last?.hash);
  }

  async #write(
    { head, key, ifVersion }: FoundHead,
    known: KnownEntries,
    draft: RefinementDraft,
    previousHash: string = head.last?.hash ?? "",
  ): Promise<HarnessRefinement> {
    const version = head.version + (draft.status === "applied" ? 1 : 0);
    const unsigned = { ...draft, stateVersion: version, previousHash, hash: "" };
    const last: HarnessRefinement = { ...unsigned, hash: await hashOf(unsigned) };
    const next: Head = {
      ...{ v: 1, version, lines: head.lines + 1, last },
      entries: orderedEntries(known),
      retired: [...known.retired],
    };
    if (head.last) await this.#keepLine(head.lines - 1, head.last, ifVersion);
    try {
      await this.#store.set(key, plainJson(next), { ifVersion });
    } catch (error) {
      // Without an answer it may have been done all the same, and somebody may have gone on from there.
      const now = isConflict(error) ? undefined : await this.read().catch(() => {});
      const line = now && (await this.#readLine(now.head, head.lines).catch(() => {}));
      if (line?.id !== draft.id) throw error;
    }
    return last;
  }

  /** Puts the line of a head where it stays. Another one there is of a state that was lost, unless the head is outdated. */
  async #keepLine(number: number, line: HarnessRefinement, headVersion: string | null): Promise<void> {
    const key = this.#lineKey(number);
    try {
      await this.#store.set(key, plainJson(line), { ifVersion: null });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const found = await readRecord(this.#store, key, isLine);
      if (found?.value?.hash === line.hash) return;
      if ((await this.read()).ifVersion !== headVersion) throw error;
      await this.#store.set(key, plainJson(line), { ifVersion: found?.version });
    }
  }

  async #readHead(key: string): Promise<FoundRecord<FoundHead> | undefined> {
    const found = await readRecord(this.#store, key, isHead);
    if (!found || found.damage) return found;
    const { value: head, version } = found;
    return { value: { head, key, ifVersion: version, isLost: false }, version };
  }

  async #readLine(head: Head, number: number): Promise<HarnessRefinement | undefined> {
    if (number === head.lines - 1 && head.last) return head.last;
    return (await readRecord(this.#store, this.#lineKey(number), isLine))?.value;
  }

  #headKey(number: number): string {
    return `${this.#path}/head/${String(number).padStart(4, "0")}`;
  }

  #lineKey(number: number): string {
    return `${this.#path}/line/${String(number).padStart(10, "0")}`;
  }
}

function numberIn(key: string): number {
  return Number(key.slice(key.lastIndexOf("/") + 1));
}

/** Of the line before and of all of this one but what is found out later. */
function hashOf({ hash: _hash, outcome: _outcome, ...line }: HarnessRefinement): Promise<string> {
  return sha256(canonicalJson(line));
}
