import { renameSync, rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { entries } from "../../../scripts/entries.ts";
import { forbiddenUses } from "../free-names.ts";
import { bundlers } from "./bundle.ts";
import { packConsumer } from "./consumer.ts";

/** What any entry may reach and load on demand, if its user installed it. */
const onDemand = ["unpdf"];

/** The optional peer of an entry, which its user installs; no other import may be left. */
const peers: Record<string, string[]> = {
  "./react": ["react"],
  "./valibot": ["@valibot/to-json-schema"],
};

const consumer = packConsumer();
const reader = `${consumer.folder}/node_modules/unpdf`;
afterAll(() => rmSync(consumer.folder, { recursive: true }));

describe.each(Object.entries(bundlers))("%s, for a browser", (bundler, bundle) => {
  it.each(entries)(
    "bundles $specifier whole, with nothing forbidden in it",
    async ({ subpath, specifier }) => {
      const own = [...onDemand, ...(peers[subpath] ?? [])];
      const { code, externals } = await bundle(consumer.folder, `export * from "${specifier}";`, own);
      expect(code.length).toBeGreaterThan(0);
      expect(externals.filter((name) => !own.includes(name))).toEqual([]);
      expect(forbiddenUses(code)).toEqual([]);
    },
  );

  it("fails, or tells the import, where code wants a Node built-in", async () => {
    const attempt = bundle(
      consumer.folder,
      `import { readFileSync } from "node:fs"; export { readFileSync };`,
    );
    const told = await attempt.then(
      ({ code, externals }) => [...externals, ...forbiddenUses(code)],
      () => ["refused"],
    );
    expect(told).not.toEqual([]);
  });

  // Rollup warns, and leaves the import as it is; this guard takes its warnings for failures.
  it.skipIf(bundler === "rollup")(
    "bundles a loader of PDFs where their reader is not installed",
    async () => {
      renameSync(reader, `${reader}-away`);
      try {
        const { code } = await bundle(consumer.folder, `export { loadPdf } from "hedgemage";`);
        expect(code).toContain("npm install unpdf");
      } finally {
        renameSync(`${reader}-away`, reader);
      }
    },
  );

  it("fails where a dependency is not installed", async () => {
    await expect(bundle(consumer.folder, `export * from "hedgemage-nothing";`)).rejects.toThrow();
  });
});
