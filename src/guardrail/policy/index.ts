import type { PolicyOptions } from "./inspector.ts";
import { Policy } from "./policy.ts";

export type { Policy } from "./policy.ts";

/** Puts together what a guard does. */
export async function policy(options: PolicyOptions): Promise<Policy> {
  const { vault, input } = options;
  const hooks = vault && (await import("../vault-hooks.ts")).vaultHooks(vault, input);
  return new Policy(options, hooks);
}
