import { corpusRows } from "../../support/corpus.ts";

/** One recorded exchange with a service that speaks chat completions. */
export interface WireRow {
  readonly id: string;
  readonly api: string;
  readonly host?: string;
  readonly path?: string;
  readonly stream: boolean;
  readonly status: number;
  readonly contentType: string;
  readonly request?: WireRowRequest;
  readonly response: unknown;
  readonly expected: {
    readonly error?: boolean;
    readonly text?: string;
    readonly toolCalls?: readonly { readonly name: string; readonly args: unknown }[];
    readonly finish?: string | null;
    readonly usage?: Readonly<Record<"input" | "output" | "cached" | "reasoning", number | undefined>>;
  };
}

export interface WireRowRequest extends Record<string, unknown> {
  readonly model: string;
  readonly messages: readonly Record<string, unknown>[];
}

/** The recorded exchanges, or none where the corpora are not beside the checkout. */
export async function wireRows(): Promise<WireRow[]> {
  const rows = (await corpusRows<WireRow>("wire/dev.jsonl")) ?? [];
  return rows.filter(({ api }) => api === "openai-chat");
}

export function baseURLOf({ host, path }: WireRow): string | undefined {
  return host && path ? `https://${host}${path.replace("/chat/completions", "")}` : undefined;
}
