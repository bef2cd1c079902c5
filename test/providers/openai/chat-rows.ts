import type { WireRow } from "../wire/wire-rows.ts";

/** The body of a recorded request for a chat completion. */
export interface ChatRequest extends Record<string, unknown> {
  readonly model: string;
  readonly messages: readonly Record<string, unknown>[];
}

export function baseURLOf({ host, path }: WireRow<unknown>): string | undefined {
  return host && path ? `https://${host}${path.replace("/chat/completions", "")}` : undefined;
}
