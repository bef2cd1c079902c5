import * as dns from "node:dns/promises";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFiles, nodePlatform } from "../../runtimes/node/index.ts";
import { classifyAddress } from "../../src/net/addresses.ts";

describe("nodePlatform", () => {
  it("resolves with the resolver of Node", async () => {
    const addresses = await nodePlatform(dns).resolveHost?.("localhost", {});
    expect(addresses?.length).toBeGreaterThan(0);
    expect(addresses?.map((address) => classifyAddress(address).verdict)).not.toContain("allow");
  });
});

describe("nodeFiles", () => {
  let folder = "";
  const files = nodeFiles(fs);

  beforeAll(() => {
    folder = fs.mkdtempSync(join(tmpdir(), "hedgemage-"));
    fs.mkdirSync(join(folder, "b", "c"), { recursive: true });
    fs.writeFileSync(join(folder, "z.md"), "grüß");
    fs.writeFileSync(join(folder, "b", "a.md"), "a");
    fs.writeFileSync(join(folder, "b", "c", "d.md"), "d");
    fs.symlinkSync(folder, join(folder, "b", "loop"));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it("reads text and bytes, at once too", async () => {
    expect(await files.readText(`${folder}/z.md`)).toBe("grüß");
    expect(files.readTextSync?.(`${folder}/z.md`)).toBe("grüß");
    expect([...(await files.readBytes(`${folder}/b/a.md`))]).toEqual([97]);
    await expect(files.readText(`${folder}/none.md`)).rejects.toThrow("ENOENT");
  });

  it("writes a file whole, with the folders that it needs", async () => {
    for (const text of ["first, and longer", "zweites"])
      await files.writeText?.(`${folder}/new/x/y.json`, text);
    expect(fs.readFileSync(`${folder}/new/x/y.json`, "utf8")).toBe("zweites");
    expect(fs.readdirSync(`${folder}/new/x`)).toEqual(["y.json"]);
    fs.rmSync(`${folder}/new`, { recursive: true });
  });

  it("leaves nothing behind where it cannot write", async () => {
    await expect(files.writeText?.(`${folder}/b`, "over a folder")).rejects.toThrow();
    expect(fs.readdirSync(folder).sort()).toEqual(["b", "z.md"]);
  });

  it("makes no folder for a file of the working folder", async () => {
    const made: string[] = [];
    const written: string[] = [];
    const { readFile, readdir } = fs.promises;
    const promises = {
      readFile,
      readdir,
      mkdir: async (path: string) => void made.push(path),
      writeFile: async () => {},
      rename: async (_from: string, to: string) => void written.push(to),
    };
    await nodeFiles({ readFileSync: fs.readFileSync, promises }).writeText?.("tide.json", "{}");
    expect([made, written]).toEqual([[], ["tide.json"]]);
  });

  it("has no writing where the file system that it got has none", () => {
    const { readFile, readdir } = fs.promises;
    expect(nodeFiles({ readFileSync: fs.readFileSync, promises: { readFile, readdir } })).not.toHaveProperty(
      "writeText",
    );
  });

  it("lists the files below a folder, sorted, and follows no link", async () => {
    const expected = ["b/a.md", "b/c/d.md", "z.md"].map((name) => `${folder}/${name}`);
    expect(await files.list(folder)).toEqual(expected);
    expect(await files.list(`${folder}/`)).toEqual(expected);
    await expect(files.list(`${folder}/none`)).rejects.toThrow("ENOENT");
  });
});
