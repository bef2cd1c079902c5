export * from "./ai.ts";
export * as ai from "./ai.ts";
