import type {
  GuardrailContext,
  GuardrailDetector,
  GuardrailMatch,
  GuardrailVerdict,
} from "../../contracts/detector.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import { allOf, jsonReader, jsonWriter, type NumberTokens } from "./json-texts.ts";

/** A verdict that refuses. */
export type Block = Extract<GuardrailVerdict, { readonly type: "block" }>;

/** How a text is judged. */
export interface Question {
  readonly context: GuardrailContext;
  /** What becomes of a text that a detector fails on, unless the detector says itself. */
  readonly onError?: "flag" | "block" | undefined;
  /** Set where the text is JSON, and shall stay JSON. */
  readonly isJson?: boolean | undefined;
  /** Set where a text is only rewritten, as it is judged elsewhere: it is refused where a detector fails that has to. */
  readonly isOld?: boolean | undefined;
  /** Rewrites what was found in a text, so that it can be put back, where a detector says where it stands. */
  readonly hide?: ((text: string, matches: readonly GuardrailMatch[], isJson: boolean) => string) | undefined;
  /** Hears of every verdict but `allow`. `failed` is set where the detector gave none. */
  note?(detector: GuardrailDetector, verdict: GuardrailVerdict, failed: boolean): void;
}

/** What detectors make of a text. */
export interface Judged {
  readonly text: string;
  /** Who rewrote it first. */
  readonly redactedBy?: Judgement<Extract<GuardrailVerdict, { readonly type: "redact" }>> | undefined;
  /** Set where it must not go on. */
  readonly block?: Judgement<Block> | undefined;
}

/** What one detector says. */
export interface Judgement<Verdict, Detector = GuardrailDetector> {
  readonly detector: Detector;
  readonly verdict: Verdict;
}

/**
 * Has detectors look at a text one after the other, each at what the ones before it made of it. The first block ends it; what is
 * flagged or rewritten is looked at by the rest, too.
 */
export async function judge(
  detectors: readonly GuardrailDetector[],
  given: string,
  question: Question,
): Promise<Judged> {
  const { isJson, isOld, context, onError } = question;
  let text = given;
  let redactedBy: Judged["redactedBy"];
  for (const detector of detectors) {
    if (isOld && detector.onlyFlags) continue;
    let failed = false;
    let verdict: GuardrailVerdict;
    try {
      verdict = await (isJson ? lookAtJson : look)(detector, text, question);
    } catch (cause) {
      context.signal?.throwIfAborted();
      verdict = failureOf(detector, cause, onError);
      failed = true;
    }
    const { type } = verdict;
    if (type === "allow" || (isOld && !failed && type !== "redact")) continue;
    question.note?.(detector, verdict, failed);
    if (type === "block") return { text, redactedBy, block: { detector, verdict } };
    if (type !== "redact") continue;
    redactedBy ??= { detector, verdict };
    text = verdict.text;
  }
  return { text, redactedBy };
}

/** The verdict that stands for a failure. It never repeats the words of an error, which may hold the text. */
export function failureOf(
  { name, onError }: GuardrailDetector,
  cause: unknown,
  otherwise: Question["onError"] = "flag",
): GuardrailVerdict {
  const type = onError ?? otherwise;
  if (type === "block") return { type, reason: `${name}.error` };
  return { type, reason: AIError.is(cause) ? cause.code : cause instanceof Error ? cause.name : "error" };
}

/**
 * A detector that can stream reads JSON as it does in a stream: without escapes. Any other one reads it as it is written, and
 * once more without escapes where it has some.
 */
async function lookAtJson(
  detector: GuardrailDetector,
  given: string,
  question: Question,
): Promise<GuardrailVerdict> {
  let json = given;
  let own: GuardrailVerdict = { type: "allow" };
  let isBroken = false;
  if (!detector.stream) {
    own = await look(detector, given, question);
    if (own.type === "redact") {
      isBroken = !isJsonText(own.text);
      if (!isBroken) json = own.text;
    }
    if (own.type === "block" || own.type === "flag" || !(isBroken || json.includes("\\"))) return own;
  }
  const numbers: NumberTokens = new Map();
  const verdict = await look(detector, allOf(jsonReader(numbers), json), question);
  if (verdict.type === "redact") return { ...verdict, text: allOf(jsonWriter(numbers), verdict.text) };
  if (verdict.type === "allow" && isBroken) {
    return { ...own, type: "block", reason: `${detector.name}: not JSON any more` };
  }
  return verdict.type === "allow" ? own : verdict;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function look(
  detector: GuardrailDetector,
  text: string,
  { context, hide, isJson = false }: Question,
): Promise<GuardrailVerdict> {
  const verdict = await detector.check(text, context);
  const { type } = verdict;
  if (type === "redact" && typeof verdict.text === "string") {
    const { matches = [] } = verdict;
    const isLocated = matches.length > 0 && matches.every(({ span }) => span);
    return hide && isLocated ? { ...verdict, text: hide(text, matches, isJson) } : verdict;
  }
  if (type === "allow" || type === "block" || type === "flag") return verdict;
  throw new TypeError("That is no verdict.");
}
