export type * from "../contracts/detector.ts";
export { guard } from "./guard.ts";
export { type GuardDataOptions, type GuardedData, type GuardedFlag, guardData } from "./guard-data.ts";
export type * from "./guard-options.ts";
export { guardrail } from "./guardrail.ts";
export { type PiiCategory, type PiiOptions, type PiiSpan, pii } from "./pii.ts";
export { type Vault, type VaultOptions, vault } from "./vault.ts";
export type { VaultLike, VaultOwner, VaultSession } from "./vault-session.ts";
