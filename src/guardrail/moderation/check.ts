import type { GuardrailVerdict } from "../../contracts/detector.ts";
import type { ModerationResult } from "../../contracts/moderation.ts";
import type { ModerationGuardOptions } from "../moderation.ts";
import { askModerator } from "./ask.ts";

/** Options with their defaults. */
export interface ModerationSettings
  extends Pick<ModerationGuardOptions, "client" | "apiKey" | "baseURL" | "fetch" | "model" | "timeoutMs"> {
  readonly blockOn: readonly string[];
  readonly onMatch: "flag" | "block";
  readonly thresholds: Readonly<Record<string, number>>;
  readonly name: string;
}

/** Pieces are this long at most, in UTF-16 units: far below what the service takes, and short enough for it to see a line in them. */
const LONGEST_PIECE = 10_000;
/** So much of a piece stands in the next one, too: what is harmful may stand on the cut. */
const OVERLAP = 400;
/** So many pieces go in one request. */
const MOST_PIECES = 16;

/** Asks about a text and makes a verdict of the answers. */
export async function checkModeration(
  settings: ModerationSettings,
  text: string,
  signal: AbortSignal | undefined,
): Promise<GuardrailVerdict> {
  if (text.trim() === "") return { type: "allow" };
  const pieces = piecesOf(text);
  const scores = new Map<string, number>();
  for (let from = 0; from < pieces.length; from += MOST_PIECES) {
    for (const result of await askModerator(settings, pieces.slice(from, from + MOST_PIECES), signal)) {
      for (const [category, score] of foundIn(result, settings.thresholds)) {
        scores.set(category, Math.max(score, scores.get(category) ?? 0));
      }
    }
  }
  return verdictOf(settings, scores);
}

function verdictOf(settings: ModerationSettings, scores: ReadonlyMap<string, number>): GuardrailVerdict {
  const { name, blockOn, onMatch } = settings;
  if (scores.size === 0) return { type: "allow" };
  const categories = [...scores.keys()];
  const blocking = categories.filter(
    (category) =>
      onMatch === "block" || blockOn.some((one) => category === one || category.startsWith(`${one}/`)),
  );
  const matches = categories.map((label) => ({ rule: `${name}.${label}`, label, score: scores.get(label) }));
  const reason = `${name}: ${(blocking.length > 0 ? blocking : categories).join(", ")}`;
  return { type: blocking.length > 0 ? "block" : "flag", reason, matches };
}

/** The categories that count, and how sure the model is of each. */
function foundIn(
  { flagged, categories, scores }: ModerationResult,
  thresholds: Readonly<Record<string, number>>,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const category of new Set([...Object.keys(categories), ...Object.keys(scores)])) {
    const score = scores[category];
    const least = Object.hasOwn(thresholds, category) ? thresholds[category] : undefined;
    // Without a score, the model's word is all there is.
    const counts = least === undefined || score === undefined ? categories[category] : score >= least;
    if (counts) found.set(category, score ?? 1);
  }
  const isNamed = Object.values(categories).includes(true);
  if (flagged && !isNamed && found.size === 0) found.set("flagged", 1);
  return found;
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > LONGEST_PIECE) {
    const blank = text.lastIndexOf(" ", from + LONGEST_PIECE);
    let to = blank > from + LONGEST_PIECE / 2 ? blank : from + LONGEST_PIECE;
    if (isHalf(text, to)) to--;
    pieces.push(text.slice(from, to));
    from = to - OVERLAP;
    if (isHalf(text, from)) from--;
  }
  return [...pieces, text.slice(from)];
}

/** Whether a cut goes through a character. */
function isHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000;
}
