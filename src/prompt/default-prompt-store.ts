import { type PromptStore, promptStore } from "./prompt-store.ts";

/**
 * The store of the whole program, which `systemPrompt` registers in and `prompts` reads. It keeps what it is given:
 * prompts that are made anew for each request should have no name.
 */
export const defaultPromptStore: PromptStore = /* @__PURE__ */ promptStore();
