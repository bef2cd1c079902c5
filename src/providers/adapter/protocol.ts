import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelChunk } from "../../contracts/model.ts";
import type { ModelPricing } from "../../core/usage.ts";
import type { ServerSentEvent, StreamDecoder } from "../../net/stream.ts";
import type { CallTarget } from "./failure.ts";

/** The JSON body of a request, or a part of it. */
export type WireRequest = Record<string, unknown>;

/** One request to a provider. */
export interface ProviderRequest {
  /** What follows the base URL, such as `chat/completions`; may end with a query. */
  readonly path: string;
  /** Sent as JSON; a form is sent as it is. */
  readonly body: WireRequest | FormData;
  /** Whether the answer shall come as a stream. */
  readonly stream?: boolean | undefined;
  /** The headers of this call; they win over those of the connection. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The `accept` header, where it is not that of JSON or of an event stream. */
  readonly accept?: string | undefined;
}

/** What an answer is read with, beside the answer itself. */
export interface DecodeContext {
  readonly target: CallTarget;
  readonly pricing?: ModelPricing | undefined;
  /** The names of the tools that were offered. */
  readonly toolNames: readonly string[];
  /** The identifiers of the calls that the conversation holds already. */
  readonly knownIds: readonly string[];
}

/**
 * The half of an adapter that reads: decodes one answer, as it comes in. Its functions append to `chunks`, and throw where
 * the answer is a failure: a `serviceFailure` for what the service says, an `unreadableAnswer` for what is not an answer.
 */
export interface AnswerDecoder {
  /** Cuts the bytes of a stream into events. Default: an event stream. */
  readonly frames?: (() => StreamDecoder<ServerSentEvent>) | undefined;
  /** Whether the lines of a stream are JSON themselves, so that a stream cannot be told from a whole answer. */
  readonly isJsonLines?: boolean | undefined;
  /** Takes one event of a stream. Tells whether more may come: `false` after what closes the stream. */
  event(event: ServerSentEvent, chunks: ModelChunk[]): boolean;
  /** Takes the body of a whole answer, or the parsed body of one event. */
  body(body: unknown, chunks: ModelChunk[]): void;
  /**
   * Closes the answer: appends what was held back, and `done`. Gives the chunks; a promise of them where it takes code
   * that is seldom needed.
   *
   * @param isWhole whether the answer was no stream, so that nothing can have been cut off.
   */
  end(chunks: ModelChunk[], isWhole: boolean): ModelChunk[] | Promise<ModelChunk[]>;
}

/** A conversation in the words of a provider. */
export interface Encoded {
  readonly request: ProviderRequest;
  /** Loads and makes what reads the answer; called while the provider makes it. */
  decoder(context: DecodeContext): AnswerDecoder | Promise<AnswerDecoder>;
}

/** The half of an adapter that writes: how a provider is asked, and what reads its answer. */
export interface Protocol {
  encode(
    messages: readonly Message[],
    options: ModelCallOptions,
    stream: boolean,
  ): Encoded | Promise<Encoded>;
}
