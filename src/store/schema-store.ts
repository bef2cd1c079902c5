import type { Store } from "../contracts/store.ts";

/** A store on a database that wants a table made beforehand. */
export interface SchemaStore extends Store {
  /** What makes the table, as one statement to run once, such as in a migration; empty where no table is needed. */
  schema(): string;
}
