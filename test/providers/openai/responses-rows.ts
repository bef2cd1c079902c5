import type { WireRow } from "../wire/wire-rows.ts";

/** The body of a recorded request for a response. */
export interface ResponsesRequest extends Record<string, unknown> {
  readonly model: string;
  readonly input: string | readonly Record<string, unknown>[];
}

export function responsesURLOf({ host, path }: WireRow<unknown>): string | undefined {
  return host && path ? `https://${host}${path.replace("/responses", "")}` : undefined;
}
