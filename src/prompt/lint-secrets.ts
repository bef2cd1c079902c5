import type { LintedBlock, PromptLintFinding } from "./lint-finding.ts";

/** What keys of services look like, by what they are. A placeholder is none. */
const SHAPES: readonly (readonly [what: string, shape: RegExp])[] = [
  ["a private key", /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/g],
  ["a key of a service", /\b(?:AKIA|ASIA)[A-Z\d]{16}\b|\bAIza[\w-]{35}/g],
  [
    "a key of a service",
    /\b(?:(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|hf_|npm_|gsk_|xai-|whsec_)[\w-]{16,200}/g,
  ],
  ["a signed token", /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{10,2000}/g],
  ["a login in an address", /:\/\/[^\s/:@{}]{1,64}:[^\s/@{}]{3,64}@/g],
  [
    "a password or key",
    /\b(?:api[ _-]?key|password|passwd|secret|(?:access|auth|bearer)[ _-]?token)["']? ?(?::|=|is) ?["']?[^\s"'{}<>$,;]{8,200}/gi,
  ],
];

/**
 * Finds what looks like a key or a password in a prompt: whoever reads the prompt has it, a model that is asked for it too. A check
 * of the commonest shapes; the guard of secrets knows many more.
 *
 * @example
 * lintSecrets([{ block: 0, text: "Use the key AKIAQ3EGRJZ5TKNVWXM7." }]).map(({ offset }) => offset); // [12]
 */
export function lintSecrets(blocks: readonly LintedBlock[]): PromptLintFinding[] {
  const findings: PromptLintFinding[] = [];
  for (const { block, text } of blocks) {
    const seen = new Set<number>();
    for (const [what, shape] of SHAPES) {
      for (const { 0: match, index: offset } of text.matchAll(shape)) {
        // A word without a digit is a word.
        if (seen.has(offset) || !/\d|-----|:\/\//.test(match)) continue;
        seen.add(offset);
        const message = `This looks like ${what}. Whoever gets the prompt gets it: keep it out, in a tool or a header.`;
        findings.push({ rule: "secret", severity: "error", message, block, offset });
      }
    }
  }
  return findings;
}
