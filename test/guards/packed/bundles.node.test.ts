import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { entries } from "../../../scripts/entries.ts";
import { forbiddenUses } from "../free-names.ts";
import { bundlers } from "./bundle.ts";
import { packConsumer } from "./consumer.ts";

/** The optional peer of an entry, which its user installs; no other import may be left. */
const peers: Record<string, string[]> = {
  ".": ["unpdf"],
  "./react": ["react"],
  "./valibot": ["@valibot/to-json-schema"],
};

const consumer = packConsumer();
afterAll(() => rmSync(consumer.folder, { recursive: true }));

describe.each(Object.entries(bundlers))("%s, for a browser", (_, bundle) => {
  it.each(entries)(
    "bundles $specifier whole, with nothing forbidden in it",
    async ({ subpath, specifier }) => {
      const own = peers[subpath] ?? [];
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

  it("fails where a dependency is not installed", async () => {
    await expect(bundle(consumer.folder, `export * from "hedgemage-nothing";`)).rejects.toThrow();
  });
});
