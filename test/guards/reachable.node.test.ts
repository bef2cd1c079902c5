import { describe, expect, it } from "vitest";
import { entries } from "../../scripts/entries.ts";
import { reachOf } from "./reachable.ts";

const builtOf = ({ file }: { readonly file: string }): string => file.replace(/^dist\//, "");
const isOfProvider = (path: string): boolean => /(?:^|\/)providers\//.test(path);

/** What programs bring along themselves where they want it. */
const brought = /^(?:openai|ollama|ai|@ai-sdk\/.+|@anthropic-ai\/.+|@google\/.+|@aws-sdk\/.+)(?:\/|$)/;

describe("what is built", () => {
  const main = entries.filter(({ subpath }) => subpath === ".").map(builtOf);
  const all = reachOf(entries.map(builtOf));

  it("holds no adapter where no adapter is asked for, not even on demand", () => {
    const { modules, packages } = reachOf(main);
    expect(modules.size).toBeGreaterThan(10);
    expect([...modules].filter(isOfProvider)).toEqual([]);
    expect([...packages.keys()].filter((name) => brought.test(name) || name === "aws4fetch")).toEqual([]);
  });

  it.each(
    entries.filter(({ subpath }) =>
      /^\.\/(?:browser|workers|deno|node|extension|net|valibot|prompt-review|react)$/.test(subpath),
    ),
  )("holds no adapter in $specifier", (entry) => {
    expect([...reachOf([builtOf(entry)]).modules].filter(isOfProvider)).toEqual([]);
  });

  it("never loads an official client, nor the AI SDK", () => {
    expect([...all.modules].filter(isOfProvider).length).toBeGreaterThan(10);
    expect([...all.packages.keys()].filter((name) => brought.test(name))).toEqual([]);
  });

  it("signs with aws4fetch for Bedrock only", () => {
    const signing = all.packages.get("aws4fetch") ?? [];
    expect(signing).toHaveLength(1);
    const others = entries.filter(({ subpath }) => subpath !== "./bedrock").map(builtOf);
    expect(reachOf(others).packages.has("aws4fetch")).toBe(false);
  });
});

describe("what is reached", () => {
  it("is found through imports, re-exports and import(), once each", () => {
    const files: Readonly<Record<string, string>> = {
      "a.js":
        'import { b } from "./parts/b.js"; export * from "c"; export const later = () => import("./parts/d.js");',
      "parts/b.js": 'import "../a.js"; import { c } from "c";',
      "parts/d.js": "export {};",
    };
    const { modules, packages } = reachOf(["a.js"], (path) => files[path] ?? "");
    expect([...modules]).toEqual(["a.js", "parts/b.js", "parts/d.js"]);
    expect([...packages]).toEqual([["c", ["a.js", "parts/b.js"]]]);
  });
});
