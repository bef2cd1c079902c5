import type {
  ChromeCreateOptions,
  ChromeLanguageModel,
  ChromeMessage,
  ChromePromptOptions,
  ChromeSession,
} from "../../../src/providers/chrome/language-model.ts";

/** The names of today, and those of before. */
export type Generation = "context" | "input";

/** How a fake browser behaves. */
export interface FakeSetup {
  readonly generation?: Generation;
  readonly availability?: string;
  /** What a prompt answers: all of it, or its pieces; an error is thrown. */
  readonly answer?: (input: readonly ChromeMessage[], session: FakeSession) => unknown;
  /** Pieces of a streamed answer; default: the words of `answer`. */
  readonly pieces?: readonly unknown[];
  readonly window?: number;
  readonly createError?: Error;
  /** Knows no `clone()`. */
  readonly cannotClone?: boolean;
  /** Never ends, and hears no signal. */
  readonly isDeaf?: boolean;
  readonly params?: {
    defaultTopK: number;
    maxTopK: number;
    defaultTemperature: number;
    maxTemperature: number;
  } | null;
}

/** A session and what was done with it. */
export interface FakeSession extends ChromeSession {
  readonly created: ChromeCreateOptions;
  readonly prompts: { input: readonly ChromeMessage[]; options: ChromePromptOptions }[];
  readonly measured: number;
  readonly isDestroyed: boolean;
  /** Drops turns, as a browser does that has no room. */
  drop(): void;
}

/** A built-in model that does what its setup says, and keeps what it was asked. */
export function fakeLanguageModel(setup: FakeSetup = {}): {
  readonly languageModel: ChromeLanguageModel;
  readonly sessions: FakeSession[];
  readonly asked: unknown[];
} {
  const sessions: FakeSession[] = [];
  const asked: unknown[] = [];
  const languageModel: ChromeLanguageModel = {
    async availability(options) {
      asked.push(options);
      return setup.availability ?? "available";
    },
    async create(options = {}) {
      options.signal?.throwIfAborted();
      if (setup.createError) throw setup.createError;
      options.monitor?.({
        addEventListener(_type, listener) {
          for (const loaded of [0, 0.5, 1]) listener({ loaded, total: 1 });
        },
      });
      return session(setup, options, sessions);
    },
    ...(setup.params !== undefined && { params: async () => setup.params ?? null }),
  };
  return { languageModel, sessions, asked };
}

function session(setup: FakeSetup, created: ChromeCreateOptions, sessions: FakeSession[]): FakeSession {
  const { generation = "context", window = 1000, answer = () => "Hi there." } = setup;
  const listeners = new Map<string, () => void>();
  const prompts: FakeSession["prompts"] = [];
  let used = sizeOf(created.initialPrompts ?? []);
  let measured = 0;
  let isDestroyed = false;
  const measure = async (input: readonly ChromeMessage[]): Promise<number> => {
    measured += 1;
    return sizeOf(input);
  };
  const take = (input: readonly ChromeMessage[], options: ChromePromptOptions = {}): unknown => {
    options.signal?.throwIfAborted();
    if (isDestroyed) throw new DOMException("The session is destroyed.", "InvalidStateError");
    prompts.push({ input, options });
    const said = answer(input, made);
    if (said instanceof Error) throw said;
    used += sizeOf(input) + (typeof said === "string" ? words(said).length : 1);
    return said;
  };
  const names =
    generation === "context"
      ? { measureContextUsage: measure, contextWindow: window }
      : { measureInputUsage: measure, inputQuota: window };
  const made: FakeSession = {
    created,
    prompts,
    get measured() {
      return measured;
    },
    get isDestroyed() {
      return isDestroyed;
    },
    drop: () => listeners.get(generation === "context" ? "contextoverflow" : "quotaoverflow")?.(),
    addEventListener: (type, listener) => void listeners.set(type, listener),
    ...names,
    async prompt(input, options) {
      if (setup.isDeaf) await new Promise(() => {});
      return take(input, options);
    },
    promptStreaming(input, options) {
      const said = take(input, options);
      const pieces = setup.pieces ?? (typeof said === "string" ? words(said) : [said]);
      let next = 0;
      return new ReadableStream({
        async pull(controller) {
          if (setup.isDeaf && next > 0) await new Promise(() => {});
          if (options?.signal?.aborted) controller.error(options.signal.reason);
          else if (next < pieces.length) controller.enqueue(pieces[next++]);
          else controller.close();
        },
      });
    },
    ...(!setup.cannotClone && {
      async clone() {
        if (isDestroyed) throw new DOMException("The session is destroyed.", "InvalidStateError");
        return session(setup, created, sessions);
      },
    }),
    destroy() {
      isDestroyed = true;
    },
  };
  Object.defineProperty(made, generation === "context" ? "contextUsage" : "inputUsage", { get: () => used });
  sessions.push(made);
  return made;
}

/** One token a word. */
function sizeOf(messages: readonly ChromeMessage[]): number {
  const texts = messages.flatMap(({ content }) =>
    typeof content === "string"
      ? content
      : content.map(({ value }) => (typeof value === "string" ? value : "media")),
  );
  return texts.reduce((sum, text) => sum + words(text).length, 0);
}

function words(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}
