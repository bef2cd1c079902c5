import { wait } from "../core/wait.ts";

/** What every scripted answer may have. */
export interface ScriptedAnswer {
  /** Milliseconds to wait before answering. */
  readonly delay?: number;
  /** Thrown instead of answering. */
  readonly error?: unknown;
}

/**
 * The answer to the next call: one of the script, whose last one repeats; `{}` where there is no script. Notes the call.
 * Throws the scripted error, and the signal's reason once that aborted.
 */
export async function nextScripted<Answer extends ScriptedAnswer, Call>(
  script: readonly Answer[],
  calls: Call[],
  call: Call,
  signal: AbortSignal | undefined,
): Promise<Partial<Answer>> {
  const answer: Partial<Answer> = script[Math.min(calls.length, script.length - 1)] ?? {};
  calls.push(call);
  signal?.throwIfAborted();
  if (answer.delay) await wait(answer.delay, signal);
  if (answer.error !== undefined) throw answer.error;
  return answer;
}
