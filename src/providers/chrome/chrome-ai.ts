import type { Model, SDKAdapter } from "../../contracts/model.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { configuredModel, type ModelConfig, type ModelMaker } from "../adapter/configured-model.ts";
import {
  type ChromeAvailability,
  type ChromeExpected,
  type ChromeLanguageModel,
  type ChromeSessionOptions,
  pageModel,
  progressMonitor,
} from "./language-model.ts";
import type { SessionTransport } from "./session.ts";

/** How a `ChromeAI` is set up. */
export interface ChromeAIOptions {
  /** Takes the place of the page's own `LanguageModel`: a polyfill, or a proxy to another window. */
  readonly languageModel?: ChromeLanguageModel;
  /** The label in reports. Default `chrome`. */
  readonly provider?: string;
  /** What the prompts will hold beside text, and in which languages. Pictures and sounds in a call are added to it. */
  readonly expectedInputs?: readonly ChromeExpected[];
  /** In which languages the answers shall be. */
  readonly expectedOutputs?: readonly ChromeExpected[];
  /** Hears how much of the model is downloaded, from 0 to 1. */
  readonly onDownloadProgress?: (loaded: number) => void;
  /**
   * Keeps the session of the last system prompt between calls, so that the model stays loaded and need not read the prompt
   * again. `release()` ends it. Default `false`: nothing is kept.
   */
  readonly keepWarm?: boolean;
}

/** A model's name, what it can do, and the defaults of its calls. */
export interface ChromeModelConfig extends Omit<ModelConfig, "name" | "pricing"> {
  /** The name in reports; the browser has one model only. Default `built-in`. */
  readonly name?: string;
  /** How many words the model chooses from. Extensions only: pages cannot set it. */
  readonly topK?: number;
  /** What answers must fit where a call has no `responseSchema` and no tools: a `RegExp`, or a JSON Schema. */
  readonly responseConstraint?: RegExp | Readonly<Record<string, unknown>>;
  /** Whether the model is not told what its answer must fit, since the prompt says it. Default `false`. */
  readonly omitResponseConstraintInput?: boolean;
}

/** Options of `prepare()`. */
export interface ChromePrepareOptions {
  readonly signal?: AbortSignal;
  /** Hears how much is downloaded, from 0 to 1; takes the place of `onDownloadProgress`. */
  readonly onProgress?: (loaded: number) => void;
}

/** What talks to the browser is loaded with the first call. */
const sessions: Lazy<typeof import("./session.ts")> = /* @__PURE__ */ lazy(() => import("./session.ts"));

/**
 * The adapter for the model that the browser has built in (the Prompt API of Chrome and Edge). It needs no key, and nothing
 * leaves the device.
 *
 * Where it must be downloaded first, do that in a click handler with `prepare()`: outside of one, calls fail with
 * `MODEL_NEEDS_GESTURE`. Where there is none they fail with `MODEL_UNAVAILABLE`, in a worker with `MODEL_NOT_IN_WORKER`.
 * Tools are described in the prompt and called in the text of the answer, so that the loop of the agent runs them. A
 * conversation that is too long fails with `CONTEXT_LENGTH_EXCEEDED` before the browser would drop turns of it.
 *
 * @example
 * const chrome = new ChromeAI({ expectedOutputs: [{ type: "text", languages: ["en"] }] });
 * await chrome.availability(); // "unavailable"
 * const model = chrome.model();
 */
export class ChromeAI implements SDKAdapter {
  readonly #options: ChromeAIOptions;
  #transport: SessionTransport | undefined;

  constructor(options: ChromeAIOptions = {}) {
    this.#options = options;
  }

  /**
   * The model of the browser. It sees and hears where `expectedInputs` has pictures and sounds, or the flags say so.
   *
   * @example
   * new ChromeAI().model({ vision: true, responseConstraint: /yes|no/ });
   */
  model(config: ChromeModelConfig = {}): Model {
    const { topK, responseConstraint, omitResponseConstraintInput, ...rest } = config;
    const { provider = "chrome", expectedInputs = [], expectedOutputs } = this.#options;
    const transport = (): Promise<SessionTransport> => this.#connect();
    const maker: ModelMaker<unknown> = {
      adapter: "chrome",
      provider,
      transport: {
        send: async (request, linked) => (await transport()).send(request, linked),
        reader: async () => (await transport()).reader(),
      },
      capabilitiesOf: () => ({
        structuredOutput: true,
        vision: expectedInputs.some(({ type }) => type === "image"),
        audio: expectedInputs.some(({ type }) => type === "audio"),
      }),
      protocol: async (_name, capabilities) => {
        const { chromeProtocol } = await import("./chrome-protocol.ts");
        return chromeProtocol({
          capabilities,
          expectedInputs,
          expectedOutputs,
          topK,
          responseConstraint,
          omitResponseConstraintInput,
        });
      },
    };
    return configuredModel({ name: "built-in", ...rest }, maker);
  }

  /**
   * Whether the model can be asked now. `downloadable` and `downloading` mean that `prepare()` must be called first.
   *
   * @param options more than the adapter's own expectations, in the words of the Prompt API.
   *
   * @example
   * await new ChromeAI().availability(); // "unavailable"
   */
  async availability(options: ChromeSessionOptions = {}): Promise<ChromeAvailability> {
    const model = this.#options.languageModel ?? pageModel();
    if (!model) return "unavailable";
    const { checkAvailability } = await sessions();
    return checkAvailability(model, { ...this.#expectations(), ...options });
  }

  /**
   * Downloads the model where that is needed. Call it in a click handler, before anything is awaited there: browsers start
   * the download only for somebody who has just clicked or typed. Resolves when the model is ready.
   *
   * Rejects with `MODEL_NEEDS_GESTURE`, `MODEL_UNAVAILABLE`, `MODEL_NOT_IN_WORKER`, with `PROVIDER_ERROR` for a download
   * that failed, and with `AGENT_CANCELLED` where the signal aborted.
   *
   * @example
   * const chrome = new ChromeAI();
   * output.addEventListener("click", () => chrome.prepare({ onProgress: (loaded) => output.append(`${loaded}`) }));
   */
  async prepare(options: ChromePrepareOptions = {}): Promise<void> {
    const { languageModel = pageModel(), provider = "chrome", onDownloadProgress } = this.#options;
    const { signal, onProgress = onDownloadProgress } = options;
    // At once, since the click counts for a short time only.
    const creating = languageModel?.create({
      ...this.#expectations(),
      ...(signal && { signal }),
      monitor: progressMonitor(onProgress),
    });
    // Loading the module takes a while; a rejection must not go unheard meanwhile.
    const settled = Promise.allSettled([creating]);
    const { finishPreparing } = await sessions();
    await finishPreparing(languageModel, await settled, { name: "built-in", provider }, signal);
  }

  /** Ends the session that `keepWarm` keeps. Does nothing where there is none. */
  async release(): Promise<void> {
    (await this.#connect()).release();
  }

  /**
   * Estimates the tokens of a text, without asking the browser.
   *
   * @example
   * await new ChromeAI().count("The tide turns twice a day."); // 7
   */
  async count(text: string): Promise<number> {
    return estimateTokens(text);
  }

  /** One for all models, since it may keep a session. */
  async #connect(): Promise<SessionTransport> {
    const { sessionTransport } = await sessions();
    this.#transport ??= sessionTransport(this.#options);
    return this.#transport;
  }

  #expectations(): ChromeSessionOptions {
    const { expectedInputs, expectedOutputs } = this.#options;
    return { ...(expectedInputs && { expectedInputs }), ...(expectedOutputs && { expectedOutputs }) };
  }
}
