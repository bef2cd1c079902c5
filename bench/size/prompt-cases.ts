import type { Bundler } from "./bundle.ts";
import { type LoadedCase, measureLoaded } from "./loaded-cases.ts";
import type { AddedSize } from "./store-cases.ts";

const builder = { code: `export { systemPrompt, prompts } from "hedgemage";`, use: "built" };

/** What prompts add: every module that runs load in fact. */
export const promptCases: readonly LoadedCase[] = [
  { name: "prompts: builder and registry", ...builder, target: 6000, budget: 6000 },
  {
    name: "refined prompts beside them: served",
    code: "",
    use: "served",
    beside: builder,
    target: 6000,
    budget: 7000,
  },
  {
    name: "refined prompts beside them: compiled",
    code: "",
    use: "refined",
    beside: builder,
    target: 6000,
    budget: 16_300,
  },
  {
    name: "the harness: runs",
    code: `export { harness } from "hedgemage";`,
    use: "learned",
    beside: { code: `export { memoryStore } from "hedgemage";`, use: "" },
    target: 10_000,
    budget: 9900,
  },
  {
    name: "the harness: and refinements",
    code: `export { harness } from "hedgemage";`,
    use: "harness",
    beside: { code: `export { memoryStore } from "hedgemage";`, use: "" },
    target: 10_000,
    budget: 14_900,
  },
];

/** Weighs a program with an agent, with and without prompts. */
export function measurePrompt(one: LoadedCase, bundler: Bundler): Promise<AddedSize> {
  return measureLoaded("prompts/loaded.ts", one, bundler);
}
