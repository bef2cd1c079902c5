import type { ContentPart, Message } from "../../contracts/message.ts";
import type { MiddlewareContext, TripContext } from "../../contracts/middleware.ts";
import type { ModelResponse } from "../../contracts/model.ts";
import type { VectorStore } from "../../contracts/vector-store.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { sha256 } from "../../core/hash.ts";
import { embedChecked } from "../../store/vectors/embed-checked.ts";
import { vectorStoreOf } from "../../store/vectors/vector-store-of.ts";
import type { SemanticCacheSettings } from "../semantic-cache.ts";

/** What is kept of an answer. */
interface Kept {
  readonly content: string;
  readonly scope?: string | undefined;
  /** What the rest of the request must be. */
  readonly request: string;
  /** Milliseconds since 1970 from which on it is gone. */
  readonly expiresAt?: number | undefined;
}

/** A question that was not answered from the cache. */
interface Asked {
  readonly key: string;
  readonly scope: string | undefined;
  readonly request: string;
  readonly vector: readonly number[];
  /** The answer, until the schema of the run has accepted it. */
  pending?: string;
}

/** So many are looked at where one would do: those that have expired are passed over. */
const OVERSCAN = 8;

/** Does what a semantic cache does. Loaded when one is used first. */
export class CachedAnswers {
  readonly #settings: SemanticCacheSettings;

  constructor(settings: SemanticCacheSettings) {
    this.#settings = settings;
  }

  /** The answer of before, if there is one. */
  async find(context: TripContext): Promise<ModelResponse | undefined> {
    const { embedder, name, threshold } = this.#settings;
    const { input, messages, signal, state } = context;
    const question = questionIn(messages, input);
    if (!question) return undefined;
    const scope = this.#scopeOf(context);
    const request = await requestHash(context, question);
    const namespace = `${this.#settings.namespace}.${scope === undefined ? "0" : await hashOf(scope)}.${request}`;
    const key = `${namespace}.${await hashOf(question.text)}`;
    const store = this.#store;
    const serves = (value: unknown): value is Kept =>
      isKept(value) && value.scope === scope && value.request === request && !this.#isOver(value);
    const [exact] = (await store.read?.([key])) ?? [];
    if (exact && serves(exact.value)) return hit(context, name, "exact", exact.value);
    const [vector = []] = await embedChecked(embedder, [question.text], signal);
    state.set(name, { key, scope, request, vector } satisfies Asked);
    const found = await store.query(vector, { topK: OVERSCAN, threshold, namespace, signal });
    const alike = found.find(({ value, score }) => score >= threshold && serves(value));
    if (alike) {
      state.delete(name);
      return hit(context, name, "similar", alike.value as Kept);
    }
    const gone = found.filter(({ value }) => isKept(value) && this.#isOver(value));
    if (gone.length > 0) await store.write?.({ remove: gone.map(({ key }) => key) });
    return undefined;
  }

  /** Keeps what the model said, or notes it where a schema has yet to accept it. */
  async answered({ state, structured }: TripContext, response: ModelResponse): Promise<undefined> {
    const { content, finishReason, toolCalls } = response;
    const asked = state.get(this.#settings.name) as Asked | undefined;
    if (!asked || finishReason !== "stop" || toolCalls?.length || content === "") return;
    asked.pending = content;
    if (!structured) await this.accepted({ state });
    return undefined;
  }

  /** Keeps the answer of a run that has ended well. */
  async accepted({ state }: Pick<MiddlewareContext, "state">): Promise<undefined> {
    const { name, now, ttlMs } = this.#settings;
    const { key, scope, request, vector, pending } = state.get(name) as Asked;
    state.delete(name);
    if (pending === undefined) return;
    const expiresAt = ttlMs === undefined ? undefined : now() + ttlMs;
    const value: Kept = { content: pending, scope, request, expiresAt };
    await this.#store.upsert(key, value, vector);
    return undefined;
  }

  #scopeOf(context: TripContext): string | undefined {
    const { scope } = this.#settings;
    const { sessionId } = context;
    if (scope === "session") return sessionId === undefined ? undefined : `session:${sessionId}`;
    const key: unknown = scope === "shared" ? undefined : scope(context);
    if (key === undefined || typeof key === "string") return key;
    throw new ConfigError(
      'The "scope" of a semantic cache gives a text or undefined, and no promise of one.',
    );
  }

  #isOver({ expiresAt }: Kept): boolean {
    return expiresAt !== undefined && expiresAt <= this.#settings.now();
  }

  get #store(): VectorStore {
    return vectorStoreOf(this.#settings.store, this.#settings.namespace);
  }
}

interface Question {
  readonly text: string;
  /** The messages without it. */
  readonly around: readonly unknown[];
}

/** What the user asks: of a message with several parts, the one that is the input of the run. */
function questionIn(messages: readonly Message[], input: string): Question | undefined {
  const last = messages.at(-1);
  if (last?.role !== "user") return undefined;
  const { content, ...rest } = last;
  const parts: readonly (string | ContentPart)[] = typeof content === "string" ? [content] : content;
  const at = parts.findIndex(
    (part) => typeof part === "string" || (part.type === "text" && part.text === input),
  );
  const part = parts[at];
  const text = typeof part === "string" ? part : part?.type === "text" ? part.text : "";
  if (text.trim() === "") return undefined;
  return { text, around: [...messages.slice(0, -1), { ...rest, content: parts.with(at, "") }] };
}

/** The hash of all that must be equal: a secret such as a header has no part in an answer. */
function requestHash(
  { model, options = {}, structured }: TripContext,
  { around }: Question,
): Promise<string> {
  const { headers: _secret, signal: _own, tools = [], ...others } = options;
  const told = tools.map(({ name, description }) => [name, description]);
  const { name, provider } = model;
  return hashOf(canonicalJson([provider, name, structured, told, others, around]));
}

function hit(context: TripContext, name: string, how: "exact" | "similar", kept: Kept): ModelResponse {
  context.annotate(name, { hit: how });
  return { content: kept.content, finishReason: "stop", usage: { input: 0, output: 0, total: 0 } };
}

function isKept(value: unknown): value is Kept {
  const { content, request } = (value ?? {}) as Partial<Kept>;
  return typeof content === "string" && typeof request === "string";
}

/** 128 bits: nobody can find two requests with the same. */
async function hashOf(text: string): Promise<string> {
  return (await sha256(text)).slice(0, 32);
}
