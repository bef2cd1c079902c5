import type { Message } from "../contracts/message.ts";
import type { Model, ModelCallOptions, ModelChunk, ModelResponse } from "../contracts/model.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { VcrCassetteMissError } from "../core/errors/vcr-error.ts";
import type { Cassette, CassetteEntry, CassetteOutcome } from "./cassette.ts";
import type { CassettePlace } from "./cassette-place.ts";
import { type HashOption, hashRequest } from "./hash-request.ts";
import { recordedError, revivedError } from "./recorded-error.ts";
import { RecordingRedaction, type RedactText } from "./redact-recording.ts";
import { chunksOfAnswer, wholeAnswer } from "./whole-answer.ts";

/** What a tape is made with. */
export interface TapeSetup {
  readonly model: Model;
  readonly place: CassettePlace;
  readonly mode: "record" | "replay" | "auto";
  readonly hashOptions: readonly HashOption[] | undefined;
  readonly redact: RedactText | undefined;
  /** What the caller sees; filled in the order of the calls. */
  readonly entries: CassetteEntry[];
}

/** What is done with one request: an answer is there already, or one is to be kept. */
export type Take =
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
  readonly #setup: TapeSetup;
  readonly #redaction: RecordingRedaction;
  /** How often each request has been made. */
  readonly #played: Map<string, number> = new Map();
  /** What the requests of entries are once more, as they are written down: without secrets. */
  readonly #written: Map<CassetteEntry, Promise<string>> = new Map();
  readonly #slots: Slot[] = [];
  #loaded: Promise<{ readonly isThere: boolean }> | undefined;
  #line: Promise<unknown> = Promise.resolve();
  #unsaved: CassetteEntry[] = [];

  constructor(setup: TapeSetup) {
    this.#setup = setup;
    this.#redaction = new RecordingRedaction(setup.redact);
  }

  /** Looks a request up, one after the other, so that equal requests get their answers in the order of the calls. */
  take(messages: readonly Message[], options: ModelCallOptions): Promise<Take> {
    return this.#inLine(() => this.#take(messages, options));
  }

  /** Writes what was recorded since the last time. Does nothing where nothing was. */
  save(): Promise<void> {
    return this.#inLine(async () => {
      if (this.#unsaved.length === 0) return;
      const { place, mode, entries, model } = this.#setup;
      const head = { version: 1, model: model.name, provider: model.provider } as const;
      const written = this.#unsaved;
      await place.update((current): Cassette => {
        if (mode === "record" || !current) return { ...head, entries };
        // Somebody else may have recorded there in the meantime.
        const own = new Set(entries.map((entry) => JSON.stringify(entry)));
        const others = current.entries.filter((entry) => !own.has(JSON.stringify(entry)));
        return { ...head, entries: [...entries, ...others] };
      });
      this.#unsaved = this.#unsaved.filter((entry) => !written.includes(entry));
    });
  }

  async #take(messages: readonly Message[], options: ModelCallOptions): Promise<Take> {
    const { mode, hashOptions, place } = this.#setup;
    const { isThere } = await this.#load();
    const requestHash = await hashOf(messages, options, hashOptions);
    const count = this.#played.get(requestHash) ?? 0;
    this.#played.set(requestHash, count + 1);
    const entry = mode === "record" ? undefined : await this.#find(requestHash, count, messages, options);
    if (entry) return { entry };
    if (mode !== "replay") return this.#record(requestHash, messages, options);
    const fault = isThere ? "has no answer for this request" : "does not exist";
    throw new VcrCassetteMissError(
      `The cassette "${place.label}" ${fault} (hash ${requestHash}). Record it once, with mode "record" or "auto".`,
      { requestHash, path: place.label },
    );
  }

  #record(requestHash: string, messages: readonly Message[], options: ModelCallOptions): Take {
    const slot: Slot = {};
    this.#slots.push(slot);
    const keep = async (outcome: CassetteOutcome): Promise<void> => {
      const request = await this.#redaction.request(messages, options);
      const { entries } = this.#setup;
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
    const { entries, mode, hashOptions } = this.#setup;
    let found = entries.filter((entry) => entry.requestHash === requestHash);
    if (found.length === 0 && entries.length > 0) {
      // A conversation that goes on from a replayed answer holds it as it was written down.
      const { messages: said, options: told } = await this.#redaction.request(messages, options);
      const hash = await hashOf(said, told, hashOptions);
      const written = await Promise.all(entries.map((entry) => this.#writtenHash(entry)));
      found = entries.filter((_entry, index) => written[index] === hash);
    }
    const last = found.at(-1);
    // After an error, whoever asks once more wants another answer.
    return found[count] ?? (mode === "auto" && last?.error ? undefined : last);
  }

  #writtenHash(entry: CassetteEntry): Promise<string> {
    const known = this.#written.get(entry);
    if (known) return known;
    const hash = hashOf(entry.request.messages, entry.request.options, this.#setup.hashOptions);
    this.#written.set(entry, hash);
    return hash;
  }

  /** Reads the cassette once, also where it will be recorded anew: what is no cassette must not be overwritten. */
  #load(): Promise<{ readonly isThere: boolean }> {
    const { place, mode, entries } = this.#setup;
    this.#loaded ??= place.read().then(
      (cassette) => {
        if (mode !== "record" && cassette) entries.push(...cassette.entries);
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

/** The answer of an entry as a whole; throws the error of one. */
export function replayedResponse(entry: CassetteEntry): ModelResponse {
  if (entry.error) throw revivedError(entry.error);
  return structuredClone(entry.response ?? wholeAnswer(entry.chunks ?? []));
}

/** The answer of an entry as chunks; throws the error of one. */
export function replayedChunks(entry: CassetteEntry): readonly ModelChunk[] {
  if (entry.error) throw revivedError(entry.error);
  return structuredClone(entry.chunks ?? chunksOfAnswer(replayedResponse(entry)));
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
