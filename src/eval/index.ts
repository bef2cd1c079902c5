export { contains } from "./contains.ts";
export { exact } from "./exact.ts";
export { judge } from "./judge.ts";
export { predicate } from "./predicate.ts";
