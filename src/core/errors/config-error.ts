import { AIError, type AIErrorOptions, type ErrorCategory } from "./ai-error.ts";

/** A factory got options that cannot work. Code `INVALID_CONFIG`; thrown at construction, before any side effect. */
export class ConfigError extends AIError {
  static override readonly defaultCategory: ErrorCategory = "validation";
  override readonly name = "ConfigError";
  constructor(message: string, options?: AIErrorOptions) {
    super("INVALID_CONFIG", message, options);
  }
}
