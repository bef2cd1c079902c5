import type { Logger } from "./logger.ts";
import type { FileReader, Platform } from "./platform.ts";

/**
 * Carries a value through asynchronous callbacks; `AsyncLocalStorage` fits as it is. The package never makes one itself.
 */
export interface AsyncContext {
  getStore(): unknown;
  run<Result>(value: unknown, callback: () => Result): Result;
}

/**
 * Defaults of the whole program. Nothing of a single run belongs here: one Worker serves many requests with it. Tools may
 * add a slot of their own by declaration merging and read it in an `onConfigApplied` listener.
 */
export interface AIConfig {
  /** Where log entries go. Silent where there is none. */
  logger?: Logger;
  /** Nests an `execute()` called inside a callback under the run that called it, also after an `await`. */
  asyncContext?: AsyncContext;
  /** Reads prompts, audio and skills from paths. */
  files?: FileReader;
  /** How outbound requests resolve names and see redirects. */
  platform?: Platform;
}

type ConfigListener = (config: Readonly<AIConfig>) => void;

const current: AIConfig = {};
const listeners: Set<ConfigListener> = /* @__PURE__ */ new Set();

/**
 * Merges defaults into the program's configuration and tells the listeners. A key that is `undefined` is removed.
 *
 * @example
 * config({ logger: { warn: (module, action, message) => console.warn(module, action, message) } });
 */
export function config(values: { [Key in keyof AIConfig]: AIConfig[Key] | undefined }): Readonly<AIConfig> {
  Object.assign(current, values);
  for (const [key, value] of Object.entries(current)) {
    if (value === undefined) delete current[key as keyof AIConfig];
  }
  for (const listener of listeners) {
    // A broken listener of one tool must not stop the others, nor the program that configures.
    try {
      listener(current);
    } catch {}
  }
  return current;
}

/**
 * The program's configuration as it is now.
 *
 * @example
 * config({ platform: { manualRedirects: true } });
 * getAIConfig().platform; // { manualRedirects: true }
 */
export function getAIConfig(): Readonly<AIConfig> {
  return current;
}

/**
 * Calls a listener after each `config(...)`, with the merged configuration. Returns the function that removes it.
 *
 * @example
 * const stop = onConfigApplied((config) => console.log(Object.keys(config)));
 * stop();
 */
export function onConfigApplied(listener: ConfigListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
