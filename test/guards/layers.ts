import { posix } from "node:path";
import { importsOf, place, type SourceFile } from "./source.ts";

const floors = ["core", "contracts", "schema", "net", "store", "prompt"];
const features = ["middleware", "guardrail", "human", "memory", "skills", "observe", "model", "rag"];
const rungs = ["workflow", "supervisor", "planner", "orchestrator", "batch", "media"];
const consumers = ["eval", "harness"];

/** The table of the architecture: which folders of src/ the files of a folder may import, besides their own. */
const allowed: Record<string, readonly string[]> = {
  core: [],
  contracts: ["core"],
  schema: ["core", "contracts"],
  net: ["core", "contracts"],
  store: ["core", "contracts", "schema"],
  prompt: ["core", "contracts", "schema", "net", "store"],
  tool: floors,
  // Retrieval and skills give an agent tools.
  ...table(features, () => [...floors, "tool"]),
  // The options of `ai.skills()` are taken as they are; a file that loads on demand makes a library of them.
  agent: [...floors, "tool", "skills"],
  // A rung may stand on the rungs before it.
  ...table(rungs, (index) => [...floors, "tool", "agent", ...rungs.slice(0, index)]),
  ...table(consumers, () => [...floors, "tool", "agent", ...rungs]),
  // A sub-agent is an agent with a budget: the one place where the loop meets a feature.
  spawn: [...floors, "agent", "middleware"],
  providers: ["core", "contracts", "schema", "net"],
  testing: [...floors, "tool", "model", "agent"],
  "ai.ts": [...floors, "tool", ...features, "agent", "spawn", ...rungs, ...consumers],
  "index.ts": ["ai.ts"],
};

/** What the imports of the files break in the table; each finding names the place, the import and the rule. */
export function layerFindings(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ specifier, typeOnly, node }) => {
      const broken = brokenRule(file.path, specifier, typeOnly);
      return broken ? [`${place(file, node)} imports ${specifier}: ${broken}`] : [];
    }),
  );
}

function brokenRule(path: string, specifier: string, typeOnly: boolean): string | undefined {
  const from = layerOf(path);
  if (!specifier.startsWith(".")) return from === "core" && !typeOnly ? "core imports nothing" : undefined;
  const target = posix.join(posix.dirname(path), specifier);
  const to = layerOf(target);
  if (target.startsWith("..")) return "that is outside of the repository";
  if (from === to) return undefined;
  // What a page has, a framework of pages wraps.
  if (from === "runtimes/react" && to === "runtimes/browser") return undefined;
  if (path.startsWith("runtimes/")) return runtimeRule(to);
  if (!target.startsWith("src/")) return "src imports nothing outside of src";
  if (from === "contracts" && !typeOnly) return "contracts import types only";
  const rule = allowed[from];
  if (!rule) return `the folder ${from} is not in the table of layers`;
  return rule.includes(to) ? undefined : `${from} may import ${rule.join(", ") || "nothing"}`;
}

function runtimeRule(to: string): string | undefined {
  return [...floors, "tool", ...features].includes(to)
    ? undefined
    : "a runtime imports only floors and features of src";
}

/** `core` for src/core/…, `runtimes/deno` for runtimes/deno/…, `ai.ts` for src/ai.ts. */
function layerOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "src" ? second : `${first}/${second}`;
}

function table(
  names: readonly string[],
  row: (index: number) => readonly string[],
): Record<string, readonly string[]> {
  return Object.fromEntries(names.map((name, index) => [name, row(index)]));
}
