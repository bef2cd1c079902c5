/** A span of a text and what it is, by the name that a corpus gives it. */
export interface LabelledSpan {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** A row of a corpus of texts in which spans are marked. */
export interface SpanRow {
  readonly text: string;
  readonly spans: readonly LabelledSpan[];
}

/** Finds spans in a text. What it labels in words that the corpus does not know is not counted. */
export type FindSpans = (text: string) => readonly LabelledSpan[] | Promise<readonly LabelledSpan[]>;

/** How often something was found rightly, found wrongly, and missed; and what follows from that, from 0 to 1. */
export interface Score {
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** The scores of a finder over a corpus. `overlap` counts what shares one character with what it shall be as found. */
export interface SpanScores {
  readonly exact: Score;
  readonly overlap: Score;
  readonly byLabel: Readonly<Record<string, Score>>;
}

/** A name of the corpora for each of ours that they share. */
export const corpusLabels: Readonly<Record<string, string>> = {
  "credit-card": "CREDIT_CARD",
  phone: "PHONE_NUMBER",
  email: "EMAIL_ADDRESS",
  url: "DOMAIN_NAME",
  iban: "IBAN_CODE",
  ssn: "US_SSN",
  ipv4: "IP_ADDRESS",
  ipv6: "IP_ADDRESS",
};

/** The types that can be told by their form. */
export const structuredLabels: readonly string[] = [...new Set(Object.values(corpusLabels))];

/** Scores what is found in sentences: exact spans, of some labels, each for itself and pooled. */
export async function spanScores(
  rows: readonly SpanRow[],
  find: FindSpans,
  labels: readonly string[] = structuredLabels,
): Promise<SpanScores> {
  const exact = new Map(labels.map((label) => [label, new Count()]));
  const overlap = new Count();
  for (const row of rows) {
    const gold = row.spans.filter(({ label }) => exact.has(label));
    const found = (await find(row.text)).filter(({ label }) => exact.has(label));
    for (const one of found) {
      exact.get(one.label)?.found(gold.some((other) => isSame(one, other)));
      overlap.found(gold.some((other) => isOver(one, other)));
    }
    for (const one of gold) {
      exact.get(one.label)?.wanted(found.some((other) => isSame(one, other)));
      overlap.wanted(found.some((other) => isOver(one, other)));
    }
  }
  const pooled = new Count();
  for (const count of exact.values()) pooled.add(count);
  const byLabel = Object.fromEntries([...exact].map(([label, count]) => [label, count.score()]));
  return { exact: pooled.score(), overlap: overlap.score(), byLabel };
}

/** In how many of the texts that hold nothing of a label something is found under it. */
export async function falseHits(
  rows: readonly SpanRow[],
  find: FindSpans,
  wanted: string,
): Promise<{ readonly hits: number; readonly texts: number }> {
  const without = rows.filter(({ spans }) => spans.every(({ label }) => label !== wanted));
  let hits = 0;
  for (const { text } of without) {
    if ((await find(text)).some(({ label }) => label === wanted)) hits++;
  }
  return { hits, texts: without.length };
}

/** A text out of the tests of a recogniser: how often it finds its entity there, and where, if the test says it. */
export interface VectorRow {
  readonly text: string;
  readonly entity: string;
  readonly count: number;
  readonly spans: readonly LabelledSpan[] | null;
  /** Whether the recogniser itself is unsure there. */
  readonly weak?: boolean;
}

/** A text that is a number with check digits, or is none. */
export interface ChecksumRow {
  readonly text: string;
  readonly entity: string;
  readonly valid: boolean;
}

/** How many of the rows came out as they shall; `wrong` are the others. */
export interface RowScore {
  readonly right: number;
  readonly total: number;
  readonly share: number;
  readonly byEntity: Readonly<Record<string, { readonly right: number; readonly total: number }>>;
  readonly wrong: readonly (VectorRow | ChecksumRow)[];
}

/**
 * Scores the rows of entities that are claimed: `finderOf` gives none for others. As in the tests that the rows come from, a
 * finder looks for the one entity, and whatever it finds counts. Rows that are weak are scored apart.
 */
export async function vectorScores(
  rows: readonly VectorRow[],
  finderOf: (entity: string) => FindSpans | undefined,
): Promise<{ readonly strong: RowScore; readonly weak: RowScore }> {
  const isRight = async ({ text, count, spans }: VectorRow, find: FindSpans): Promise<boolean> => {
    const found = await find(text);
    if (found.length !== count) return false;
    return (
      !spans || spans.every((one) => found.some(({ start, end }) => one.start === start && one.end === end))
    );
  };
  const strong = rows.filter(({ weak }) => !weak);
  const weak = rows.filter((row) => row.weak);
  return { strong: await rowScore(strong, finderOf, isRight), weak: await rowScore(weak, finderOf, isRight) };
}

/** Scores what finders say of numbers with check digits: something is found exactly where the number is valid. */
export function checksumScores(
  rows: readonly ChecksumRow[],
  finderOf: (entity: string) => FindSpans | undefined,
): Promise<RowScore> {
  return rowScore(rows, finderOf, async ({ text, valid }, find) => (await find(text)).length > 0 === valid);
}

/** A line of code or configuration that holds a secret, or does not. */
export interface SecretRow {
  readonly text_b64: string;
  readonly label: 0 | 1;
  readonly rule: string;
  readonly source: string;
}

/** Which share of the texts that shall be hit are hit, and which of the others; both from 0 to 1. */
export interface HitScore {
  readonly recall: number;
  readonly falsePositives: number;
  /** The texts that came out wrong, for those who look after them. */
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

/** Scores whether secrets are seen in lines. */
export async function secretScores(
  rows: readonly SecretRow[],
  isHit: (text: string) => boolean | Promise<boolean>,
): Promise<HitScore> {
  const hits: Hit[] = [];
  for (const row of rows) {
    const text = secretText(row);
    hits.push({ text, shall: row.label === 1, is: await isHit(text) });
  }
  return hitScore(hits);
}

/**
 * Leaves out lines that are labelled 0 and hold a key all the same: a row says what one rule says, so that some lines stand in two
 * rows, once with each label; and the keys of Google in it are real ones that a list of known keys excuses.
 */
export function withoutDisputed(rows: readonly SecretRow[]): SecretRow[] {
  const secret = new Set(rows.filter(({ label }) => label === 1).map(({ text_b64 }) => text_b64));
  return rows.filter(
    ({ label, rule, text_b64 }) => label === 1 || (rule !== "gcp-api-key" && !secret.has(text_b64)),
  );
}

/** The line itself; corpora keep it from tools that look for secrets in files. */
export function secretText({ text_b64 }: SecretRow): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text_b64), (character) => character.charCodeAt(0)));
}

interface Hit {
  readonly text: string;
  readonly shall: boolean;
  readonly is: boolean;
}

/** Shares of hits. Where nothing shall be hit, the recall is 1. */
export function hitScore(hits: readonly Hit[]): HitScore {
  const shall = hits.filter((hit) => hit.shall);
  const others = hits.filter((hit) => !hit.shall);
  const missed = shall.filter(({ is }) => !is).map(({ text }) => text);
  const wrong = others.filter(({ is }) => is).map(({ text }) => text);
  return {
    recall: 1 - share(missed.length, shall.length),
    falsePositives: share(wrong.length, others.length),
    missed,
    wrong,
  };
}

async function rowScore<Row extends VectorRow | ChecksumRow>(
  rows: readonly Row[],
  finderOf: (entity: string) => FindSpans | undefined,
  isRight: (row: Row, find: FindSpans) => Promise<boolean>,
): Promise<RowScore> {
  const byEntity: Record<string, { right: number; total: number }> = {};
  const wrong: Row[] = [];
  let total = 0;
  for (const row of rows) {
    const find = finderOf(row.entity);
    if (!find) continue;
    total++;
    byEntity[row.entity] ??= { right: 0, total: 0 };
    const entity = byEntity[row.entity] ?? { right: 0, total: 0 };
    entity.total++;
    if (await isRight(row, find)) entity.right++;
    else wrong.push(row);
  }
  return { right: total - wrong.length, total, share: 1 - share(wrong.length, total), byEntity, wrong };
}

class Count {
  /** Found, and right so; found, and wrong so; wanted, and found; wanted, and missed. */
  #tally: [number, number, number, number] = [0, 0, 0, 0];

  found(isRight: boolean): void {
    this.#tally[isRight ? 0 : 1]++;
  }

  wanted(isFound: boolean): void {
    this.#tally[isFound ? 2 : 3]++;
  }

  add(other: Count): void {
    for (const index of [0, 1, 2, 3] as const) this.#tally[index] += other.#tally[index];
  }

  score(): Score {
    const [right, wrong, hit, missed] = this.#tally;
    const precision = right + wrong === 0 ? 1 : right / (right + wrong);
    const recall = hit + missed === 0 ? 1 : hit / (hit + missed);
    const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
    return { right, wrong, missed, precision, recall, f1 };
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function isSame(one: LabelledSpan, other: LabelledSpan): boolean {
  return one.label === other.label && one.start === other.start && one.end === other.end;
}

function isOver(one: LabelledSpan, other: LabelledSpan): boolean {
  return one.label === other.label && one.start < other.end && other.start < one.end;
}
