import type { Model } from "../contracts/model.ts";
import type { FileReader } from "../contracts/platform.ts";
import type { Store } from "../contracts/store.ts";
import { getAIConfig } from "../core/config.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { type Cassette, type CassetteEntry, cassetteFault, isCassette } from "./cassette.ts";
import type { HashOption } from "./hash-request.ts";
import { leavableStream } from "./leavable-stream.ts";
import type { RedactText } from "./redact-recording.ts";
import type { Tape } from "./tape.ts";

/** `record` always asks the model, `replay` never does, `auto` does where the cassette has no answer. */
export type VcrMode = "record" | "replay" | "auto";

/** Where a cassette lives, and how it is used. Name one place: `path`, `store` or `cassette`; without one it lives in memory. */
export interface VcrOptions {
  /** The path of a JSON file. Needs a reader, here or in `config({ files })`; to record, one that has `writeText`. */
  readonly path?: string;
  readonly files?: FileReader;
  /** Any store, with the `key` that the cassette has in it. */
  readonly store?: Store;
  readonly key?: string;
  /** A cassette as a value, such as an imported JSON module. What is recorded stays in the model's own `cassette`. */
  readonly cassette?: object;
  /** Default `auto`. */
  readonly mode?: VcrMode;
  /** The call options that make two requests different. Default `DEFAULT_HASH_OPTIONS`. */
  readonly hashOptions?: readonly HashOption[];
  /** Hides in texts what shall not get to the cassette, such as what a guard marks. Keys and tokens are hidden without it. */
  readonly redact?: RedactText;
}

/** A model that records and replays. */
export interface VcrModel extends Model {
  /** What was recorded or can be replayed; empty before the first call has read it. */
  readonly cassette: Cassette;
  /** Writes what was recorded since the last time to where the cassette lives. Does nothing where nothing was. */
  save(): Promise<void>;
}

/**
 * Records what any model answers on a cassette, and replays it: tests that need no network and always get the same. Name,
 * provider, capabilities and prices are the model's own.
 *
 * A request is known by `hashRequest`. Equal requests get the answers that were recorded for them one after the other, and the
 * last one from then on; in mode `auto`, who asks again after a recorded error asks the model. A recorded error is thrown as
 * the class that it was, an answer that was recorded whole can be streamed and the other way round; a stream that its reader
 * left, a call that was cancelled and errors of configuration are not recorded.
 *
 * No secret gets to the cassette: headers are left out, texts under names such as `apiKey`, also in texts that are JSON, keys,
 * tokens and credentials in addresses become `[redacted]`, and what `redact` hides is hidden. Requests are told apart before
 * that; in mode `replay` one that was not recorded as it is, such as a conversation that goes on from a replayed answer, gets
 * the answer of one that looks the same after it. The cassette is read by the first call, which rejects with a `StoreError`
 * (`STORE_CORRUPT`) for what is no cassette of version 1; such a thing is never overwritten. In mode `replay`, a request without
 * an answer rejects with `VcrCassetteMissError` (`VCR_CASSETTE_MISS`).
 *
 * @throws ConfigError (`INVALID_CONFIG`) for options that cannot work, and for a value that is no cassette.
 * @example
 * const live = mockModel({ name: "live", responses: [{ content: "Cairo" }] });
 * const store = ai.memoryStore();
 * const question = [{ role: "user", content: "Capital of Egypt?" }] as const;
 * const recording = ai.vcr(live, { store, key: "capitals" });
 * await recording.complete(question);
 * await recording.save();
 *
 * const replaying = ai.vcr(live, { store, key: "capitals", mode: "replay" });
 * (await replaying.complete(question)).content; // "Cairo"
 * live.callCount; // 1
 */
export function vcr(model: Model, options: VcrOptions = {}): VcrModel {
  const { mode = "auto", files = getAIConfig().files } = options;
  check(options, mode, files);
  const { name, provider, capabilities, pricing } = model;
  const entries: CassetteEntry[] = [];
  let opening: Promise<Tape> | undefined;

  /** Loads what most programs never need. One promise for all calls, so that they stay in their order. */
  function open(): Promise<Tape> {
    opening ??= import("./tape.ts").then(
      ({ Tape }) => new Tape(model, { ...options, mode, ...(files && { files }) }, entries),
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  }

  return {
    name,
    provider,
    ...(capabilities && { capabilities }),
    ...(pricing && { pricing }),
    cassette: { version: 1, model: name, provider, entries },
    async save() {
      await (await opening)?.save();
    },
    async complete(messages, call = {}) {
      const said = [...messages];
      return (await open()).complete(said, call);
    },
    stream(messages, call = {}) {
      const said = [...messages];
      return leavableStream(call.signal, async (signal) => (await open()).stream(said, { ...call, signal }));
    },
  };
}

/** Throws for options that cannot work. */
function check(options: VcrOptions, mode: VcrMode, files: FileReader | undefined): void {
  const { path, store, key, cassette } = options;
  if (mode !== "record" && mode !== "replay" && mode !== "auto") {
    throw new ConfigError(`The mode "${String(mode)}" is not known. Use "record", "replay" or "auto".`);
  }
  const named = [path, store, cassette].filter((place) => place !== undefined).length;
  if (named > 1) {
    throw new ConfigError("A cassette lives in one place. Pass one of path, store and cassette.");
  }
  if (named === 0 && mode === "replay") {
    throw new ConfigError("There is nothing to replay. Pass a path, a store or a cassette.");
  }
  if (path !== undefined && !files) {
    throw new ConfigError(
      `There is no reader for the cassette "${path}". Pass one, vcr(model, { path, files }), or set it once with config({ files }).`,
    );
  }
  if (path !== undefined && mode === "record" && !files?.writeText) {
    throw new ConfigError(`The reader of the cassette "${path}" cannot write. Pass one that has writeText.`);
  }
  if (store && !key) {
    throw new ConfigError("A cassette in a store needs a key. Pass one, such as its test's name.");
  }
  if (cassette !== undefined && !isCassette(cassette)) {
    throw new ConfigError(`What was passed as a cassette ${cassetteFault(cassette)}.`);
  }
}
