import type { Bundler } from "./bundle.ts";
import { type LoadedCase, measureLoaded } from "./loaded-cases.ts";
import type { AddedSize } from "./store-cases.ts";

/** What guards add: every module that runs load in fact. */
export const guardCases: readonly LoadedCase[] = [
  { name: "pii alone", code: exported("pii"), use: "pii", target: 6000, budget: 7000 },
  { name: "pii, all that it can look for", code: exported("pii"), use: "pii-all", budget: 13_750 },
  {
    name: "guardrail with all detectors",
    code: exported("guard, injection, moderation, pii, secrets, topic"),
    use: "all",
    target: 16_000,
    budget: 26_200,
  },
];

/** Weighs a program with an agent, with and without guards. */
export function measureGuard(one: LoadedCase, bundler: Bundler): Promise<AddedSize> {
  return measureLoaded("guards/loaded.ts", one, bundler);
}

function exported(names: string): string {
  return `export { ${names} } from "hedgemage/guardrail";`;
}
