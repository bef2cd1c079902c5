import { corpusRows } from "../../support/corpus.ts";

/** One recorded exchange with a model service. */
export interface WireRow<Request = Readonly<Record<string, unknown>>> {
  readonly id: string;
  readonly api: string;
  readonly host?: string;
  readonly path?: string;
  readonly stream: boolean;
  readonly status: number;
  readonly contentType: string;
  readonly request?: Request;
  /** JSON, or the text of an event stream. */
  readonly response: unknown;
  readonly expected: {
    readonly error?: boolean;
    readonly text?: string;
    readonly toolCalls?: readonly { readonly name: string; readonly args: unknown }[];
    /** The provider's own word. */
    readonly finish?: string | null;
    readonly usage?: Readonly<Partial<Record<WireUsageField, number>>>;
  };
}

export type WireUsageField = "input" | "output" | "cached" | "cacheWrite" | "reasoning";

/** The recorded exchanges of one protocol, or none where the corpora are not beside the checkout. */
export async function wireRows<Request = Readonly<Record<string, unknown>>>(
  api: string,
): Promise<WireRow<Request>[]> {
  const rows = (await corpusRows<WireRow<Request>>("wire/dev.jsonl")) ?? [];
  return rows.filter((row) => row.api === api);
}
