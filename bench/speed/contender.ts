/** Does one kind of work once, start to end. */
export type Run<Result = unknown> = () => Promise<Result>;

/** Takes one delta of a streamed answer; `false` makes the contender leave its loop with `break`. */
export type Reader = (delta: string) => boolean;

/** Streams an answer into `reader`. Resolves to what a program holds in its hands after a stream, such as its result. */
export type StreamRun = (reader: Reader, signal?: AbortSignal) => Promise<unknown>;

/**
 * The kinds of work that are measured. Each method sets up what a program sets up once (client, model, agent) and
 * returns the function that does the work. A contender leaves out what it has no means for. Where a service is asked, it
 * is OpenAI's chat completions with the contender's own defaults; a stub that was put in the place of the global `fetch`
 * plays it.
 */
export interface Works {
  /** A run without tools on a model in this process. Resolves to the answer. */
  plainRun?(): Run<string>;
  /** `script.trips` tool calls and an answer, on a model in this process. */
  toolRun?(): Run<string>;
  /** The same with the contender's OpenAI adapter. */
  wireRun?(): Run<string>;
  /** An answer in `deltas` pieces, from a model in this process through the stream of the agent. */
  modelStream?(deltas: readonly string[]): StreamRun;
  /** A streamed answer of the service, through adapter and stream. */
  wireStream?(): StreamRun;
  /** An answer of the service, read as JSON and validated. Resolves to the value. */
  structuredRun?(): Run;
  /**
   * `long.trips` tool calls and an answer, saved so that another process could go on. Resolves to the bytes that were
   * written at each checkpoint, in their order. `perCall` saves after every tool too.
   */
  savedRun?(perCall: boolean): Run<readonly number[]> | undefined;
}

/** Something that keeps JSON values under text keys, in this process. */
export interface KeyedValues {
  set(key: string, value: object): Promise<unknown>;
  /** Resolves to the value. */
  get(key: string): Promise<unknown>;
}

/** Somebody who does the work. */
export interface Contender {
  readonly name: string;
  /** Imports what a program imports that has an agent, a tool with a schema and the OpenAI adapter; nothing else. */
  open(): Promise<Works>;
  /** Imports and opens what keeps values, where the contender has such a thing. */
  openValues?(): Promise<KeyedValues>;
  /** Set for those who keep values and do nothing else. */
  readonly isStoreOnly?: true;
}
