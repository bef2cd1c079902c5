import type { RagGroup } from "./group.ts";

/** Every group of measures, by name; a module loads with its group. */
export const groups: Readonly<Record<string, () => Promise<RagGroup>>> = {
  chunking: async () => (await import("./groups/chunking.ts")).chunking,
  keyword: async () => (await import("./groups/keyword.ts")).keyword,
  html: async () => (await import("./groups/html.ts")).html,
  "vector-search": async () => (await import("./groups/vector-search.ts")).vectorSearch,
  "indexed-db": async () => (await import("./groups/indexed-db.ts")).indexedDb,
  embedder: async () => (await import("./groups/embedder.ts")).embedder,
  hybrid: async () => (await import("./groups/hybrid.ts")).hybrid,
};
