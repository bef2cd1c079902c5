/** Whether the browser's model can be asked now; `downloadable` and `downloading` take a download first. */
export type ChromeAvailability = "unavailable" | "downloadable" | "downloading" | "available";

/** A kind of content, and the languages (BCP 47) it may be in. */
export interface ChromeExpected {
  readonly type: "text" | "image" | "audio";
  readonly languages?: readonly string[];
}

/** One part of a message; the value of a picture or a sound is a `Blob`. */
export interface ChromeContent {
  readonly type: "text" | "image" | "audio";
  readonly value: string | Blob;
}

/** One message. */
export interface ChromeMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string | readonly ChromeContent[];
}

/** What a session is made with, in the words of the Prompt API; `availability()` takes the same. */
export interface ChromeSessionOptions {
  readonly expectedInputs?: readonly ChromeExpected[];
  readonly expectedOutputs?: readonly ChromeExpected[];
  readonly temperature?: number;
  readonly topK?: number;
  readonly [option: string]: unknown;
}

/** Tells of a download; as much of it as the adapter uses. */
export interface DownloadMonitor {
  addEventListener(
    type: string,
    listener: (event: { readonly loaded: number; readonly total: number }) => void,
  ): void;
}

/** What `create()` takes beside what a session is made with. */
export interface ChromeCreateOptions extends ChromeSessionOptions {
  readonly initialPrompts?: readonly ChromeMessage[];
  readonly signal?: AbortSignal;
  monitor?(monitor: DownloadMonitor): void;
}

/** What one prompt is sent with. */
export interface ChromePromptOptions {
  /** A JSON Schema or a `RegExp` that the answer must fit. */
  readonly responseConstraint?: object;
  readonly omitResponseConstraintInput?: boolean;
  readonly signal?: AbortSignal;
}

/** As much of a session as the adapter uses. Some members have two names: an older one and that of today. */
export interface ChromeSession {
  prompt(input: readonly ChromeMessage[], options?: ChromePromptOptions): PromiseLike<unknown>;
  promptStreaming(input: readonly ChromeMessage[], options?: ChromePromptOptions): ReadableStream<unknown>;
  clone?(options?: { readonly signal?: AbortSignal }): Promise<ChromeSession>;
  destroy(): void;
  measureContextUsage?(
    input: readonly ChromeMessage[],
    options?: ChromePromptOptions,
  ): PromiseLike<number | undefined>;
  measureInputUsage?(
    input: readonly ChromeMessage[],
    options?: ChromePromptOptions,
  ): PromiseLike<number | undefined>;
  readonly contextUsage?: number;
  readonly inputUsage?: number;
  readonly contextWindow?: number;
  readonly inputQuota?: number;
  addEventListener?(type: string, listener: () => void): void;
}

/** The bounds of sampling, which extensions alone get. */
export interface ChromeParams {
  readonly defaultTopK: number;
  readonly maxTopK: number;
  readonly defaultTemperature: number;
  readonly maxTemperature: number;
}

/** As much of the page's `LanguageModel` as the adapter uses: the Prompt API, https://webmachinelearning.github.io/prompt-api/. */
export interface ChromeLanguageModel {
  availability(options?: ChromeSessionOptions): PromiseLike<string>;
  create(options?: ChromeCreateOptions): PromiseLike<ChromeSession>;
  params?(): PromiseLike<ChromeParams | null>;
}

/**
 * The `LanguageModel` of the page, or `undefined` where there is none. Asked with each call: extensions and polyfills may
 * bring it later.
 *
 * @example
 * pageModel(); // undefined
 */
export function pageModel(): ChromeLanguageModel | undefined {
  const found: unknown = Reflect.get(globalThis, "LanguageModel");
  return isLanguageModel(found) ? found : undefined;
}

/**
 * What `create()` takes to tell how much of the model is downloaded, as a fraction from 0 to 1.
 *
 * @example
 * const monitor = progressMonitor((loaded) => console.log(`${Math.round(loaded * 100)} %`));
 */
export function progressMonitor(
  tell: ((loaded: number) => void) | undefined,
): (monitor: DownloadMonitor) => void {
  return (monitor) => {
    monitor.addEventListener("downloadprogress", ({ loaded, total }) => {
      // Older builds count bytes.
      tell?.(total > 1 ? loaded / total : loaded);
    });
  };
}

function isLanguageModel(value: unknown): value is ChromeLanguageModel {
  return typeof value === "function" && "create" in value && "availability" in value;
}
