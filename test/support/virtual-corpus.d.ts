declare module "virtual:corpus" {
  /** Whether the shared corpora lie beside the checkout. */
  export const corpusAvailable: boolean;
  /** Every file of the corpora, relative to the data folder, without `.gz`. */
  export const corpusPaths: readonly string[];
  /** The text of one corpus file; `.gz` is already unpacked. Throws for a path that is not in `corpusPaths`. */
  export function readCorpus(path: string): Promise<string>;
}
