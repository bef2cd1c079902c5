import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { root } from "../../scripts/entries.ts";
import { withTables } from "../../scripts/readme-tables.ts";
import { driverTraits } from "../../scripts/store-traits.ts";

/** What makes a store, but not of a place where values are kept. */
const notDrivers = ["defineStore", "vectorizeStore"];
/** Stores of vectors have no traits. */
const isOfVectors = (name: string): boolean => name.endsWith("VectorStore");

describe("the README's table of stores", () => {
  it("says what the drivers say of themselves", async () => {
    const text = readFileSync(`${root}README.md`, "utf8");
    expect(text).toContain("<!-- generated:stores -->");
    expect(await withTables(text, ["stores"])).toBe(text);
  });

  it("is another one when a promise is", async () => {
    const text = "<!-- generated:stores -->\n| `kvStore` | atomic |\n<!-- /generated -->";
    expect(await withTables(text, ["stores"])).not.toBe(text);
  });

  it("has a row for every driver", () => {
    const files = globSync(["src/store/*-store.ts", "runtimes/*/*-store.ts"], { cwd: root });
    const factories = files.flatMap((file) =>
      [...readFileSync(root + file, "utf8").matchAll(/^export function (\w+Store)\(/gm)].map(
        ([, name]) => name,
      ),
    );
    const names = [...new Set(driverTraits().map(({ name }) => name))];
    expect(factories.filter((name = "") => !notDrivers.includes(name) && !isOfVectors(name)).sort()).toEqual(
      names.sort(),
    );
  });
});
