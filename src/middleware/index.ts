export { budget } from "./budget.ts";
export { compaction } from "./compaction.ts";
export { compose, forTool } from "./compose.ts";
export { guardrail } from "./guardrail.ts";
export { semanticCache } from "./semantic-cache.ts";
