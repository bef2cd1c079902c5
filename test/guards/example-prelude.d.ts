import type { PgClientLike, RedisClientLike } from "hedgemage";
import type { AISDKEmbeddingModel, AISDKLanguageModel } from "hedgemage/ai-sdk";
import type { DenoFileSystem, DenoKv, DenoResolver } from "hedgemage/deno";
import type {
  AgentObject,
  D1DatabaseLike,
  KVNamespaceLike,
  ObjectNamespace,
  VectorizeLike,
} from "hedgemage/workers";
import type { AiLike } from "hedgemage/workers-ai";

// The only names that examples may use without declaring or importing them. An example that uses one is compiled and
// not run.

export declare const apiKey: string;
export declare const question: string;
export declare const signal: AbortSignal;

/** Where a page shows an answer. */
export declare const output: Element;
/** What a visitor chose in a page's `<input type="file">`. */
export declare const file: File;

export declare const chrome: typeof globalThis.chrome;

/** As much of Deno's global as the package asks for, and the arguments of a script. */
export declare const Deno: DenoFileSystem &
  DenoResolver & { readonly args: string[]; openKv(path?: string): Promise<DenoKv> };

/** The bindings of a Worker. */
export declare const env: {
  readonly SETTINGS: KVNamespaceLike;
  readonly STORE: ObjectNamespace;
  readonly DB: D1DatabaseLike;
  readonly AI: AiLike;
  readonly VECTORS: VectorizeLike;
  readonly CHAT: { getByName(name: string): AgentObject };
};

/** Models of the AI SDK, as its providers make them. */
export declare const languageModel: AISDKLanguageModel;
export declare const embeddingModel: AISDKEmbeddingModel;

/** Clients of databases, as `pg` and `redis` make them. */
export declare const pool: PgClientLike;
export declare const redisClient: RedisClientLike;
