// What only an evaluation needs: a piece of its own, so that no other run loads it.

export { askJudge } from "./ask-judge.ts";
export { evaluate } from "./evaluate.ts";
