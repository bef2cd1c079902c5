import type { MediaRunOptions, MediaVerb } from "../contracts/media.ts";
import { linkSignal } from "../core/abort.ts";
import { ambientRun } from "../core/ambient.ts";
import type { RunEvent } from "../core/events.ts";
import type { ExecuteOptions } from "../core/run.ts";
import { EventQueue } from "../core/run-stream.ts";
import type { MediaCall } from "./run-media.ts";

/**
 * Makes a verb of what runs one call of it.
 *
 * @param start runs a call; never rejects.
 */
export function mediaVerb<Options extends MediaRunOptions<Event>, Event extends RunEvent, Result>(
  start: (options: Options, call: MediaCall<Event>) => Promise<Result>,
): MediaVerb<Options, Event, Result> {
  const call = (given: Options): Promise<Result> => {
    // Whoever passes nothing is told so by the run, as the verbs never throw.
    const options: Options = Object(given);
    return start(options, openCall(options));
  };
  return Object.assign(call, {
    stream: (given: Options) => {
      const options: Options = Object(given);
      // Whose callback this is can be told only now, before anything is waited for.
      const own = openCall(options);
      const { signal, abort, release } = linkSignal(own.signal);
      return new EventQueue<Event, Result>(
        (sink) => start(options, { ...own, signal, sink }).finally(release),
        abort,
      );
    },
    execute: (given: Options, { parent, sessionId, signal }: ExecuteOptions = {}) => {
      const options: Options = Object(given);
      return call({
        ...options,
        parent: parent ?? options.parent,
        sessionId: sessionId ?? options.sessionId,
        signal:
          signal && options.signal ? AbortSignal.any([signal, options.signal]) : (signal ?? options.signal),
      });
    },
  });
}

function openCall({ parent = ambientRun(), signal = parent?.signal }: ExecuteOptions): {
  readonly parent: ExecuteOptions["parent"];
  readonly signal: AbortSignal | undefined;
} {
  return { parent, signal };
}
