import { afterEach, describe, expect, it } from "vitest";
import type { Json, Message } from "../../src/contracts/message.ts";
import type { FileReader } from "../../src/contracts/platform.ts";
import type { Store } from "../../src/contracts/store.ts";
import { config } from "../../src/core/config.ts";
import type { Cassette } from "../../src/model/cassette.ts";
import { type VcrOptions, vcr } from "../../src/model/vcr.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { type MockModel, mockModel } from "../../src/testing/index.ts";
import { errorOf } from "../providers/support.ts";

const ask = (content: string): Message[] => [{ role: "user", content }];
const PATH = "./cassettes/support.json";
const live = (content = "Cairo"): MockModel => mockModel({ name: "live", responses: [{ content }] });

interface Folder extends FileReader {
  readonly texts: Map<string, string>;
  readonly written: string[];
}

/** Files in memory; what is missing is told as Node does. */
function folder(texts: Record<string, string> = {}): Folder & Required<Pick<FileReader, "writeText">> {
  const kept = new Map(Object.entries(texts));
  const written: string[] = [];
  return {
    texts: kept,
    written,
    async readText(path) {
      const text = kept.get(path);
      if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      return text;
    },
    readBytes: async () => new Uint8Array(),
    list: async () => [...kept.keys()],
    async writeText(path, text) {
      written.push(path);
      kept.set(path, text);
    },
  };
}

const cassetteIn = (files: Folder): Cassette => JSON.parse(files.texts.get(PATH) ?? "null");

describe("a cassette in a file", () => {
  afterEach(() => config({ files: undefined }));

  it("is written by save and read before the first call", async () => {
    const files = folder();
    const recorder = vcr(live(), { path: PATH, files });
    await recorder.complete(ask("?"));
    expect(files.written).toEqual([]);
    await recorder.save();
    expect(cassetteIn(files)).toEqual(recorder.cassette);
    expect(files.texts.get(PATH)).toMatch(/^\{\n {2}"version": 1,\n.*\}\n$/s);
    const silent = mockModel({ name: "live", responses: [] });
    config({ files });
    const replayer = vcr(silent, { path: PATH, mode: "replay" });
    expect(replayer.cassette.entries).toEqual([]);
    expect((await replayer.complete(ask("?"))).content).toBe("Cairo");
    expect(replayer.cassette).toEqual(recorder.cassette);
  });

  it("is not written where nothing was recorded", async () => {
    const files = folder();
    const recorder = vcr(live(), { path: PATH, files });
    await recorder.save();
    await recorder.complete(ask("?"));
    await recorder.save();
    await recorder.save();
    const replayer = vcr(live(), { path: PATH, files });
    await replayer.complete(ask("?"));
    await replayer.save();
    expect(files.written).toHaveLength(1);
  });

  it("grows by what two models record on it", async () => {
    const files = folder();
    const recorders = ["a", "b"].map((content) => vcr(live(content), { path: PATH, files }));
    for (const [index, recorder] of recorders.entries()) await recorder.complete(ask(String(index)));
    for (const recorder of recorders) await recorder.save();
    expect(cassetteIn(files).entries).toHaveLength(2);
    expect((await vcr(live("no"), { path: PATH, files, mode: "replay" }).complete(ask("0"))).content).toBe(
      "a",
    );
  });

  it.each([
    ["cut off", '{"version":1,"model":"m"', "is not JSON"],
    ["somebody else's", '{"name":"my-package"}', "is no cassette"],
    ["empty", "", "is not JSON"],
    ["no object", "[]", "is no cassette"],
    ["of a later version", '{"version":2,"model":"m","provider":"p","entries":[]}', "has version 2"],
    ["without entries", '{"version":1,"model":"m","provider":"p"}', "lacks"],
    [
      "with an entry that has no outcome",
      '{"version":1,"model":"m","provider":"p","entries":[{"requestHash":"a","request":{"messages":[]}}]}',
      "its entry 0",
    ],
    [
      "with an entry that has two",
      '{"version":1,"model":"m","provider":"p","entries":[{"requestHash":"a","request":{"messages":[]},"chunks":[],"error":{"name":"E","message":"m"}}]}',
      "its entry 0",
    ],
  ])("that is %s is refused in every mode, and left as it is", async (_what, text, fault) => {
    for (const mode of ["record", "replay", "auto"] as const) {
      const files = folder({ [PATH]: text });
      const model = live();
      const recorder = vcr(model, { path: PATH, files, mode });
      const error = await errorOf(recorder.complete(ask("?")));
      expect(error).toMatchObject({ code: "STORE_CORRUPT", key: PATH });
      expect(error.message).toContain(fault);
      await recorder.save();
      expect(files.texts.get(PATH)).toBe(text);
      expect(model.callCount).toBe(0);
    }
  });

  it("that was damaged after it was read is not overwritten either", async () => {
    const files = folder();
    const recorder = vcr(live(), { path: PATH, files });
    await recorder.complete(ask("?"));
    files.texts.set(PATH, "{");
    expect(await errorOf(recorder.save())).toMatchObject({ code: "STORE_CORRUPT" });
    expect(files.texts.get(PATH)).toBe("{");
    files.texts.delete(PATH);
    await recorder.save();
    expect(cassetteIn(files).entries).toHaveLength(1);
  });

  it("that is missing is empty, however the runtime says so; what cannot be read is not missing", async () => {
    for (const told of [{ code: "ENOENT" }, { name: "NotFound" }, { name: "NotFoundError" }]) {
      const files = { ...folder(), readText: () => Promise.reject(Object.assign(new Error("none"), told)) };
      expect((await vcr(live(), { path: PATH, files }).complete(ask("?"))).content).toBe("Cairo");
      const miss = errorOf(vcr(live(), { path: PATH, files, mode: "replay" }).complete(ask("?")));
      expect(await miss).toMatchObject({ code: "VCR_CASSETTE_MISS", path: PATH });
    }
    const cause = Object.assign(new Error("not yours"), { code: "EACCES" });
    const files = { ...folder(), readText: () => Promise.reject(cause) };
    const error = await errorOf(vcr(live(), { path: PATH, files }).complete(ask("?")));
    expect(error).toMatchObject({ code: "STORE_UNAVAILABLE", cause });
  });

  it("tries again to read what could not be read, and to write what could not be written", async () => {
    const files = folder();
    let isBroken = true;
    const flaky: FileReader = {
      ...files,
      readText: (path) => (isBroken ? Promise.reject(new Error("busy")) : files.readText(path)),
      writeText: (path, text) => (isBroken ? Promise.reject(new Error("full")) : files.writeText(path, text)),
    };
    const recorder = vcr(live(), { path: PATH, files: flaky });
    expect(await errorOf(recorder.complete(ask("?")))).toMatchObject({ code: "STORE_UNAVAILABLE" });
    isBroken = false;
    await recorder.complete(ask("?"));
    isBroken = true;
    expect(await errorOf(recorder.save())).toMatchObject({ code: "STORE_UNAVAILABLE" });
    isBroken = false;
    await recorder.save();
    expect(cassetteIn(files).entries).toHaveLength(1);
  });
});

describe("a cassette in a store", () => {
  it("is written by save and read before the first call", async () => {
    const store = memoryStore();
    const recorder = vcr(live(), { store, key: "support" });
    await recorder.complete(ask("?"));
    expect(await store.get("support")).toBeUndefined();
    await recorder.save();
    expect((await store.get("support"))?.value).toEqual(recorder.cassette);
    const replayer = vcr(mockModel({ name: "live" }), { store, key: "support", mode: "replay" });
    expect((await replayer.complete(ask("?"))).content).toBe("Cairo");
  });

  it("loses nothing that others write at the same time", async () => {
    const store = memoryStore();
    const recorders = Array.from({ length: 5 }, () => vcr(live(), { store, key: "k" }));
    await Promise.all(recorders.map((recorder, index) => recorder.complete(ask(String(index)))));
    await Promise.all(recorders.map((recorder) => recorder.save()));
    const { value } = (await store.get("k")) ?? {};
    expect((value as unknown as Cassette).entries).toHaveLength(5);
  });

  it("writes nothing twice where the store gives fields in an order of its own", async () => {
    const plain = memoryStore();
    const turned = (value: Json = null): Json =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([name, part]) => [name, turned(part)]),
            )
          : value;
    const store: Store = {
      ...plain,
      async get(key) {
        const entry = await plain.get(key);
        return entry && { ...entry, value: turned(entry.value) };
      },
    };
    const recorder = vcr(live(), { store, key: "k" });
    for (const question of ["1", "2"]) {
      await recorder.complete(ask(question));
      await recorder.save();
    }
    const { value } = (await store.get("k")) ?? {};
    expect((value as unknown as Cassette).entries).toHaveLength(2);
  });

  it("works in a store that cannot compare and set", async () => {
    const atomic = memoryStore();
    const store = {
      ...atomic,
      traits: { ...atomic.traits, atomic: false },
      set: (...[key, value, options]: Parameters<typeof atomic.set>) => {
        expect(options).not.toHaveProperty("ifVersion");
        return atomic.set(key, value);
      },
    };
    const recorder = vcr(live(), { store, key: "k" });
    await recorder.complete(ask("?"));
    await recorder.save();
    expect((await store.get("k"))?.value).toEqual(recorder.cassette);
  });

  it("that is something else is refused and left as it is", async () => {
    const store = memoryStore();
    await store.set("k", { mine: true });
    const recorder = vcr(live(), { store, key: "k", mode: "record" });
    expect(await errorOf(recorder.complete(ask("?")))).toMatchObject({
      code: "STORE_CORRUPT",
      store: "memory",
      key: "k",
    });
    expect((await store.get("k"))?.value).toEqual({ mine: true });
  });
});

describe("a cassette as a value", () => {
  it("is not changed, and what is new stays with the model", async () => {
    const recorder = vcr(live());
    await recorder.complete(ask("1"));
    const cassette: Cassette = JSON.parse(JSON.stringify(recorder.cassette));
    const both = vcr(live("Giza"), { cassette });
    expect((await both.complete(ask("1"))).content).toBe("Cairo");
    expect((await both.complete(ask("2"))).content).toBe("Giza");
    await both.save();
    expect(both.cassette.entries).toHaveLength(2);
    expect(cassette.entries).toHaveLength(1);
  });
});

describe("what cannot work is refused at once", () => {
  const { writeText: _none, ...readOnly } = folder();
  it.each<[string, VcrOptions]>([
    ["an unknown mode", { mode: "rewind" as never }],
    ["two places", { path: PATH, files: folder(), store: memoryStore(), key: "k" }],
    ["a path without a reader", { path: PATH }],
    ["recording with a reader that cannot write", { path: PATH, files: readOnly, mode: "record" }],
    ["a store without a key", { store: memoryStore() }],
    ["replaying nothing", { mode: "replay" }],
    ["a value that is no cassette", { cassette: { version: 2 } }],
    ["a list as a cassette", { cassette: [] }],
  ])("%s", (_what, options) => {
    expect(() => vcr(live(), options)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });

  it("but a reader that cannot write may replay; only saving something new is refused", async () => {
    const both = vcr(live(), { path: PATH, files: readOnly });
    await both.complete(ask("?"));
    expect(await errorOf(both.save())).toMatchObject({ code: "INVALID_CONFIG" });
  });
});
