// What only a refinement needs, in one piece that is loaded with the first one: an agent that has learned something runs without.

export { judgeEdits } from "./judge-edits.ts";
export { planRefinement, reviewConversation } from "./plan-refinement.ts";
