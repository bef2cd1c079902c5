export * from "./agent-errors.ts";
export * from "./ai-error.ts";
export * from "./config-error.ts";
export * from "./flow-errors.ts";
export * from "./outbound-policy-error.ts";
export * from "./provider-errors.ts";
export * from "./session-errors.ts";
export * from "./store-errors.ts";
