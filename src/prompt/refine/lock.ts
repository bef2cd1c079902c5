import type { PromptLockOptions, PromptLockResult } from "../../contracts/prompt-lock.ts";
import type { RefinedPin, RefinedSystemPromptContract } from "../../contracts/refined-prompt.ts";
import type { SystemPromptContract } from "../../contracts/system-prompt.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { PromptRefinementError } from "../../core/errors/prompt-errors.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import { LOCK_PATH, promptLockText, readIfThere, readPromptLock, type WholePromptLock } from "./lock-file.ts";

/** `prompts.lock`, over the registry that its names are found in. */
export async function lockPrompts(
  find: (name: string) => SystemPromptContract,
  options: PromptLockOptions,
): Promise<PromptLockResult> {
  const { files, path = LOCK_PATH, write, existing, prune = false, signal } = options;
  const all = promptsOf(find, options);
  if (files && !files.writeText && !write) {
    throw new ConfigError('The "files" of a lockfile cannot write. Pass "write" as well, or another reader.');
  }
  const text =
    typeof existing === "string" || existing
      ? existing
      : files && (await readIfThere(() => files.readText(path)));
  const before: WholePromptLock = text ? readPromptLock(text, path) : { v: 1, prompts: {}, pins: {} };

  const usage: Usage = {};
  const warnings = new Set<string>();
  const failures: [label: string, error: PromptRefinementError][] = [];
  const found: [label: string | undefined, pin: RefinedPin][] = [];
  // One after the other: a refiner has limits, and what was compiled before costs nothing.
  for (const prompt of all) {
    const label = labelOf(prompt);
    const outcome = await prompt.tryRefine({ signal, lock: before });
    addUsage(usage, outcome.usage);
    for (const warning of outcome.warnings) warnings.add(warning);
    // An empty prompt needs no pin.
    if (outcome.error) failures.push([label ?? "one without a name", outcome.error]);
    else if (outcome.text !== "") found.push([label, outcome.pin]);
  }
  const [failure] = failures;
  if (failure) throw failureOf(failures, all.length, failure[1]);

  const lock = merged(before, found, prune);
  const result = promptLockText(lock);
  const changed = result !== (typeof text === "object" ? promptLockText(before) : text);
  if (changed) {
    if (files?.writeText) await files.writeText(path, result);
    await write?.(result);
  }
  const keys = Object.keys(lock.pins);
  const isKnown = (key: string): boolean => Object.hasOwn(before.pins, key);
  const isSame = (key: string): boolean => canonicalJson(before.pins[key]) === canonicalJson(lock.pins[key]);
  return {
    lock,
    text: result,
    changed,
    added: keys.filter((key) => !isKnown(key)),
    replaced: keys.filter((key) => isKnown(key) && !isSame(key)),
    kept: keys.filter((key) => isKnown(key) && isSame(key)),
    removed: Object.keys(before.pins).filter((key) => !Object.hasOwn(lock.pins, key)),
    usage,
    warnings: [...warnings],
  };
}

function promptsOf(
  find: (name: string) => SystemPromptContract,
  { prompts = [], names = [], refined }: PromptLockOptions,
): readonly RefinedSystemPromptContract[] {
  const stranger = prompts.some(
    (prompt) => typeof (prompt as { tryRefine?: unknown })?.tryRefine !== "function",
  );
  if (stranger || (names.length > 0 && !refined)) {
    throw new ConfigError(
      'A lockfile keeps pins of refined prompts. Pass "prompts" that "prompt.refined(...)" gave, or "names" and, in "refined", how they are compiled.',
    );
  }
  return [...prompts, ...names.flatMap((name) => (refined ? [find(name).refined(refined)] : []))];
}

function labelOf({ source }: RefinedSystemPromptContract): string | undefined {
  const { name, version } = source.meta() ?? {};
  return name === undefined || version === undefined ? name : `${name}@${version}`;
}

/** The old pins under the new ones, each once. Names lead to pins that are there. */
function merged(
  before: WholePromptLock,
  found: readonly (readonly [string | undefined, RefinedPin])[],
  prune: boolean,
): WholePromptLock {
  const pins = Object.fromEntries([
    ...(prune ? [] : Object.entries(before.pins)),
    ...found.map(([, pin]) => [pin.key, pin] as const),
  ]);
  const prompts = Object.fromEntries(
    [
      ...Object.entries(before.prompts),
      ...found.flatMap(([label, { key }]) => (label === undefined ? [] : [[label, key] as const])),
    ].filter(([, key]) => Object.hasOwn(pins, key)),
  );
  return { v: 1, prompts, pins };
}

function failureOf(
  failures: readonly (readonly [string, PromptRefinementError])[],
  count: number,
  cause: PromptRefinementError,
): PromptRefinementError {
  const list = failures.map(([label, { reason }]) => `${label} (${reason})`).join(", ");
  const message = `No pin was got for ${failures.length} of ${count} prompts: ${list}. The lockfile was not changed.`;
  const issues = failures.flatMap(([, error]) => error.issues);
  return new PromptRefinementError(message, { reason: cause.reason, issues, cause });
}
