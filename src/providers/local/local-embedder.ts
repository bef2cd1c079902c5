import type { Embedder, EmbeddingBatchResult, EmbedOptions } from "../../contracts/embedder.ts";
import { abortable } from "../../core/abort.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { termsOf } from "../../core/text/words.ts";
import { embed as embedTerms } from "./embed.ts";
import { readWords } from "./transport.ts";
import { readWordList, type WordList } from "./word-list.ts";

/** Where `words.bin` is: its bytes, its address (fetched as it is: the application's own), or what gives one of these or a response. */
export type WordsSource = WordsFile | (() => WordsFile | Response | Promise<WordsFile | Response>);

/** The bytes of `words.bin`, or its address. */
export type WordsFile = ArrayBuffer | Uint8Array<ArrayBuffer> | URL | string;

/** How a local embedder is made. */
export interface LocalEmbedderConfig {
  /** The name it goes by. Default `"local-hashing"`, and `"local-words"` with `words`. */
  readonly name?: string;
  /** The length of a vector. Default 512, and 1536 with `words`; fewer let more words get in each other's way. */
  readonly dimensions?: number;
  /**
   * The package's file `hedgemage/words.bin` (half a megabyte, read once, on first use): what is known of the 10,000 commonest
   * English stems, which finds much more.
   */
  readonly words?: WordsSource | undefined;
}

/** Name, dimensions and the fewest dimensions, without words and with them. */
const plain = ["local-hashing", 512, 1] as const;
const knowing = ["local-words", 1536, 128] as const;

/**
 * Makes an embedder that needs no model and no network: it hashes words and letters into vectors of length 1. It finds texts
 * that share words. With `words` it knows how much common English words say and what they are like, and finds texts about the
 * same, too; cosines are smaller than those of a large model, so search with a `threshold` of 0.2 or so. The same text has the
 * same vector on every runtime. Usage is an estimate.
 *
 * Throws `ConfigError` (`INVALID_CONFIG`) where `dimensions` is not a whole number from 1 (with `words` 128) to 65,536. Calls
 * reject with it where the words cannot be read; the next call tries again.
 *
 * @example
 * const { vector } = await localEmbedder().embed("The tide turns.");
 * const knowing = localEmbedder({ words: "/assets/words.bin" }); // the file hedgemage/words.bin, where the application serves it
 */
export function localEmbedder(config: LocalEmbedderConfig = {}): Embedder {
  const { words } = config;
  const [usualName, usual, fewest] = words === undefined ? plain : knowing;
  const { name = usualName, dimensions = usual } = config;
  if (!Number.isInteger(dimensions) || dimensions < fewest || dimensions > 65_536) {
    throw new ConfigError(
      `localEmbedder() got ${dimensions} dimensions. Use a whole number from ${fewest} to 65536.`,
    );
  }
  let reading: Promise<WordList> | undefined;

  function listOf(source: WordsSource): Promise<WordList> {
    reading ??= readWords(source)
      .then(readWordList)
      .catch((error: unknown) => {
        reading = undefined;
        throw error;
      });
    return reading;
  }

  async function embedMany(
    texts: readonly string[],
    { signal }: EmbedOptions = {},
  ): Promise<EmbeddingBatchResult> {
    signal?.throwIfAborted();
    const list = words === undefined ? undefined : await abortable(listOf(words), signal);
    const known = new Map<string, string>();
    const vectors = texts.map((text) => embedTerms(termsOf(text, known), dimensions, list));
    const promptTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    return { vectors, dimensions, usage: { promptTokens, totalTokens: promptTokens } };
  }

  return {
    name,
    provider: "local",
    dimensions,
    async embed(text, options) {
      const { vectors, ...rest } = await embedMany([text], options);
      return { vector: vectors[0] ?? [], ...rest };
    },
    embedMany,
  };
}
