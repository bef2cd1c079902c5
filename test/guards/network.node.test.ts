import { describe, expect, it } from "vitest";
import { networkFindings } from "./network.ts";
import { parseFile, productFiles } from "./source.ts";

describe("the network", () => {
  it("is reached through the guarded fetch and the transports of providers only", () => {
    expect(productFiles().flatMap(networkFindings)).toEqual([]);
  });

  it.each([
    `export const load = (url: string) => fetch(url);`,
    `export const load = (url: string) => globalThis.fetch(url);`,
    `export const open = (url: string) => new WebSocket(url);`,
  ])("is noticed in %s", (text) => {
    expect(networkFindings(parseFile("src/rag/load.ts", text))).toHaveLength(1);
  });

  it.each([
    ["src/net/policy.ts", `export const send = (...args: []) => globalThis.fetch(...args);`],
    ["src/rag/load.ts", `export const load = (url: string, { fetch }: Options) => fetch(url);`],
    [
      "src/rag/load.ts",
      `interface Policy { fetch: () => void } export const load = (policy: Policy) => policy.fetch();`,
    ],
  ])("may be used in %s as %s", (path, text) => {
    expect(networkFindings(parseFile(path, text))).toEqual([]);
  });
});
