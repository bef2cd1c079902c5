import type { AgentSnapshot, JournalPlace, SnapshotStore } from "../contracts/snapshot.ts";
import type { Store } from "../contracts/store.ts";
import { type JournalState, journalRuns, readJournal } from "./journal.ts";
import { deleteJournal, replaceJournal } from "./journal-removal.ts";
import { memoryStore } from "./memory-store.ts";
import { plainJson } from "./plain-json.ts";
import type { PgClientLike } from "./postgres-client.ts";
import { postgresStore } from "./postgres-store.ts";
import { type RedisClientLike, redisStore } from "./redis-store.ts";
import { type ViewOptions, viewPlace } from "./view-place.ts";

/** A snapshot store that appends: `durable` writes only what changed to it. */
export interface JournaledSnapshotStore<Snapshot extends { readonly runId: string } = AgentSnapshot>
  extends SnapshotStore<Snapshot> {
  list(prefix?: string): Promise<readonly string[]>;
  readonly journal: JournalPlace;
}

/** Options of a view over PostgreSQL. */
export interface SnapshotPgOptions extends Pick<ViewOptions, "ttl"> {
  /** A `Pool` or a client of `pg`, or a `PGlite`. It stays yours: the store neither opens nor closes it. */
  readonly client: PgClientLike;
  /** The name of the table. Default `hedgemage_snapshots`. */
  readonly table?: string | undefined;
}

/** Options of a view over Redis. */
export interface SnapshotRedisOptions extends ViewOptions {
  /** A connected client. It stays yours. */
  readonly client: RedisClientLike;
}

/**
 * Keeps runs in flight in any store. `ttl` counts for each checkpoint by itself: give it more time than a run takes.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix or a `ttl` that cannot work.
 * @example
 * const runs = ai.snapshot.from(ai.memoryStore());
 * await runs.list(); // []
 */
export function from<Snapshot extends { readonly runId: string } = AgentSnapshot>(
  store: Store,
  options: ViewOptions = {},
): JournaledSnapshotStore<Snapshot> {
  return snapshots(store, options);
}

/**
 * Keeps runs in flight in memory: for tests, and for what may be lost with the process.
 *
 * @example
 * const durable = { store: ai.snapshot.memory() };
 */
export function memory<Snapshot extends { readonly runId: string } = AgentSnapshot>(
  options: ViewOptions = {},
): JournaledSnapshotStore<Snapshot> {
  return snapshots(memoryStore(), options);
}

/**
 * Keeps runs in flight in PostgreSQL. `schema()` has the statement that makes the table; it is never run for you.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a table that is no safe identifier, or a `ttl` that is not positive.
 * @example
 * const runs = ai.snapshot.pg({ client: pool });
 * await pool.query(runs.schema());
 */
export function pg<Snapshot extends { readonly runId: string } = AgentSnapshot>({
  client,
  table = "hedgemage_snapshots",
  ttl,
}: SnapshotPgOptions): JournaledSnapshotStore<Snapshot> {
  const store = postgresStore({ client, table });
  return { ...snapshots<Snapshot>(store, { ttl }), schema: () => store.schema() };
}

/**
 * Keeps runs in flight in Redis.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a prefix or a `ttl` that cannot work.
 * @example
 * const runs = ai.snapshot.redis({ client: redisClient, ttl: 86_400 });
 */
export function redis<Snapshot extends { readonly runId: string } = AgentSnapshot>({
  client,
  prefix = "hedgemage:snapshot",
  ttl,
}: SnapshotRedisOptions): JournaledSnapshotStore<Snapshot> {
  return snapshots(redisStore({ client, prefix }), { ttl });
}

function snapshots<Snapshot extends { readonly runId: string }>(
  store: Store,
  options: ViewOptions,
): JournaledSnapshotStore<Snapshot> {
  const journal: JournalPlace = viewPlace(store, options, "runs");
  return {
    journal,
    schema: () => "",
    load: async (runId) => (await readJournal(journal, runId))?.state as Snapshot | undefined,
    save: (snapshot) => replaceJournal(journal, snapshot.runId, plainJson(snapshot) as JournalState),
    delete: (runId) => deleteJournal(journal, runId),
    async list(start = "") {
      const runs = [...(await journalRuns(journal, "open")), ...(await journalRuns(journal, "ended"))];
      return [...new Set(runs)].filter((runId) => runId.startsWith(start));
    },
  };
}
