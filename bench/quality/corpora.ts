import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { root } from "../../scripts/entries.ts";
import { type ReadRows, readInjectionSets } from "../../test/support/guard-measures.ts";
import { type SecretRow, secretText } from "../../test/support/guard-scores.ts";
import type { WorkKind } from "./contender.ts";

/** The corpora beside the checkout. */
const folder = `${root}../shared/data/`;

/** Texts are timed in pieces about as long as an answer of a model. */
const LENGTH = 4000;

/** Reads the rows of a corpus. */
export const readRows: ReadRows = async <Row>(path: string): Promise<Row[] | undefined> => {
  const file = [`${folder}${path}`, `${folder}${path}.gz`].find((name) => existsSync(name));
  if (!file) return undefined;
  const bytes = readFileSync(file);
  const lines = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line): Row => JSON.parse(line));
};

/** What each kind of work is timed with. */
export async function timedTexts(kind: WorkKind): Promise<string[]> {
  if (kind === "injection") {
    const sets = await readInjectionSets(readRows);
    return together(Object.values(sets ?? {}).flatMap((rows) => rows.map(({ text }) => text)));
  }
  if (kind === "secrets") {
    const rows = await readRows<SecretRow>("guards/secrets/secret_lines.dev.jsonl");
    return together([...(rows ?? []).map(secretText), ...(await sentences())]);
  }
  return together([...(await sentences()), ...readme()]);
}

async function sentences(): Promise<string[]> {
  const files = ["synth_v2", "generated_large"].map((name) => `guards/pii/${name}.dev.jsonl`);
  const sets = await Promise.all(files.map((file) => readRows<{ text: string }>(file)));
  return sets.flatMap((rows) => (rows ?? []).map(({ text }) => text));
}

/** Prose with some code. */
function readme(): string[] {
  const file = `${root}README.md`;
  return existsSync(file) ? [readFileSync(file, "utf8")] : [];
}

/** Puts texts one behind the other, and cuts them where they are long enough. */
function together(texts: readonly string[]): string[] {
  const whole = texts.join("\n");
  const parts: string[] = [];
  for (let at = 0; at < whole.length; at += LENGTH) parts.push(whole.slice(at, at + LENGTH));
  return parts;
}
