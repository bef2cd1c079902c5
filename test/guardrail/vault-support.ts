import type { GuardrailDetector, GuardrailMatch } from "../../src/contracts/detector.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import { guard } from "../../src/guardrail/guard.ts";
import { type Vault, vault } from "../../src/guardrail/vault.ts";

/** Finds addresses, and names of three people. */
export const finder: GuardrailDetector = {
  name: "finder",
  check(text) {
    const matches = foundIn(text);
    return matches.length > 0 ? { type: "redact", text: "[gone]", matches } : { type: "allow" };
  },
};

export function foundIn(text: string): GuardrailMatch[] {
  return [...text.matchAll(/[\w.]+@[\w.]+\w|\b(?:Ada Lovelace|Bo|José)\b/g)].map(({ 0: value, index }) => ({
    rule: "finder.any",
    label: value.includes("@") ? "email" : "person",
    span: [index, index + value.length],
  }));
}

/** A guard that does nothing but hide. */
export function hiding(
  values: Vault = vault(),
  detectors: readonly GuardrailDetector[] = [finder],
): AgentMiddleware {
  return guard({ name: "hiding", vault: values, input: detectors });
}

/** What is left of values in anything that can be written down. */
export function leaksIn(...things: readonly unknown[]): string[] {
  const written = things
    .map(
      (thing) =>
        JSON.stringify(thing, (_key, value) =>
          value instanceof Error
            ? { ...value, message: value.message, stack: value.stack, cause: value.cause }
            : value,
        ) ?? "",
    )
    .join("\n");
  return ["ada@x.io", "bob@y.io", "ADA@X.IO", "ada%40x.io", "Ada Lovelace"].filter((value) =>
    written.includes(value),
  );
}
