import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type DenoFileSystem,
  type DenoResolver,
  denoFiles,
  denoPlatform,
} from "../../runtimes/deno/index.ts";

interface DenoForTests extends DenoFileSystem, DenoResolver {
  makeTempDir(): Promise<string>;
  mkdir(path: string, options: { recursive: boolean }): Promise<void>;
  writeTextFile(path: string, text: string): Promise<void>;
  symlink(from: string, to: string): Promise<void>;
  remove(path: string, options?: { recursive: boolean }): Promise<void>;
}

const deno: DenoForTests = Reflect.get(globalThis, "Deno");

describe("denoFiles", () => {
  let folder = "";
  const files = denoFiles(deno);

  beforeAll(async () => {
    folder = await deno.makeTempDir();
    await deno.mkdir(`${folder}/b/c`, { recursive: true });
    await deno.writeTextFile(`${folder}/z.md`, "grüß");
    await deno.writeTextFile(`${folder}/b/a.md`, "a");
    await deno.writeTextFile(`${folder}/b/c/d.md`, "d");
    await deno.symlink(folder, `${folder}/b/loop`);
  });
  afterAll(() => deno.remove(folder, { recursive: true }));

  it("reads text and bytes, at once too", async () => {
    expect(await files.readText(`${folder}/z.md`)).toBe("grüß");
    expect(files.readTextSync?.(`${folder}/z.md`)).toBe("grüß");
    expect([...(await files.readBytes(`${folder}/b/a.md`))]).toEqual([97]);
    await expect(files.readText(`${folder}/none.md`)).rejects.toThrow();
  });

  it("writes a file whole, with the folders that it needs", async () => {
    for (const text of ["first, and longer", "zweites"])
      await files.writeText?.(`${folder}/new/x/y.json`, text);
    expect(await files.readText(`${folder}/new/x/y.json`)).toBe("zweites");
    expect(await files.list(`${folder}/new`)).toEqual([`${folder}/new/x/y.json`]);
    await deno.remove(`${folder}/new`, { recursive: true });
  });

  it("leaves nothing behind where it cannot write", async () => {
    await expect(files.writeText?.(`${folder}/b`, "over a folder")).rejects.toThrow();
    expect((await files.list(folder)).filter((path) => path.endsWith(".tmp"))).toEqual([]);
  });

  it("makes no folder for a file of the working folder", async () => {
    const made: string[] = [];
    const written: string[] = [];
    const watched: DenoFileSystem = {
      ...deno,
      mkdir: async (path) => void made.push(path),
      writeTextFile: async () => {},
      rename: async (_from, to) => void written.push(to),
    };
    await denoFiles(watched).writeText?.("tide.json", "{}");
    expect([made, written]).toEqual([[], ["tide.json"]]);
  });

  it("lists the files below a folder, sorted, and follows no link", async () => {
    const expected = ["b/a.md", "b/c/d.md", "z.md"].map((name) => `${folder}/${name}`);
    expect(await files.list(folder)).toEqual(expected);
    expect(await files.list(`${folder}/`)).toEqual(expected);
  });
});

it("denoPlatform uses the resolver of Deno, and stops with the signal", async () => {
  const signal = AbortSignal.abort();
  await expect(denoPlatform(deno).resolveHost?.("a.example", { signal })).rejects.toThrow();
});
