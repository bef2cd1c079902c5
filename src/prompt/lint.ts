import type { SystemPromptContract } from "../contracts/system-prompt.ts";
import { instruction } from "./blocks.ts";
import { missingPlaceholders, placeholdersOf } from "./grammar.ts";
import { lintDelimiters } from "./lint-delimiters.ts";
import type { LintedBlock, PromptLintFinding, PromptLintOptions } from "./lint-finding.ts";
import { lintPrompt } from "./lint-prompt.ts";
import { lintSecrets } from "./lint-secrets.ts";
import { lintWording } from "./lint-wording.ts";
import { placeholderPaths } from "./placeholder-paths.ts";

/**
 * Looks for mistakes in a prompt or a text: braces that are no placeholders, placeholders that nobody supplies and values that
 * nobody asks for (where `required`, `placeholders` or `declare` tell what there is), rules that contradict each other, headings
 * that come twice, no word about the form of the answer, texts that pass for the delimiters of a prompt, and secrets. The rules
 * about wording know English, and pass over other languages.
 *
 * @example
 * lint("Always cite your sources.\nNever cite sources. Answer in two sentences.")[0]?.rule; // "contradiction"
 */
export function lint(
  target: string | (Pick<SystemPromptContract, "blocks"> & Partial<Pick<SystemPromptContract, "meta">>),
  options: PromptLintOptions = {},
): PromptLintFinding[] {
  const prompt = typeof target === "string" ? { blocks: [instruction(target)] } : target;
  const blocks = prompt.blocks.map((block, index) => ({ block: index, text: block.resolve() }));
  const { required } = ("meta" in prompt && prompt.meta?.()) || {};
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
  const promised = [...(required ?? []), ...(declare ?? [])];
  const known = placeholderPaths(promised);
  const asked = new Set<string>();
  const findings: PromptLintFinding[] = [];
  for (const { block, text } of blocks) {
    const missing = new Set(missingPlaceholders(text, placeholders));
    for (const { path, default: fallback, start: offset } of placeholdersOf(text)) {
      asked.add(path);
      if (fallback !== undefined || !missing.has(path) || known.cover(path)) continue;
      const message = `Nobody supplies {{${path}}}: it is neither required, nor given, nor declared, and has no default.`;
      findings.push({ rule: "undefined-placeholder", severity: "error", message, block, offset });
    }
  }
  const asks = placeholderPaths(asked);
  for (const path of new Set([...promised, ...Object.keys(placeholders ?? {})])) {
    if (asks.meet(path)) continue;
    const message = `Nothing in the prompt asks for "${path}".`;
    findings.push({ rule: "unused-placeholder", severity: "warning", message });
  }
  return findings;
}
