import type { SystemPromptContract } from "../contracts/system-prompt.ts";
import { placeholdersOf } from "./grammar.ts";
import { lintDelimiters } from "./lint-delimiters.ts";
import type { LintedBlock, PromptLintFinding, PromptLintOptions } from "./lint-finding.ts";
import { lintPrompt } from "./lint-prompt.ts";
import { lintSecrets } from "./lint-secrets.ts";
import { lintWording } from "./lint-wording.ts";

/**
 * Looks for mistakes in a prompt: braces that are no placeholders, placeholders that nobody supplies and values that nobody asks
 * for (where `required`, `placeholders` or `declare` tell what there is), rules that contradict each other, headings that come
 * twice, no word about the form of the answer, texts that pass for the delimiters of a prompt, and secrets. The rules about
 * wording know English.
 *
 * @example
 * lint(systemPrompt("Always cite your sources.\nNever cite sources. Answer in two sentences."))[0]?.rule; // "contradiction"
 */
export function lint(
  prompt: Pick<SystemPromptContract, "blocks"> & Partial<Pick<SystemPromptContract, "meta">>,
  options: PromptLintOptions = {},
): PromptLintFinding[] {
  const blocks = prompt.blocks.map((block, index) => ({ block: index, text: block.resolve() }));
  const { required } = prompt.meta?.() ?? {};
  return [
    ...lintPrompt(prompt).map((issue) => ({ rule: "braces" as const, ...issue })),
    ...lintSupply(blocks, required, options),
    ...lintWording(blocks),
    ...lintDelimiters(blocks, options.placeholders),
    ...lintSecrets(blocks),
  ];
}

/** Compares what a prompt asks for with what it will get, where anything tells that. */
function lintSupply(
  blocks: readonly LintedBlock[],
  required: readonly string[] | undefined,
  { placeholders, declare }: PromptLintOptions,
): PromptLintFinding[] {
  if (!required && !placeholders && !declare) return [];
  const supplied = [...(required ?? []), ...(declare ?? []), ...Object.keys(placeholders ?? {})].map((path) =>
    path.normalize(),
  );
  const asked = new Set<string>();
  const findings: PromptLintFinding[] = [];
  for (const { block, text } of blocks) {
    for (const { path, default: fallback, start: offset } of placeholdersOf(text)) {
      asked.add(path);
      if (fallback !== undefined || supplied.some((top) => isWithin(path, top))) continue;
      const message = `Nobody supplies {{${path}}}: it is neither required, nor given, nor declared, and has no default.`;
      findings.push({ rule: "undefined-placeholder", severity: "error", message, block, offset });
    }
  }
  for (const path of new Set(supplied)) {
    if ([...asked].some((other) => isWithin(other, path) || isWithin(path, other))) continue;
    const message = `Nothing in the prompt asks for "${path}".`;
    findings.push({ rule: "unused-placeholder", severity: "warning", message });
  }
  return findings;
}

function isWithin(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}.`);
}
