import { type GoogleOptions, GoogleSDK } from "../../../src/providers/google/index.ts";
import type { WireRow } from "../wire/wire-rows.ts";

/** The body of a recorded request for content. */
export interface GoogleRequest extends Record<string, unknown> {
  readonly contents: readonly Record<string, unknown>[];
}

/** The model that a row asked, or one like it. */
export function modelNameOf({ path }: WireRow<unknown>): string {
  return /models\/([^:/]+):/.exec(path ?? "")?.[1] ?? "gemini-3-pro-preview";
}

export function isVertex({ host }: WireRow<unknown>): boolean {
  return host?.includes("aiplatform") ?? false;
}

/** The options of an SDK that asks where a row was recorded. */
export function sdkOf(row: WireRow<unknown>, options: GoogleOptions): GoogleSDK {
  const [, project, location] = /projects\/([^/]+)\/locations\/([^/]+)\//.exec(row.path ?? "") ?? [];
  const vertex = project && location ? { vertex: { project, location } } : {};
  return new GoogleSDK({ apiKey: "test-key-of-no-account", ...vertex, ...options });
}
