import { AIError } from "../../src/index.ts";

/** What can be wrong with what the demo is given. */
export type DemoErrorCode =
  | "UNKNOWN_FLAG"
  | "MISSING_VALUE"
  | "FOLDER_NOT_FOUND"
  | "NO_DOCUMENTS"
  | "EMPTY_DOCUMENT"
  | "URL_UNREACHABLE"
  | "UNREADABLE_TYPE"
  | "BAD_BASE_URL";

/** A mistake that the person at the terminal can correct. */
export class DemoError extends Error {
  override readonly name = "DemoError";
  readonly code: DemoErrorCode;

  constructor(code: DemoErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** One line that says what went wrong, with the code of the error. */
export function errorLine(error: unknown): string {
  const code = error instanceof DemoError || AIError.is(error) ? error.code : "UNEXPECTED";
  const message = error instanceof Error ? error.message : String(error);
  return `error ${code}: ${message.replace(/\s+/g, " ")}`;
}
