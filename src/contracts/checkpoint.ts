/**
 * What a session was after one settled turn. `(orchestrator_name, session_id, turn_index)` is its key; the highest turn is
 * the live one. Times are ISO texts.
 */
export type CheckpointRecord<State = unknown> = {
  readonly orchestrator_name: string;
  readonly session_id: string;
  /** Whole, from 0. */
  readonly turn_index: number;
  /** The session's state after the turn. JSON. */
  readonly state: State;
  readonly last_route: string | readonly string[] | null;
  /** The fingerprint of the definition that wrote it. */
  readonly signature: string;
  readonly version: string | null;
  /** The turn that compaction has reached; that turn itself is not summarized. */
  readonly summarized_through: number | null;
  readonly lock_acquired_at: string | null;
  readonly lock_expires_at: string | null;
  readonly saved_at: string;
};

/** Keeps the state of sessions between their turns. `ai.checkpoint.*` makes one; rows are added and never overwritten. */
export interface CheckpointStore {
  /** The row of the highest turn; `undefined` for a session that was never saved. */
  load(orchestratorName: string, sessionId: string): Promise<CheckpointRecord | undefined>;
  /** Adds a row. Rejects with `StoreConflictError` (`STORE_CONFLICT`) where the turn was saved before. */
  save(record: CheckpointRecord): Promise<void>;
  /** Removes all rows of a session. */
  delete(orchestratorName: string, sessionId: string): Promise<void>;
  /** The ids of the sessions that have rows, optionally those that begin with a text. Missing where it cannot be told. */
  list?(orchestratorName: string, prefix?: string): Promise<readonly string[]>;
  /** Removes all but the newest turns of a session. Resolves to how many rows were removed. */
  prune?(orchestratorName: string, sessionId: string, keep: number): Promise<number>;
  /** The statement that makes the table, to run with your own migrations; empty where there is no table. */
  schema(): string;
}
