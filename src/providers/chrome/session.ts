import { AIError } from "../../core/errors/ai-error.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Usage } from "../../core/usage.ts";
import { clientTransport } from "../adapter/client-transport.ts";
import { type CallTarget, explainFailure } from "../adapter/failure.ts";
import type { Transport } from "../adapter/transport.ts";
import type { ChromeRequest } from "./encode.ts";
import {
  type ChromeAvailability,
  type ChromeLanguageModel,
  type ChromeSession,
  type ChromeSessionOptions,
  pageModel,
  progressMonitor,
} from "./language-model.ts";
import type { WarmSession } from "./warm-session.ts";

/** How sessions are made. */
export interface SessionSetup {
  readonly languageModel?: ChromeLanguageModel;
  readonly onDownloadProgress?: (loaded: number) => void;
  readonly keepWarm?: boolean;
}

/** One piece of an answer as the browser gives it, or what the whole answer took. */
export interface ChromePiece {
  readonly piece?: unknown;
  readonly usage?: Usage | undefined;
}

/** A transport that may keep a session between calls. */
export interface SessionTransport extends Transport<unknown> {
  /** Ends the session that is kept. */
  release(): void;
}

/** Loaded when something fails, or cannot be asked at once. */
const failures: Lazy<typeof import("./failure.ts")> = /* @__PURE__ */ lazy(() => import("./failure.ts"));

/**
 * Carries requests to the browser's model: each call has a session of its own, which ends with it.
 *
 * @example
 * const transport = sessionTransport({ keepWarm: true });
 * transport.release();
 */
export function sessionTransport(setup: SessionSetup): SessionTransport {
  const open = (request: ChromeRequest, signal: AbortSignal | undefined): Promise<ChromeSession> =>
    openSession(setup, request, signal);
  let kept: WarmSession | undefined;

  async function take(request: ChromeRequest, signal: AbortSignal): Promise<ChromeSession> {
    if (!setup.keepWarm) return open(request, signal);
    const { warmSession } = await import("./warm-session.ts");
    kept ??= warmSession(open);
    return kept.take(request, signal);
  }

  async function ask(request: ChromeRequest, signal: AbortSignal, stream: boolean): Promise<unknown> {
    const session = await take(request, signal);
    let isOver = false;
    const end = (): void => {
      if (!isOver) session.destroy();
      isOver = true;
    };
    // Not every build stops what its signal tells to stop.
    signal.addEventListener("abort", end, { once: true });
    try {
      signal.throwIfAborted();
      const { input } = request;
      const options = { ...request.prompt, signal };
      const watch = await watchContext(session, request, signal);
      if (stream) return streamedAnswer(session.promptStreaming(input, options), watch, signal, end);
      const piece = await session.prompt(input, options);
      if (watch.hasDropped()) throw await watch.overflow();
      const answer: ChromePiece = { piece, usage: watch.usage() };
      end();
      return answer;
    } catch (error) {
      end();
      throw await explained(error, signal);
    }
  }

  const transport = clientTransport((body, { signal }, stream) => ask(body as ChromeRequest, signal, stream));
  return { ...transport, release: () => kept?.release() };
}

/**
 * Asks whether a session with these options can be made. What the browser does not know it cannot do.
 *
 * @example
 * const model = { availability: async () => "available", create: () => Promise.reject() };
 * await checkAvailability(model, {}); // "available"
 */
export async function checkAvailability(
  model: ChromeLanguageModel,
  options: ChromeSessionOptions,
): Promise<ChromeAvailability> {
  try {
    const said = await model.availability(options);
    if (said === "available" || said === "downloadable" || said === "downloading") return said;
  } catch {}
  return "unavailable";
}

/** What comes after `create()` was called in a click handler: ends the session, or throws why there is none. */
export async function finishPreparing(
  model: ChromeLanguageModel | undefined,
  [creating]: readonly [PromiseSettledResult<ChromeSession | undefined>],
  target: CallTarget,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!model) throw (await failures()).missingModel();
  if (creating.status === "fulfilled") {
    creating.value?.destroy();
    return;
  }
  const thrown = await explained(creating.reason, signal, await checkAvailability(model, {}));
  throw await explainFailure(thrown, target, signal);
}

async function openSession(
  { languageModel: model = pageModel(), onDownloadProgress }: SessionSetup,
  { create, sampling }: ChromeRequest,
  signal: AbortSignal | undefined,
): Promise<ChromeSession> {
  if (!model) throw (await failures()).missingModel();
  const { initialPrompts, ...core } = create;
  // The same for both: a model that can do the one may not be able to do the other.
  const options = { ...core, ...(await samplingFor(model, sampling)) };
  const availability = await checkAvailability(model, options);
  signal?.throwIfAborted();
  const refusal = availability !== "available" && (await failures()).unreadyModel(availability);
  if (refusal) throw refusal;
  try {
    return await model.create({
      ...options,
      ...(initialPrompts && { initialPrompts }),
      ...(signal && { signal }),
      monitor: progressMonitor(onDownloadProgress),
    });
  } catch (error) {
    throw await explained(error, signal, availability);
  }
}

/** Pages have no say in the sampling; extensions must give both values or none. */
async function samplingFor(
  model: ChromeLanguageModel,
  { temperature, topK }: ChromeRequest["sampling"],
): Promise<ChromeRequest["sampling"]> {
  if (temperature === undefined && topK === undefined) return {};
  const params = await Promise.resolve(model.params?.()).catch(() => undefined);
  if (!params) return {};
  return {
    temperature: Math.min(temperature ?? params.defaultTemperature, params.maxTemperature),
    topK: Math.min(topK ?? params.defaultTopK, params.maxTopK),
  };
}

/** What is known of a request's tokens. */
interface ContextWatch {
  /** Whether the browser has dropped turns to make room. */
  hasDropped(): boolean;
  /** The error of a request that is too long. */
  overflow(): Promise<AIError>;
  /** The tokens of the call once it is over. */
  usage(): Usage | undefined;
}

/** Measures the request before it is sent, since a browser makes room by dropping turns. */
async function watchContext(
  session: ChromeSession,
  { input, prompt }: ChromeRequest,
  signal: AbortSignal,
): Promise<ContextWatch> {
  const before = usedBy(session) ?? 0;
  const limit = session.contextWindow ?? session.inputQuota;
  const needed = await measured(session, input, { ...prompt, signal });
  signal.throwIfAborted();
  const sent = needed === undefined ? undefined : before + needed;
  let hasDropped = false;
  const watch: ContextWatch = {
    hasDropped: () => hasDropped,
    overflow: async () => (await failures()).tooLong(limit, sent),
    usage() {
      const total = usedBy(session);
      // Not every build counts the answer.
      if (total === undefined || total <= (sent ?? before))
        return sent === undefined ? undefined : { input: sent };
      return sent === undefined ? { total } : { input: sent, output: total - sent, total };
    },
  };
  if (sent !== undefined && limit !== undefined && sent > limit) throw await watch.overflow();
  for (const type of ["contextoverflow", "quotaoverflow"]) {
    session.addEventListener?.(type, () => {
      hasDropped = true;
    });
  }
  return watch;
}

function usedBy({ contextUsage, inputUsage }: ChromeSession): number | undefined {
  return contextUsage ?? inputUsage;
}

/** The tokens of a request; `undefined` where the browser does not tell, which the prompt itself may still do. */
async function measured(
  session: ChromeSession,
  ...request: Parameters<ChromeSession["prompt"]>
): Promise<number | undefined> {
  try {
    return await (session.measureContextUsage?.(...request) ?? session.measureInputUsage?.(...request));
  } catch {
    return undefined;
  }
}

/** The pieces of an answer, then what it took. The session ends with them, and where nobody wants more of them. */
async function* streamedAnswer(
  stream: ReadableStream<unknown>,
  watch: ContextWatch,
  signal: AbortSignal,
  end: () => void,
): AsyncGenerator<ChromePiece, void> {
  const reader = stream.getReader();
  try {
    for (let isOver = false; !isOver; ) {
      const { done, value } = await reader.read();
      if (watch.hasDropped()) throw await watch.overflow();
      isOver = done;
      yield done ? { usage: watch.usage() } : { piece: value };
    }
  } catch (error) {
    throw await explained(error, signal);
  } finally {
    reader.cancel().catch(() => {});
    end();
  }
}

/** What was thrown where the caller stopped, since that explains itself; else the error of its kind. */
async function explained(
  thrown: unknown,
  signal: AbortSignal | undefined,
  availability?: ChromeAvailability,
): Promise<unknown> {
  if (AIError.is(thrown) || signal?.aborted) return thrown;
  return (await failures()).explainError(thrown, availability) ?? thrown;
}
