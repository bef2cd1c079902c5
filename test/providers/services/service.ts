import type { Model } from "../../../src/contracts/model.ts";
import type { FetchFunction } from "../../../src/providers/adapter/transport.ts";
import type { Answer } from "../support.ts";

/** A call that a service says; without an identifier or arguments where it leaves them out. */
export interface SaidCall {
  readonly id?: string;
  readonly name: string;
  readonly input?: unknown;
}

/** What a service says, in whatever form. Its usage is always 3 tokens in and 2 out. */
export interface Said {
  /** The pieces of the text. */
  readonly texts?: readonly string[];
  readonly calls?: readonly SaidCall[];
  /** Whether the answer was cut because it was long enough. */
  readonly isLong?: boolean;
}

/** A refusal, and the code that it must become. */
export interface Refusal extends Answer {
  readonly code: string;
}

/** What a service tells of a failure in the middle of an answer, and the code that it must become. */
export interface ToldInside {
  readonly body: object;
  readonly event: Uint8Array;
  readonly code: string;
}

/** A service that is played, and the adapter that asks it. */
export interface ServiceUnderTest {
  readonly name: string;
  /** The key that the adapter has. */
  readonly secret: string;
  readonly streamType: string;
  modelOver(fetch: FetchFunction, options?: { readonly timeoutMs?: number }): Model;
  /** A whole answer. */
  whole(said: Said): object;
  /** A stream, each of its events as the bytes of it; without its end where it is cut. */
  events(said: Said, isCut?: boolean): Uint8Array[];
  /** What the service answers to a wrong key, an unknown model, too many requests (come back in 2 s) and a used up account. */
  readonly refusals: Readonly<Record<"key" | "model" | "rate" | "quota", Refusal>>;
  readonly told: ToldInside;
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** An event of an event stream. */
export function eventOf(data: unknown, name?: string): Uint8Array {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return bytesOf(`${name ? `event: ${name}\n` : ""}data: ${text}\n\n`);
}

/** The arguments of a call as JSON in two pieces; none where it has none. */
export function argumentPieces({ input }: SaidCall): string[] {
  if (input === undefined) return [];
  const text = JSON.stringify(input);
  return [text.slice(0, 3), text.slice(3)];
}
