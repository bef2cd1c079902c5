import type { MediaRunOptions } from "../contracts/media.ts";

/** What the options of a verb are the run's own of. */
type RunOptions = Omit<MediaRunOptions<never>, "on"> & { readonly on?: unknown };

/** The options of the model's call: those of the verb without what is the run's own. */
export function callOptions<Options extends RunOptions>(
  { name, observe, runId, on, sessionId, parent, signal: _given, ...options }: Options,
  signal: AbortSignal | undefined,
): Omit<Options, keyof RunOptions> & { readonly signal?: AbortSignal } {
  return signal ? { ...options, signal } : options;
}
