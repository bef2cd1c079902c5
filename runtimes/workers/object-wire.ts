import type { StoreChange, StoreCommit, StoredRecord, StorePage } from "../../src/contracts/store.ts";
import type { StoreErrorCode } from "../../src/core/errors/store-errors.ts";

/** A record whose text travels behind the head of its message: of this many UTF-16 units. */
export interface WireRecord {
  readonly version: string;
  readonly expiresAt?: number | undefined;
  readonly size: number;
}

/** What a Worker asks of a `HedgemageStore` object. */
export type WireRequest =
  | { readonly do: "read"; readonly key: string }
  | { readonly do: "commit"; readonly now: number; readonly changes: readonly WireChange[] }
  | {
      readonly do: "keys";
      readonly prefix: string;
      readonly limit: number;
      readonly cursor?: string | undefined;
      readonly now: number;
    };

export interface WireChange {
  readonly key: string;
  readonly ifVersion?: string | null | undefined;
  readonly record?: WireRecord | undefined;
}

/** What the object answers. Errors are data: what is thrown across objects loses its class and its fields. */
export type WireAnswer =
  | { readonly record: WireRecord | null }
  | { readonly commit: StoreCommit }
  | { readonly page: StorePage }
  | { readonly error: { readonly code: StoreErrorCode; readonly message: string } };

/** One message: a line of JSON, then the texts as they are, because as JSON they would be written twice. */
export function encodeMessage(head: WireRequest | WireAnswer, texts: readonly string[] = []): string {
  return `${JSON.stringify(head)}\n${texts.join("")}`;
}

/** The head of a message and its texts; none where the body is no message. */
export function decodeMessage<Head extends WireRequest | WireAnswer>(
  body: string,
): { readonly head: Head; readonly texts: string } | undefined {
  const end = body.indexOf("\n");
  if (end === -1) return undefined;
  try {
    return { head: JSON.parse(body.slice(0, end)) as Head, texts: body.slice(end + 1) };
  } catch {
    return undefined;
  }
}

export function encodeRecord({ text, version, expiresAt }: StoredRecord): WireRecord {
  return { version, expiresAt, size: text.length };
}

/** The changes of a request, each with its part of the texts. */
export function decodeChanges(changes: readonly WireChange[], texts: string): StoreChange[] {
  let start = 0;
  return changes.map(({ key, ifVersion, record }) => {
    if (!record) return { key, ifVersion };
    const { version, expiresAt, size } = record;
    start += size;
    return { key, ifVersion, record: { text: texts.slice(start - size, start), version, expiresAt } };
  });
}
