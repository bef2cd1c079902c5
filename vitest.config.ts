import { defineConfig } from "vitest/config";
import { entries, root } from "./scripts/entries.ts";
import { corpusPlugin } from "./test/support/corpus-plugin.ts";

const shared = {
  plugins: [corpusPlugin(`${root}../shared/data`)],
  resolve: {
    alias: entries.map(({ specifier, source }) => ({
      find: new RegExp(`^${specifier}$`),
      replacement: `${root}${source}`,
    })),
  },
};

const everywhere = ["test/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: "node",
          include: [...everywhere, "test/**/*.node.test.ts"],
          exclude: ["**/*.{workers,browser,deno}.test.ts", "**/node_modules/**", "test/guards/**"],
        },
      },
      {
        ...shared,
        test: {
          name: "guards",
          include: ["test/guards/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
