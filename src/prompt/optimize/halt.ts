import type { OptimizationStop } from "../../contracts/prompt-optimization.ts";
import type { AIError } from "../../core/errors/ai-error.ts";

/** Thrown inside of an optimization to end it; never leaves it. */
export class Halt {
  readonly reason: OptimizationStop;
  readonly error: AIError | undefined;
  constructor(reason: OptimizationStop, error?: AIError) {
    this.reason = reason;
    this.error = error;
  }
}
