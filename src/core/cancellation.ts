/** What an error of a stopped run carries: the reason of the signal, when it was noticed (ISO time), and why, in words. */
export interface Cancellation {
  readonly cause: unknown;
  readonly cancelledAt: string;
  readonly reason?: string;
}

/** Reads off an aborted signal what a cancellation error carries. */
export function cancellation(signal: AbortSignal): Cancellation {
  const reason = abortReason(signal);
  const details = { cause: signal.reason as unknown, cancelledAt: new Date().toISOString() };
  return reason === undefined ? details : { ...details, reason };
}

/** Why a signal aborted, as one line; `undefined` where nobody gave a reason. */
function abortReason(signal: AbortSignal): string | undefined {
  const reason: unknown = signal.reason;
  if (reason instanceof DOMException && reason.name === "AbortError") return undefined;
  if (reason instanceof Error) return `${reason.name}: ${reason.message}`;
  return reason === undefined ? undefined : String(reason);
}
