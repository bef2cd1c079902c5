/** One log call: the emitting module, the action, a sentence, and diagnostics. */
export type LogMethod = (
  module: string,
  action: string,
  message: string,
  context?: Record<string, unknown>,
) => void;

/**
 * Where log entries go. Structural: any object with these methods will do. Each method takes the module
 * (`"ai.agent.support"`), the action (`"trip.started"`), a sentence and a bag of diagnostics.
 */
export interface Logger {
  readonly debug?: LogMethod;
  readonly info?: LogMethod;
  readonly warn?: LogMethod;
  readonly error?: LogMethod;
  readonly success?: LogMethod;
}

/** `success` marks a tool call that worked; the other levels are the usual ones. */
export type LogLevel = keyof Logger;
