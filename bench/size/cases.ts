import { existsSync, readFileSync } from "node:fs";
import { entries, root } from "../../scripts/entries.ts";
import type { Consumer } from "./bundle.ts";

export interface SizeCase {
  name: string;
  consumer: Consumer;
}

/** What is compared with others: one agent with one tool, whose input is a JSON Schema, on a model of OpenAI. */
export const comparison = "agent, tool and OpenAI";

/** The most that the first load of the comparison may weigh, in bytes after gzip. */
export const comparisonTarget = 14_000;

/** What is weighed of ours: the comparison, then each entry with all that it exports. */
export const ownCases: readonly SizeCase[] = [
  { name: comparison, consumer: { code: consumerCode("hedgemage"), folder: root } },
  ...entries.map(({ specifier }) => ({
    name: `all of ${specifier}`,
    consumer: {
      code: `export * from "${specifier}";`,
      folder: root,
      external: ["unpdf", ...(specifier === "hedgemage/react" ? ["react"] : [])],
    },
  })),
];

const peerFolder = `${root}bench/`;
const peers: Readonly<Record<string, string>> = {
  "Vercel AI SDK": "vercel-ai",
  "TanStack AI": "tanstack-ai",
  Ax: "ax",
  "OpenAI Agents SDK": "openai-agents",
  LangChain: "langchain",
};

/** The comparison written with each peer; empty where the peers are not installed (`npm run bench:install`). */
export function peerCases(): SizeCase[] {
  if (!existsSync(`${peerFolder}node_modules`)) return [];
  return Object.entries(peers).map(([name, file]) => ({
    name,
    consumer: { code: consumerCode(file), folder: peerFolder },
  }));
}

function consumerCode(name: string): string {
  return readFileSync(new URL(`consumers/${name}.js`, import.meta.url), "utf8");
}
