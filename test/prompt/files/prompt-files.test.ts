import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/core/hash.ts";
import { promptFile } from "../../../src/prompt/files/prompt-file.ts";
import { promptParts } from "../../../src/prompt/files/prompt-parts.ts";
import { prompts } from "../../../src/prompt/prompts.ts";

describe("a prompt file in two parts", () => {
  it.each([
    ["CRLF", "a\r\n---\r\nb"],
    ["lone CR", "a\r---\rb"],
    ["a blank behind the divider", "a\n--- \nb"],
    ["a tab behind it", "a\n---\t\nb\n"],
    ["a byte order mark", "\uFEFFa\n---\nb"],
    ["blank lines", "\n\na\n\n---\n\nb\n\n"],
  ])("F1: is split with %s", (_name, text) => {
    expect(promptParts(text)).toMatchObject({ intro: "a", instructions: "b", warnings: [] });
  });

  it("F2: has front matter, which becomes its meta", () => {
    const text =
      "---\n# who\nname: 'inspector'\nversion: 2\ndescription: \"Finds: \\\"defects\\\"\"\nrequired: [widget, \"a, b\"]\ntags:\n  - x # one\n  - 'it''s'\nempty:\n---\na {{widget}}\n\n---\nb";
    expect(promptParts(text)).toMatchObject({
      intro: "a {{widget}}",
      instructions: "b",
      meta: {
        name: "inspector",
        version: "2",
        description: 'Finds: "defects"',
        required: ["widget", "a, b"],
      },
      data: { tags: ["x", "it's"], empty: "" },
    });
  });

  it("F3: is not split in a code block, and not at front matter", () => {
    const intro = "Read:\n```yaml\n---\nkey: value\n---\n```";
    expect(promptParts(`${intro}\n---\nb`)).toMatchObject({ intro, instructions: "b", warnings: [] });
    expect(promptParts("~~~\n---\n~~~\n\n---\nb\n```\n---\n```").intro).toBe("~~~\n---\n~~~");
  });

  it("F4: refuses none, warns of two, refuses an empty half", () => {
    const options = { path: "prompts/inspect.md" };
    expect(() => promptParts("a\nb", options)).toThrow(/no line --- .*"prompts\/inspect\.md"/);
    expect(promptParts("a\n---\nb\n---\nc", options)).toMatchObject({
      intro: "a",
      instructions: "b\n---\nc",
    });
    expect(promptParts("a\n---\nb\n---\nc", options).warnings[0]).toContain("prompts/inspect.md");
    expect(() => promptParts("---\nb", options)).toThrow(/nothing before .*inspect\.md/);
    expect(() => promptParts("a\n---\n", options)).toThrow(/nothing behind .*inspect\.md/);
    expect(() => promptParts("---\nname: x\n---\nb", options)).toThrow(/no line ---/);
    for (const refused of ["", "---", "---\n---"]) {
      expect(() => promptParts(refused)).toThrow(
        expect.objectContaining({ code: "PROVIDER_INVALID_REQUEST" }),
      );
    }
  });

  it("fills every placeholder once, and inserts values as they are", () => {
    const parts = promptParts("{{a}} {{a}} {{b|x}}\n---\n{{b|x}} $& \\{{a}}");
    expect(parts.render({ a: "$& {{b}} $1" })).toEqual({
      intro: "$& {{b}} $1 $& {{b}} $1 x",
      instructions: "x $& {{a}}",
    });
  });
});

describe("a prompt file", () => {
  it("is one prompt, registered where it has a name", () => {
    const file = promptFile(
      "---\nname: file-support\nversion: '7'\n---\n\nYou are support for {{product}}.\r\n",
    );
    expect(file.text).toBe("You are support for {{product}}.");
    expect(file.prompt.resolve({ product: "Hedge" })).toBe("You are support for Hedge.");
    expect(prompts.get("file-support@7").blocks).toEqual(file.prompt.blocks);
  });

  it("takes a line --- for text, and text that begins with one", () => {
    expect(promptFile("---\n\nRules follow.\n---\nb").text).toBe("---\n\nRules follow.\n---\nb");
  });

  it("F6: has the same hash whatever its line ends, that of its text", async () => {
    const text = "---\nversion: 1\n---\na\n";
    for (const given of [text, text.replaceAll("\n", "\r\n"), `\uFEFF${text}`]) {
      expect(await promptFile(given).hash()).toBe(await sha256(text));
    }
  });

  it.each([
    ["---\nname: a\ntext", 1],
    ["---\nname: a\nnot yaml\n---\nx", 3],
    ["---\nname: a\nname: b\n---\nx", 3],
    ["---\nmeta: {a: b}\n---\nx", 2],
    ["---\ntext: |\n  long\n---\nx", 2],
    ['---\nname: "a\n---\nx', 2],
    ['---\nname: "\\q"\n---\nx', 2],
    ["---\nlist: [a, b\n---\nx", 2],
    ["---\nlist: ['a\n---\nx", 2],
    ["---\nname: a: b\n---\nx", 2],
    ["---\nname: a\n  - b\n---\nx", 3],
  ])("says in which line front matter cannot be read: %j", (text, line) => {
    expect(() => promptFile(text, { path: "p.md" })).toThrow(
      new RegExp(`"p\\.md" cannot be read at line ${line}:`),
    );
  });

  it("refuses a file without text, and what is no text", () => {
    expect(() => promptFile(" \n", { path: "p.md" })).toThrow(/no prompt in "p\.md"/);
    expect(() => promptFile("---\nname:\n---\nx")).toThrow(/no text for "name"/);
    expect(() => promptFile(undefined as never)).toThrow(/type undefined/);
  });

  it("is read by an injected reader", async () => {
    const files = {
      readText: async (path: string) => {
        if (path !== "a.md") throw new Error("no such file");
        return "Be brief.";
      },
      readBytes: async () => new Uint8Array(),
      list: async () => [],
    };
    expect(await promptFile({ path: "a.md" }, { files })).toMatchObject({ text: "Be brief.", path: "a.md" });
    await expect(promptFile({ path: "b.md" }, { files })).rejects.toThrow(/"b\.md" cannot be read/);
    await expect(promptParts({ path: "a.md" }, { files })).rejects.toThrow(/"a\.md"/);
    await expect(promptFile({ path: "a.md" })).rejects.toThrow(/no reader/);
    await expect(promptFile({} as never)).rejects.toThrow(/without a path/);
  });

  it("is given up when it is aborted", async () => {
    const reason = new Error("enough");
    const files = {
      readText: () => new Promise<string>(() => {}),
      readBytes: async () => new Uint8Array(),
      list: async () => [],
    };
    const policy = { fetch: () => new Promise<Response>(() => {}) };
    for (const source of [{ path: "a.md" }, { url: "https://prompts.example.com/a.md" }]) {
      const controller = new AbortController();
      const reading = promptFile(source, { files, policy, signal: controller.signal });
      controller.abort(reason);
      await expect(reading).rejects.toBe(reason);
    }
  });

  it("is fetched from a URL under the outbound guard", async () => {
    const answer = (body: string, status = 200): Response => new Response(body, { status });
    const policy = { fetch: async () => answer("a\n---\nb") };
    const url = "https://prompts.example.com/a.md";
    expect(await promptParts({ url }, { policy })).toMatchObject({ intro: "a", path: url });
    const missing = { fetch: async () => answer("none", 404) };
    const secret = "https://me:hush@prompts.example.com/a.md?key=hush#hush";
    for (const fetched of [missing, { fetch: async () => answer("---\na: {b}\n---\nx") }]) {
      const error: unknown = await promptFile({ url: secret }, { policy: fetched }).catch((cause) => cause);
      expect(String(error)).toContain('"https://prompts.example.com/a.md"');
      expect(JSON.stringify(error) + error).not.toContain("hush");
    }
    await expect(promptFile({ url }, { policy: missing })).rejects.toThrow(/status 404/);
    await expect(promptFile({ url: "http://127.0.0.1/a.md" }, { policy })).rejects.toThrow(
      expect.objectContaining({ code: "OUTBOUND_POLICY" }),
    );
    const large = { fetch: async () => answer("x".repeat(1_100_000)) };
    await expect(promptFile({ url }, { policy: large })).rejects.toThrow(
      expect.objectContaining({ code: "OUTBOUND_POLICY" }),
    );
  });
});
