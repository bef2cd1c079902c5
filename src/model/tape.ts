import type { Message } from "../contracts/message.ts";
import type { Model, ModelCallOptions, ModelChunk, ModelResponse } from "../contracts/model.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { VcrCassetteMissError } from "../core/errors/vcr-error.ts";
import type { Cassette, CassetteEntry, CassetteOutcome } from "./cassette.ts";
import { type CassettePlace, placeOf } from "./cassette-place.ts";
import { type HashOption, hashRequest } from "./hash-request.ts";
import { recordedError, replayedChunks, replayedResponse } from "./outcome.ts";
import { RecordingRedaction } from "./redact-recording.ts";
import { stoppedCall } from "./stopped-call.ts";
import type { VcrMode, VcrOptions } from "./vcr.ts";

/** What is done with one request: an answer is there already, or one is to be kept. */
type Take =
  | { readonly entry: CassetteEntry; readonly keep?: never; readonly fail?: never }
  | {
      readonly entry?: never;
      /** Keeps the outcome of the call. */
      keep(
        outcome: { readonly response: ModelResponse } | { readonly chunks: readonly ModelChunk[] },
      ): Promise<void>;
      /** Keeps an error, where it is the model's. */
      fail(error: unknown, signal: AbortSignal | undefined): Promise<void>;
    };

/** Place for what comes of a call, in the order of the calls. */
interface Slot {
  entry?: CassetteEntry;
}

/** Errors that say nothing of a model. */
const NOT_RECORDED: readonly string[] = ["AGENT_CANCELLED", "INVALID_CONFIG", "VCR_CASSETTE_MISS"];

/** Records requests and what came of them, and finds them again. */
export class Tape {
  readonly #model: Model;
  readonly #mode: VcrMode;
  readonly #hashOptions: readonly HashOption[] | undefined;
  readonly #place: CassettePlace;
  readonly #redaction: RecordingRedaction;
  readonly #entries: CassetteEntry[];
  /** How often each request has been made. */
  readonly #played: Map<string, number> = new Map();
  /** What the requests of entries are once more, as they are written down: without secrets. */
  readonly #written: Map<CassetteEntry, Promise<string>> = new Map();
  readonly #slots: Slot[] = [];
  #loaded: Promise<{ readonly isThere: boolean }> | undefined;
  #line: Promise<unknown> = Promise.resolve();
  #unsaved: CassetteEntry[] = [];

  /** @param entries what the caller sees; filled in the order of the calls. */
  constructor(model: Model, options: VcrOptions & { readonly mode: VcrMode }, entries: CassetteEntry[]) {
    this.#model = model;
    this.#mode = options.mode;
    this.#hashOptions = options.hashOptions;
    this.#place = placeOf(options);
    this.#redaction = new RecordingRedaction(options.redact);
    this.#entries = entries;
  }

  /** A whole answer: one of the cassette, or the model's. */
  async complete(messages: readonly Message[], options: ModelCallOptions): Promise<ModelResponse> {
    this.#check(options.signal);
    const take = await this.#takeInLine(messages, options);
    this.#check(options.signal);
    if (take.entry) return replayedResponse(take.entry);
    let response: ModelResponse;
    try {
      response = await this.#model.complete(messages, options);
    } catch (error) {
      await take.fail(error, options.signal);
      throw error;
    }
    await take.keep({ response });
    return response;
  }

  /** The chunks of an answer: of one of the cassette, or of the model's as they come. */
  async *stream(messages: readonly Message[], options: ModelCallOptions): AsyncGenerator<ModelChunk, void> {
    const { signal } = options;
    this.#check(signal);
    const take = await this.#takeInLine(messages, options);
    if (take.entry) {
      for (const chunk of replayedChunks(take.entry)) {
        this.#check(signal);
        yield chunk;
      }
      return;
    }
    const chunks: ModelChunk[] = [];
    let isKept = false;
    try {
      for await (const chunk of this.#model.stream(messages, options)) {
        chunks.push(chunk);
        // Before it is handed on, since many readers ask for nothing after it.
        isKept = chunk.type === "done";
        if (isKept) await take.keep({ chunks });
        yield chunk;
        if (isKept) return;
      }
    } catch (error) {
      if (!isKept) await take.fail(error, signal);
      throw error;
    }
    await take.keep({ chunks });
  }

  /** Writes what was recorded since the last time. Does nothing where nothing was. */
  save(): Promise<void> {
    return this.#inLine(async () => {
      if (this.#unsaved.length === 0) return;
      const entries = this.#entries;
      const { name, provider } = this.#model;
      const head = { version: 1, model: name, provider } as const;
      const written = this.#unsaved;
      await this.#place.update((current): Cassette => {
        if (this.#mode === "record" || !current) return { ...head, entries };
        // Somebody else may have recorded there in the meantime. Some stores give fields in an order of their own.
        const own = new Set(entries.map(canonicalJson));
        const others = current.entries.filter((entry) => !own.has(canonicalJson(entry)));
        return { ...head, entries: [...entries, ...others] };
      });
      this.#unsaved = this.#unsaved.filter((entry) => !written.includes(entry));
    });
  }

  #check(signal: AbortSignal | undefined): void {
    if (signal?.aborted) throw stoppedCall(this.#model, signal);
  }

  /** Looks requests up one after the other, so that equal ones get their answers in the order of the calls. */
  #takeInLine(messages: readonly Message[], options: ModelCallOptions): Promise<Take> {
    return this.#inLine(() => this.#take(messages, options));
  }

  async #take(messages: readonly Message[], options: ModelCallOptions): Promise<Take> {
    const mode = this.#mode;
    const { isThere } = await this.#load();
    const requestHash = await hashOf(messages, options, this.#hashOptions);
    const count = this.#played.get(requestHash) ?? 0;
    this.#played.set(requestHash, count + 1);
    const entry = mode === "record" ? undefined : await this.#find(requestHash, count, messages, options);
    if (entry) return { entry };
    if (mode !== "replay") return this.#record(requestHash, messages, options);
    const path = this.#place.label;
    const fault = isThere ? "has no answer for this request" : "does not exist";
    throw new VcrCassetteMissError(
      `The cassette "${path}" ${fault} (hash ${requestHash}). Record it once, with mode "record" or "auto".`,
      { requestHash, path },
    );
  }

  #record(requestHash: string, messages: readonly Message[], options: ModelCallOptions): Take {
    const slot: Slot = {};
    this.#slots.push(slot);
    const keep = async (outcome: CassetteOutcome): Promise<void> => {
      const request = await this.#redaction.request(messages, options);
      const entries = this.#entries;
      slot.entry = { requestHash, request, ...outcome };
      const later = this.#slots.slice(this.#slots.indexOf(slot) + 1).filter(({ entry }) => entry).length;
      entries.splice(entries.length - later, 0, slot.entry);
      this.#unsaved.push(slot.entry);
    };
    return {
      keep: async (outcome) =>
        keep(
          "response" in outcome
            ? { response: await this.#redaction.value(outcome.response) }
            : { chunks: await this.#redaction.chunks(outcome.chunks) },
        ),
      fail: async (error, signal) => {
        if (signal?.aborted || (AIError.is(error) && NOT_RECORDED.includes(error.code))) return;
        await keep({ error: await this.#redaction.value(recordedError(error)) });
      },
    };
  }

  /** The entry that answers the request when it is made for the so-manieth time. */
  async #find(
    requestHash: string,
    count: number,
    messages: readonly Message[],
    options: ModelCallOptions,
  ): Promise<CassetteEntry | undefined> {
    const entries = this.#entries;
    let found = entries.filter((entry) => entry.requestHash === requestHash);
    if (found.length === 0 && this.#mode === "replay") {
      // A conversation that goes on from a replayed answer holds it as it was written down. Whoever may ask the model
      // asks it: what differs in a secret alone is another request.
      const { messages: said, options: told } = await this.#redaction.request(messages, options);
      const hash = await hashOf(said, told, this.#hashOptions);
      const written = await Promise.all(entries.map((entry) => this.#writtenHash(entry)));
      found = entries.filter((_entry, index) => written[index] === hash);
    }
    const last = found.at(-1);
    // After an error, whoever asks once more wants another answer.
    return found[count] ?? (this.#mode === "auto" && last?.error ? undefined : last);
  }

  #writtenHash(entry: CassetteEntry): Promise<string> {
    const known = this.#written.get(entry);
    if (known) return known;
    const hash = hashOf(entry.request.messages, entry.request.options, this.#hashOptions);
    this.#written.set(entry, hash);
    return hash;
  }

  /** Reads the cassette once, also where it will be recorded anew: what is no cassette must not be overwritten. */
  #load(): Promise<{ readonly isThere: boolean }> {
    this.#loaded ??= this.#place.read().then(
      (cassette) => {
        if (this.#mode !== "record") for (const entry of cassette?.entries ?? []) this.#entries.push(entry);
        return { isThere: cassette !== undefined };
      },
      (error: unknown) => {
        this.#loaded = undefined;
        throw error;
      },
    );
    return this.#loaded;
  }

  #inLine<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = this.#line.then(step);
    this.#line = result.catch(() => {});
    return result;
  }
}

async function hashOf(
  messages: readonly Message[],
  options: ModelCallOptions | undefined,
  hashOptions: readonly HashOption[] | undefined,
): Promise<string> {
  try {
    return await hashRequest(messages, options, hashOptions);
  } catch (cause) {
    if (AIError.is(cause)) throw cause;
    throw new InvalidRequestError(
      "The request cannot be recorded: something in it cannot be written as JSON.",
      {
        cause,
      },
    );
  }
}
