import type { PinTrust, RefinedPin } from "../../contracts/refined-prompt.ts";
import { sha256 } from "../../core/hash.ts";
import { isNamed } from "../../store/is-named.ts";
import { formatPlaceholder, placeholdersOf } from "../grammar.ts";
import { checkParity } from "../parity.ts";
import { RECIPE } from "./pin-key.ts";

/** What a pin must fit to be served. */
export interface PinOwner {
  readonly key: string;
  /** The source template. */
  readonly source: string;
  /** The refiner, as `provider:name`. */
  readonly model: string;
  readonly trust?: PinTrust | undefined;
}

/** Makes the record of a compiled text. */
export async function pinRecord(
  { key, source, model }: PinOwner,
  { text, usage, certificate }: Pick<RefinedPin, "text" | "usage" | "certificate">,
): Promise<RefinedPin> {
  return {
    v: 1,
    key,
    text,
    sourceHash: await sha256(source),
    paritySet: placeholdersOf(source).map(formatPlaceholder).sort(),
    recipe: RECIPE,
    model,
    createdAt: new Date().toISOString(),
    usage,
    certificate,
  };
}

/**
 * Looks at what a store or a lockfile has for a prompt: a pin that may be served, or why it may not. Nothing that the record
 * says of itself is believed: its text is checked against the source anew. Where a key that is trusted has signed it, whoever holds
 * the key has done so, and its placeholders alone are looked at.
 */
export async function checkPin(value: unknown, owner: PinOwner): Promise<RefinedPin | string> {
  if (isNamed(value) && value.rejected === true) return "a reviewer rejected what stood there";
  if (!isPin(value)) return "it is no record of a pin";
  const { key, source, model, trust } = owner;
  const isOwn = value.key === key && value.model === model && value.recipe === RECIPE;
  if (!isOwn || value.sourceHash !== (await sha256(source))) return "it is the pin of another prompt";
  if (!checkParity(source, value.text).ok) return "its text asks for other placeholders";
  if (trust?.verify) {
    const { isTrusted } = await import("./trust.ts");
    return (await isTrusted(value, trust)) ? value : "no key that is trusted signed it";
  }
  const { checkRewrite } = await import("./certificate.ts");
  if (!checkRewrite(source, value.text).ok) return "its text lost or added what must stay";
  return value;
}

function isPin(value: unknown): value is RefinedPin {
  if (!isNamed(value)) return false;
  const { v, text, createdAt, paritySet, usage, certificate } = value;
  return (
    v === 1 &&
    typeof text === "string" &&
    text.trim() !== "" &&
    typeof createdAt === "string" &&
    isNamed(usage) &&
    isNamed(certificate) &&
    isNamed(certificate.kept) &&
    [paritySet, certificate.lost, certificate.added].every(Array.isArray)
  );
}
