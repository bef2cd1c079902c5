export { approval } from "./approval.ts";
export * as interrupt from "./interrupt.ts";
export { resume } from "./resume.ts";
