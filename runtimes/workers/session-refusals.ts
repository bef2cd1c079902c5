import { AIError } from "../../src/core/errors/ai-error.ts";
import { SessionBusyError } from "../../src/core/errors/session-errors.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { StreamError } from "../../src/core/errors/stream-error.ts";

/** What is said of a request that is none. `status` is that of HTTP, 400 where it is missing. */
export function invalidInput(message: string, status?: number): AIError {
  return new AIError(
    "INVALID_INPUT",
    message,
    status === undefined ? {} : { context: { status } },
    "validation",
  );
}

/** What is said of a run that is not known. */
export function noRun(runId: string): StreamError {
  const message = `There is no run "${runId.slice(0, 120)}": it has not begun, or its time is over.`;
  return new StreamError("STREAM_NOT_FOUND", message, { stream: runId });
}

/** What is said where a run is at work, and as many wait as may. */
export function sessionBusy(runId: string, queue: number): SessionBusyError {
  const waiting = queue === 0 ? "" : `, and ${queue} wait`;
  const message = `The session is at work on the run "${runId}"${waiting}. Send the message when it has ended, or cancel it.`;
  return new SessionBusyError(message, { runId });
}

/** What others are told of a failure. The text of an error that is none of ours may name what is not their business. */
export function publicError(cause: unknown): AIError {
  return AIError.is(cause) ? cause : new AIError("AI_ERROR", "The session failed.");
}

/** Answers a request with why it is refused. */
export function refuse(cause: unknown): Response {
  const error = publicError(cause);
  return Response.json({ error }, { status: statusOf(error) });
}

function statusOf(error: AIError): number {
  const { status } = error.context ?? {};
  if (error.code === "INVALID_INPUT") return typeof status === "number" ? status : 400;
  if (error.code === "SESSION_BUSY") return 409;
  if (error.code === "STREAM_NOT_FOUND") return 404;
  if (error.code === "STORE_QUOTA") return 507;
  return error instanceof StoreError && error.retryable ? 503 : 500;
}
