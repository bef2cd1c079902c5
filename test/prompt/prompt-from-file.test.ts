import { afterEach, describe, expect, it } from "vitest";
import type { FileReader } from "../../src/contracts/platform.ts";
import { config } from "../../src/core/config.ts";
import { AIError } from "../../src/core/errors/index.ts";
import { SystemPrompt, systemPrompt } from "../../src/prompt/system-prompt.ts";

/** Reads from a record, and counts. */
function reader(files: Record<string, string>): FileReader & { reads: number } {
  const result = {
    reads: 0,
    readTextSync(path: string): string {
      result.reads++;
      const text = files[path];
      if (text === undefined) throw new Error(`ENOENT ${path}`);
      return text;
    },
    readText: async (path: string): Promise<string> => result.readTextSync(path),
    readBytes: async (): Promise<Uint8Array> => new Uint8Array(),
    list: async (): Promise<readonly string[]> => Object.keys(files),
  };
  return result;
}

function caught(action: () => unknown): AIError {
  try {
    action();
  } catch (error) {
    if (AIError.is(error)) return error;
  }
  throw new Error("no AIError was thrown");
}

afterEach(() => {
  config({ files: undefined });
});

describe("systemPrompt.fromFile", () => {
  it("reads once, at construction, and keeps placeholders for later", () => {
    const files = reader({ "./support.md": "Be polite.\nRespond in {{language|English}}.\n" });
    const prompt = systemPrompt.fromFile("./support.md", { files });
    expect(files.reads).toBe(1);
    expect(prompt.blocks).toMatchObject([
      { type: "instruction", text: "Be polite.\nRespond in {{language|English}}.\n" },
    ]);
    const fork = prompt.persona("You are Alex.");
    expect(fork.resolve({ language: "Arabic" })).toBe("You are Alex.\n\nBe polite.\nRespond in Arabic.\n");
    expect(prompt.resolve()).toContain("English");
    expect(files.reads).toBe(1);
  });

  it("uses the reader of the configuration, which the given one overrides", () => {
    config({ files: reader({ "a.md": "configured" }) });
    expect(systemPrompt.fromFile("a.md").resolve()).toBe("configured");
    expect(systemPrompt.fromFile("a.md", { files: reader({ "a.md": "given" }) }).resolve()).toBe("given");
  });

  it("drops a byte order mark", () => {
    expect(systemPrompt.fromFile("a.md", { files: reader({ "a.md": "\uFEFFHello" }) }).resolve()).toBe(
      "Hello",
    );
  });

  it("fails at construction where the file cannot be read", () => {
    const error = caught(() => systemPrompt.fromFile("typo.md", { files: reader({}) }));
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      code: "PROVIDER_INVALID_REQUEST",
      context: { path: "typo.md" },
    });
    expect(error.message).toContain('"typo.md"');
    expect(error.cause).toMatchObject({ message: "ENOENT typo.md" });
  });

  it("fails where there is no reader, or none that reads at once", () => {
    expect(caught(() => systemPrompt.fromFile("a.md"))).toMatchObject({ code: "PROVIDER_INVALID_REQUEST" });
    const { readTextSync: _, ...files } = reader({ "a.md": "x" });
    const error = caught(() => systemPrompt.fromFile("a.md", { files }));
    expect(error).toMatchObject({ code: "PROVIDER_INVALID_REQUEST" });
    expect(error.message).toContain("readText");
  });

  it("is SystemPrompt.fromFile, too", () => {
    expect(SystemPrompt.fromFile).toBe(systemPrompt.fromFile);
  });
});
