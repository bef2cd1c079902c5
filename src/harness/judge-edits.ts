import type { GuardrailDetector, GuardrailVerdict } from "../contracts/detector.ts";
import type { HarnessEdit, HarnessScope } from "../contracts/harness.ts";
import type { HarnessOptions } from "./harness.ts";
import type { HarnessVerdict } from "./harness-store.ts";

/** What edits are judged with. */
export interface JudgedWith extends Pick<HarnessOptions, "guards" | "approval"> {
  readonly scope: HarnessScope;
  readonly tainted: boolean;
  /** Where quotes must occur. Without it no quotes are needed. */
  readonly material?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A quote must say something. */
const SHORTEST_QUOTE = 4;

/**
 * Why edits of a plan are not to be applied, or not by themselves: quotes that nobody wrote, guards, untrusted text that would
 * reach far, and what the application wants to see first.
 */
export function judgeEdits(
  edits: readonly HarnessEdit[],
  context: JudgedWith,
): Promise<(HarnessVerdict | undefined)[]> {
  const said = context.material === undefined ? undefined : plain(context.material);
  return Promise.all(edits.map((edit) => judgeEdit(edit, context, said)));
}

async function judgeEdit(
  edit: HarnessEdit,
  { scope, tainted, guards = [], approval, signal }: JudgedWith,
  said: string | undefined,
): Promise<HarnessVerdict | undefined> {
  const unproven = said === undefined ? undefined : doubtOf(edit, said);
  if (unproven) return { status: "failed", reason: unproven };
  const why: string[] = [];
  if (edit.operation !== "delete") {
    const verdicts = await Promise.all(guards.map((guard) => lookAt(guard, textOf(edit), signal)));
    const refused = verdicts.find((verdict) => verdict?.status === "failed");
    if (refused) return refused;
    why.push(...verdicts.flatMap((verdict) => verdict?.reason ?? []));
  }
  if (tainted && (scope === "global" || edit.kind === "prompt")) {
    why.push(`a ${scope} ${edit.kind} out of untrusted text`);
  }
  if (await approval?.(edit, { scope, tainted })) why.push("the application asks for approval");
  return why.length > 0 ? { status: "needs-approval", reason: why.join("; ") } : undefined;
}

/** What about the evidence is wrong. */
function doubtOf({ operation, evidence }: HarnessEdit, said: string): string | undefined {
  const quotes: readonly unknown[] = Array.isArray(evidence) ? evidence : evidence ? [evidence] : [];
  // What a refinement did not keep its promise with is deleted without a quote.
  if (quotes.length === 0) return operation === "delete" ? undefined : "no evidence is quoted";
  const isSaid = (quote: unknown): boolean => {
    const text = typeof quote === "string" ? plain(quote) : "";
    return text.length >= SHORTEST_QUOTE && said.includes(text);
  };
  return quotes.every(isSaid) ? undefined : "the evidence is not in the conversation";
}

async function lookAt(
  guard: GuardrailDetector,
  text: string,
  signal: AbortSignal | undefined,
): Promise<HarnessVerdict | undefined> {
  const named = (why: string): string => `guard "${guard.name}": ${why}`;
  let verdict: GuardrailVerdict;
  try {
    verdict = await guard.check(text, { phase: "data", source: "retrieved", signal });
  } catch {
    const status = guard.onError === "block" ? "failed" : "needs-approval";
    return { status, reason: named("failed") };
  }
  if (verdict.type === "allow") return undefined;
  return verdict.type === "block"
    ? { status: "failed", reason: named(verdict.reason) }
    : { status: "needs-approval", reason: named(verdict.reason ?? "found something") };
}

/** All that an entry would say. */
function textOf({ id, title, content, path, reference, arguments: takes, metadata }: HarnessEdit): string {
  const parts = [title, content, path, reference, id, takes, metadata];
  return parts
    .flatMap((part) => (typeof part === "string" ? part : part == null ? [] : JSON.stringify(part)))
    .join("\n");
}

/** Without what quoting changes. */
function plain(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
