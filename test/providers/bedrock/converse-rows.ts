import type { WireRow } from "../wire/wire-rows.ts";

/** The requests of these rows are JSON texts. */
export type ConverseRow = WireRow<string>;

/** The model that was asked. */
export function nameOf({ path }: WireRow<unknown>): string {
  return decodeURIComponent(
    /\/model\/([^/]+)\//.exec(path ?? "")?.[1] ?? "us.anthropic.claude-sonnet-4-5-20250929-v1%3A0",
  );
}
