import type { InvariantCertificate, InvariantChange } from "../../contracts/refined-prompt.ts";
import { formatPlaceholder, placeholdersOf } from "../grammar.ts";
import { checkParity, type ParityReport } from "../parity.ts";

/** Whether a rewrite may take the place of its source, and what speaks against it. */
export interface RewriteCheck {
  readonly ok: boolean;
  readonly parity: ParityReport;
  readonly certificate: InvariantCertificate;
  /** One sentence for each thing that must be put right, fit for being told to whoever rewrites. */
  readonly issues: readonly string[];
}

/**
 * Checks that a rewrite of a prompt is the same prompt in other words.
 *
 * @example
 * checkRewrite("Greet {{name}}.", "Greet the user.").issues; // ["The placeholder {{name}} is missing."]
 */
export function checkRewrite(source: string, candidate: string): RewriteCheck {
  const parity = checkParity(source, candidate);
  const certificate = certify(source, candidate);
  const issues = [...parity.issues.map(({ message }) => message), ...hardIssues(certificate)];
  return { ok: issues.length === 0, parity, certificate, issues };
}

/**
 * Compares what a rewrite must keep with its source.
 *
 * @example
 * certify("Greet {{name}}.", "Say hello to {{name}}.").kept.placeholder; // 1
 */
export function certify(source: string, candidate: string): InvariantCertificate {
  const before = new Set(placeholdersOf(source).map(formatPlaceholder));
  const after = new Set(placeholdersOf(candidate).map(formatPlaceholder));
  const change = (text: string): InvariantChange => ({ family: "placeholder", text, hard: true });
  const lost = [...before].filter((token) => !after.has(token)).map(change);
  const added = [...after].filter((token) => !before.has(token)).map(change);
  const placeholder = before.size - lost.length;
  return {
    v: 1,
    ok: lost.length + added.length === 0,
    kept: { placeholder, number: 0, url: 0, literal: 0, heading: 0, obligation: 0 },
    lost,
    added,
  };
}

/** A sentence for each hard change of a certificate that parity does not tell already. */
export function hardIssues(certificate: InvariantCertificate): string[] {
  const told = (changes: readonly InvariantChange[], end: string): string[] =>
    changes
      .filter(({ family, hard }) => hard && family !== "placeholder")
      .map(({ family, text }) => `The ${family} "${text}" ${end}.`);
  return [...told(certificate.lost, "is missing"), ...told(certificate.added, "was added")];
}
