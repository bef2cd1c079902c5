import type { GuardrailContext, GuardrailDetector, GuardrailVerdict } from "../../contracts/detector.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import { JsonReader, JsonWriter, type NumberTokens } from "./json-texts.ts";

/** A verdict that refuses. */
export type Block = Extract<GuardrailVerdict, { readonly type: "block" }>;

/** How a text is judged. */
export interface Question {
  readonly context: GuardrailContext;
  /** What becomes of a text that a detector fails on, unless the detector says itself. */
  readonly onError?: "flag" | "block" | undefined;
  /** Set where the text is JSON, and shall stay JSON. */
  readonly isJson?: boolean | undefined;
  /** Set for a text that was judged when it was new: what has to be rewritten in it is, but it is neither refused nor flagged. */
  readonly isOld?: boolean | undefined;
  /** Hears of every verdict but `allow`. `failed` is set where the detector gave none. */
  note(detector: GuardrailDetector, verdict: GuardrailVerdict, failed: boolean): void;
}

/** What detectors make of a text. */
export interface Judged {
  readonly text: string;
  /** Who rewrote it first. */
  readonly redactedBy?:
    | { readonly detector: GuardrailDetector; readonly verdict: GuardrailVerdict }
    | undefined;
  /** Set where it must not go on. */
  readonly block?: { readonly detector: GuardrailDetector; readonly verdict: Block } | undefined;
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
  const { isOld, note } = question;
  let text = given;
  let redactedBy: Judged["redactedBy"];
  for (const detector of detectors) {
    if (isOld && detector.onlyFlags) continue;
    const { verdict, failed } = await verdictOf(detector, text, question);
    const { type } = verdict;
    if (type === "allow" || (isOld && !failed && type !== "redact")) continue;
    note(detector, verdict, failed);
    if (type === "block") return { text, redactedBy, block: { detector, verdict } };
    if (type !== "redact") continue;
    redactedBy ??= { detector, verdict };
    text = verdict.text;
  }
  return { text, redactedBy };
}

interface Asked {
  readonly verdict: GuardrailVerdict;
  readonly failed: boolean;
}

async function verdictOf(detector: GuardrailDetector, text: string, question: Question): Promise<Asked> {
  try {
    const { isJson } = question;
    const verdict = isJson
      ? await lookAtJson(detector, text, question)
      : await look(detector, text, question);
    return { verdict, failed: false };
  } catch (cause) {
    if (question.context.signal?.aborted) throw question.context.signal.reason;
    return { verdict: failureOf(detector, cause, question.onError), failed: true };
  }
}

/** The verdict that stands for a failure. It never repeats the words of an error, which may hold the text. */
export function failureOf(
  { name, onError }: GuardrailDetector,
  cause: unknown,
  otherwise: Question["onError"],
): GuardrailVerdict {
  const type = onError ?? otherwise ?? "flag";
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
  let own: GuardrailVerdict | undefined;
  if (!detector.stream) {
    own = await look(detector, given, question);
    if (own.type === "block" || own.type === "flag") return own;
    if (own.type === "redact" && isJsonText(own.text)) json = own.text;
    const isDone = own.type === "allow" || json === own.text;
    if (isDone && !json.includes("\\")) return own;
  }
  const numbers: NumberTokens = new Map();
  const verdict = await look(detector, read(json, numbers), question);
  if (verdict.type === "redact") return { ...verdict, text: written(verdict.text, numbers) };
  if (verdict.type !== "allow" || !own) return verdict;
  if (own.type !== "redact" || json === own.text) return own;
  return { type: "block", reason: own.reason ?? `${detector.name}: not JSON any more`, matches: own.matches };
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
  { context }: Question,
): Promise<GuardrailVerdict> {
  const verdict = await detector.check(text, context);
  switch (verdict?.type) {
    case "redact":
      if (typeof verdict.text === "string") return verdict;
      break;
    case "allow":
    case "block":
    case "flag":
      return verdict;
  }
  throw new TypeError(`The detector "${detector.name}" gave no verdict.`);
}

function read(json: string, numbers: NumberTokens): string {
  const reader = new JsonReader(numbers);
  return reader.push(json) + reader.end();
}

function written(text: string, numbers: NumberTokens): string {
  const writer = new JsonWriter(numbers);
  return writer.push(text) + writer.end();
}

/** JSON as the guard writes it: escapes that need not be are written out. */
export function rewrittenJson(json: string): string {
  const numbers: NumberTokens = new Map();
  return written(read(json, numbers), numbers);
}
