import type { PinTrust, RefinedPin } from "../../contracts/refined-prompt.ts";
import { sha256 } from "../../core/hash.ts";
import { isNamed } from "../../store/is-named.ts";
import { formatPlaceholder, placeholdersOf } from "../grammar.ts";
import { checkRewrite } from "./certificate.ts";
import { RECIPE } from "./pin-key.ts";

/** What a pin must fit to be served. */
export interface PinOwner {
  readonly key: string;
  /** The source template. */
  readonly source: string;
  readonly trust?: PinTrust | undefined;
}

/**
 * Makes the record of a compiled text.
 *
 * @param model the refiner, as `provider:name`
 */
export async function pinRecord(
  { key, source }: PinOwner,
  compiled: Pick<RefinedPin, "model" | "text" | "certificate" | "usage">,
): Promise<RefinedPin> {
  return {
    v: 1,
    key,
    sourceHash: await sha256(source),
    paritySet: placeholdersOf(source).map(formatPlaceholder).sort(),
    recipe: RECIPE,
    createdAt: new Date().toISOString(),
    ...compiled,
  };
}

/**
 * Looks at what a store or a lockfile has for a prompt: a pin that may be served, or why it may not. Nothing that the record
 * says of itself is believed: its text is checked against the source anew.
 */
export async function checkPin(value: unknown, owner: PinOwner): Promise<RefinedPin | string> {
  if (isNamed(value) && value.rejected === true) return "a reviewer rejected what stood there";
  if (!isPin(value)) return "it is no record of a pin";
  if (value.key !== owner.key || value.sourceHash !== (await sha256(owner.source))) {
    return "it is the pin of another prompt";
  }
  const { ok, parity } = checkRewrite(owner.source, value.text);
  if (!parity.ok) return "its text asks for other placeholders";
  if (!ok) return "its text lost or added what must stay";
  const { trust } = owner;
  if (trust?.verify && !(await (await import("./trust.ts")).isTrusted(value, trust))) {
    return "no key that is trusted signed it";
  }
  return value;
}

function isPin(value: unknown): value is RefinedPin {
  return (
    isNamed(value) &&
    value.v === 1 &&
    ["key", "text", "sourceHash", "recipe", "model", "createdAt"].every(
      (field) => typeof value[field] === "string",
    ) &&
    String(value.text).trim() !== "" &&
    Array.isArray(value.paritySet) &&
    isNamed(value.usage) &&
    isNamed(value.certificate) &&
    isNamed(value.certificate.kept) &&
    Array.isArray(value.certificate.lost) &&
    Array.isArray(value.certificate.added)
  );
}
