import type { Embedder } from "../../contracts/embedder.ts";
import type { Model, SDKAdapter } from "../../contracts/model.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { type LocalEmbedderConfig, localEmbedder } from "./local-embedder.ts";
import { type LocalModelConfig, localModel } from "./local-model.ts";

/**
 * The adapter that needs no key and no network, for tests, examples and offline pages. Its model works by rules and is no
 * language model: see `localModel`. A real adapter takes its place without another change.
 *
 * @example
 * const model = new LocalSDK().model({ name: "local" });
 */
export class LocalSDK implements SDKAdapter {
  /** A model by rules. */
  model(config: LocalModelConfig = { name: "local" }): Model {
    return localModel(config);
  }

  /** An estimate of a text's tokens. */
  async count(text: string): Promise<number> {
    return estimateTokens(text);
  }

  /** An embedder by hashing, which knows more with a list of words: see `localEmbedder`. */
  embedder(config: LocalEmbedderConfig = {}): Embedder {
    return localEmbedder(config);
  }
}
