import { describe, expect, it } from "vitest";
import { layerFindings } from "./layers.ts";
import { parseFile, productFiles } from "./source.ts";

describe("layers", () => {
  it("are respected by every import of the product", () => {
    expect(layerFindings(productFiles())).toEqual([]);
  });

  it.each([
    ["src/core/run.ts", `import type { Model } from "../contracts/model.ts";`],
    ["src/core/run.ts", `import { object } from "valibot";`],
    ["src/contracts/model.ts", `import { AIError } from "../core/errors.ts";`],
    ["src/contracts/model.ts", `import type { Schema } from "../schema/schema.ts";`],
    ["src/rag/rag.ts", `import { memory } from "../memory/memory.ts";`],
    ["src/agent/agent.ts", `export { pii } from "../guardrail/pii.ts";`],
    ["src/agent/agent.ts", `const { pii } = await import("../guardrail/pii.ts");`],
    ["src/workflow/workflow.ts", `type Plan = import("../planner/plan.ts").Plan;`],
    ["src/providers/openai/index.ts", `import { agent } from "../../agent/agent.ts";`],
    ["src/ai.ts", `export { OpenAISDK } from "./providers/openai/index.ts";`],
    ["src/store/store.ts", `import { kvStore } from "../../runtimes/workers/index.ts";`],
    ["runtimes/deno/index.ts", `import { files } from "../node/index.ts";`],
    ["runtimes/browser/index.ts", `import { PromptReview } from "../react/index.ts";`],
    ["runtimes/deno/index.ts", `import { ai } from "../../src/index.ts";`],
    ["src/utils/text.ts", `import { hash } from "../core/hash.ts";`],
  ])("refuse in %s: %s", (path, text) => {
    expect(layerFindings([parseFile(path, text)])).toHaveLength(1);
  });

  it.each([
    ["src/contracts/model.ts", `import type { AIError } from "../core/errors.ts";`],
    ["src/agent/agent.ts", `import { tool } from "../tool/tool.ts";`],
    ["src/planner/plan.ts", `import { workflow } from "../workflow/workflow.ts";`],
    ["src/schema/json.ts", `import { object } from "valibot";`],
    ["runtimes/react/index.ts", `export { indexedDBStore } from "../browser/index.ts";`],
    ["runtimes/workers/index.ts", `import type { Store } from "../../src/contracts/store.ts";`],
  ])("allow in %s: %s", (path, text) => {
    expect(layerFindings([parseFile(path, text)])).toEqual([]);
  });
});
