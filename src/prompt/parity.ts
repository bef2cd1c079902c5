import { estimateTokens } from "../core/text/estimate-tokens.ts";
import { type BraceFinding, findBraces } from "./braces.ts";
import { formatPlaceholder, parseTemplate } from "./grammar.ts";
import { codeRanges, commentRanges, type TextRange } from "./markup-ranges.ts";

/** One way in which a rewritten template departs from its source. */
export interface ParityIssue {
  /**
   * `"missing"` and `"added"`: a placeholder. `"braces"`: unbalanced, triple or encoded braces that the source lacks.
   * `"foreign"`: other template syntax that was lost or added. `"hidden"`: a placeholder moved into an HTML comment.
   * `"multiplicity"`: a placeholder stands there more or less often. `"code"`: it left its code span.
   */
  readonly kind: "missing" | "added" | "braces" | "foreign" | "hidden" | "multiplicity" | "code";
  /** The placeholder, the syntax or the brace that the issue is about. */
  readonly token: string;
  readonly message: string;
  /** With `"multiplicity"`: an estimate of how many tokens longer, or shorter, the template has become by it. */
  readonly tokenDelta?: number;
}

/** Whether a rewritten template keeps the contract of its source. `warnings` do not break it. */
export interface ParityReport {
  readonly ok: boolean;
  readonly issues: readonly ParityIssue[];
  readonly warnings: readonly ParityIssue[];
}

/** How often a placeholder appears in a template, in all, outside of comments, and in code. */
interface Occurrences {
  all: number;
  visible: number;
  code: number;
}

const BRACE_FAULTS = {
  triple: "a placeholder in three braces",
  unbalanced: "a brace without its partner",
  entity: "a brace in disguise",
} as const;

/** A tag that opens, divides or closes a block of another template language. */
const BLOCK_TAG: RegExp = /^(?:\{%|<%|\{\{\s*[#/^])/;

/**
 * Checks that a rewrite of a template asks for the same values: the same pairs of path and default, and the same syntax
 * of other template languages, with no brace gone astray. Placeholders count wherever they stand, in code as well.
 *
 * @example
 * checkParity("Greet {{name|friend}}.", "Say hello to {{name}}.").issues.map((issue) => issue.message);
 * // ["The placeholder {{name|friend}} is missing.", "The placeholder {{name}} was added."]
 */
export function checkParity(source: string, candidate: string): ParityReport {
  const before = occurrencesIn(source);
  const after = occurrencesIn(candidate);
  const issues: ParityIssue[] = [...braceIssues(source, candidate)];
  const warnings: ParityIssue[] = [];
  for (const [token, was] of before) {
    const is = after.get(token);
    if (!is) {
      issues.push({ kind: "missing", token, message: `The placeholder ${token} is missing.` });
      continue;
    }
    if (was.visible > 0 && is.visible === 0) {
      issues.push({
        kind: "hidden",
        token,
        message: `The placeholder ${token} stands in an HTML comment only.`,
      });
    }
    if (was.code > 0 && is.code === 0) {
      warnings.push({ kind: "code", token, message: `The placeholder ${token} stands in code no more.` });
    }
    if (was.all !== is.all) warnings.push(multiplicity(token, was.all, is.all));
  }
  for (const token of after.keys()) {
    if (before.has(token)) continue;
    issues.push({ kind: "added", token, message: `The placeholder ${token} was added.` });
  }
  return { ok: issues.length === 0, issues, warnings };
}

function occurrencesIn(template: string): Map<string, Occurrences> {
  const isHidden = insideOf(commentRanges(template));
  const isCode = insideOf(codeRanges(template));
  const occurrences = new Map<string, Occurrences>();
  for (const part of parseTemplate(template)) {
    if (typeof part === "string") continue;
    const token = formatPlaceholder(part).normalize();
    const entry = occurrences.get(token) ?? { all: 0, visible: 0, code: 0 };
    occurrences.set(token, entry);
    entry.all++;
    if (!isHidden(part.start)) entry.visible++;
    if (isCode(part.start)) entry.code++;
  }
  return occurrences;
}

/** Tells whether an offset is inside a range. Both come in order, so one walk over the ranges does for all offsets. */
function insideOf(ranges: readonly TextRange[]): (offset: number) => boolean {
  let index = 0;
  return (offset) => {
    while ((ranges[index]?.end ?? Number.POSITIVE_INFINITY) <= offset) index++;
    return (ranges[index]?.start ?? Number.POSITIVE_INFINITY) <= offset;
  };
}

function multiplicity(token: string, was: number, is: number): ParityIssue {
  const tokenDelta = (is - was) * estimateTokens(token);
  const change = `about ${Math.abs(tokenDelta)} tokens ${tokenDelta > 0 ? "more" : "less"}`;
  const message = `The placeholder ${token} appears ${is} times instead of ${was}: ${change}.`;
  return { kind: "multiplicity", token, message, tokenDelta };
}

function braceIssues(source: string, candidate: string): ParityIssue[] {
  const found = findBraces(source);
  const left = findBraces(candidate);
  const before = counted(found);
  const after = counted(left);
  const issues: ParityIssue[] = [];
  for (const [key, { token, kind, count }] of after) {
    const was = before.get(key)?.count ?? 0;
    if (kind === "foreign") {
      if (was === 0) issues.push({ kind, token, message: `The syntax ${token} was added.` });
    } else if (count > was) {
      issues.push({ kind: "braces", token, message: `There is ${BRACE_FAULTS[kind]}: ${token}.` });
    }
  }
  for (const [key, { token, kind }] of before) {
    if (kind !== "foreign" || after.has(key)) continue;
    issues.push({ kind, token, message: `The syntax ${token} is missing.` });
  }
  return issues.length > 0 ? issues : blockIssues(blockTags(found), blockTags(left));
}

/** Blocks that are not closed, closed twice or turned around are other templates, though each tag is there. */
function blockIssues(before: readonly string[], after: readonly string[]): ParityIssue[] {
  const length = Math.max(before.length, after.length);
  for (let index = 0; index < length; index++) {
    const token = before[index] ?? after[index] ?? "";
    if (before[index] === after[index]) continue;
    const message = `The syntax ${token} stands in another order or another number of times.`;
    return [{ kind: "foreign", token, message }];
  }
  return [];
}

function blockTags(findings: readonly BraceFinding[]): string[] {
  return findings.map(({ text }) => squeezed(text)).filter((text) => BLOCK_TAG.test(text));
}

function counted(
  findings: readonly BraceFinding[],
): Map<string, { token: string; kind: BraceFinding["kind"]; count: number }> {
  const counts = new Map<string, { token: string; kind: BraceFinding["kind"]; count: number }>();
  for (const { kind, text: token } of findings) {
    const key = `${kind} ${squeezed(token)}`;
    counts.set(key, { token, kind, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return counts;
}

/** White space inside of braces changes nothing. */
function squeezed(syntax: string): string {
  return syntax.replace(/\s+/g, "");
}
