export { MockSkillsStore } from "./mock-skills-store.ts";
export { type ProceduralSkillStoreOptions, proceduralSkillStore } from "./procedural-skill-store.ts";
export { runReviewGate, type SkillReview } from "./review.ts";
export { skills } from "./skills.ts";
export type * from "./skills-config.ts";
export { skillsStore } from "./skills-store.ts";
