import { corpusAvailable, readCorpus } from "virtual:corpus";

/**
 * The rows of one shared corpus file, or `undefined` where the corpora are not beside the checkout (the run says so
 * in one line). A `.jsonl` file gives one parsed value a line; a `.tsv` file gives one array of cells a line.
 *
 * @example
 * const rows = await corpusRows<{ url: string; verdict: string }>("guards/ssrf/urls.dev.jsonl");
 * describe.skipIf(!rows)("the URL corpus", () => {
 *   it.each(rows ?? [])("$url", ({ url, verdict }) => { ... });
 * });
 */
export async function corpusRows<Row>(path: string): Promise<Row[] | undefined> {
  const text = await corpusText(path);
  if (text === undefined) return undefined;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => (path.endsWith(".tsv") ? line.trimEnd().split("\t") : JSON.parse(line)));
}

/** The whole text of one shared corpus file, or `undefined` where the corpora are not beside the checkout. */
export async function corpusText(path: string): Promise<string | undefined> {
  return corpusAvailable ? readCorpus(path) : undefined;
}
