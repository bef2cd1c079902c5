import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readArguments } from "../../examples/basics/arguments.ts";
import { citedNumbers, createAssistant } from "../../examples/basics/assistant.ts";
import { chooseModel } from "../../examples/basics/choose-model.ts";
import { errorLine } from "../../examples/basics/demo-error.ts";
import { loadDocuments } from "../../examples/basics/load-documents.ts";
import { createProgress } from "../../examples/basics/progress.ts";
import { reportTree } from "../../examples/basics/report-tree.ts";
import { createTerminal } from "../../examples/basics/terminal.ts";
import { MockSDK } from "../../src/testing/index.ts";

const silent = { say() {}, end() {} };

describe("readArguments", () => {
  it("has defaults, and takes flags with a space or an equals sign", () => {
    expect(readArguments([])).toMatchObject({ help: false, source: expect.stringMatching(/documents$/) });
    expect(readArguments(["--source=docs", "--ask", "Why=?"])).toMatchObject({
      source: "docs",
      question: "Why=?",
    });
    expect(readArguments(["-h"]).help).toBe(true);
  });

  it.each([
    [["--wat"], "UNKNOWN_FLAG"],
    [["Why?"], "UNKNOWN_FLAG"],
    [["--ask"], "MISSING_VALUE"],
    [["--ask", "--source"], "MISSING_VALUE"],
    [["--source", " "], "MISSING_VALUE"],
  ])("refuses %j with %s", (values, code) => {
    expect(() => readArguments(values)).toThrow(expect.objectContaining({ code }));
  });
});

describe("loadDocuments", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "demo-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("reads a folder and what is below it, and passes over what it cannot read", async () => {
    mkdirSync(join(folder, "below"));
    writeFileSync(join(folder, "b.html"), "<title>Sea</title><nav>no</nav><p>wide");
    writeFileSync(join(folder, "below", "a.md"), "# Tide\n\nhigh");
    writeFileSync(join(folder, "blank.txt"), "\n");
    writeFileSync(join(folder, "c.png"), "x");
    writeFileSync(join(folder, "picture.txt"), "PNG\0\0");
    for (const name of ["node_modules", ".hidden"]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "d.md"), "# Not mine");
    }
    const documents = await loadDocuments(folder, silent);
    expect(documents.map(({ text, metadata }) => [text, metadata?.title])).toEqual([
      ["wide", "Sea"],
      ["# Tide\n\nhigh", "Tide"],
    ]);
    expect((await loadDocuments(join(folder, "b.html"), silent))[0]?.text).toBe("wide");
  });

  it("says what is wrong with a folder", async () => {
    const load = (path: string): Promise<unknown> => loadDocuments(path, silent);
    await expect(load(join(folder, "none"))).rejects.toMatchObject({ code: "FOLDER_NOT_FOUND" });
    await expect(load(folder)).rejects.toMatchObject({ code: "NO_DOCUMENTS" });
    writeFileSync(join(folder, "blank.txt"), " \n");
    await expect(load(folder)).rejects.toMatchObject({ code: "EMPTY_DOCUMENT" });
  });

  const page = (body: string, type: string, status = 200) => ({
    fetch: () => new Response(body, { status, headers: { "content-type": type } }),
    platform: { manualRedirects: true, resolveHost: async () => ["93.184.215.14"] },
  });
  const url = "https://user:secret@docs.example.com/tides";

  it("reads a page, and keeps the password out of its id", async () => {
    const policy = page("<h1>Tides</h1><p>Twice a day.", "text/html");
    expect(await loadDocuments(url, silent, policy)).toEqual([
      { id: "https://docs.example.com/tides", text: "# Tides\n\nTwice a day.", metadata: { title: "Tides" } },
    ]);
    expect((await loadDocuments(url, silent, page("# A", "text/plain")))[0]?.text).toBe("# A");
  });

  it.each([
    [page("gone", "text/html", 404), "URL_UNREACHABLE"],
    [page("%PDF", "application/pdf"), "UNREADABLE_TYPE"],
    [page("<script>x</script>", "text/html"), "EMPTY_DOCUMENT"],
    [
      {
        ...page("", ""),
        fetch: () => Promise.reject(new TypeError("fetch failed", { cause: new Error("refused") })),
      },
      "URL_UNREACHABLE",
    ],
    [
      { ...page("", ""), platform: { manualRedirects: true, resolveHost: async () => ["10.0.0.1"] } },
      "OUTBOUND_POLICY",
    ],
  ])("says what is wrong with a page, %#: %s", async (policy, code) => {
    const error: unknown = await loadDocuments(url, silent, policy).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code });
    expect(errorLine(error)).toMatch(/^error [A-Z_]+: [^\n]+$/);
    expect(errorLine(error)).not.toContain("secret");
  });
});

describe("the assistant", () => {
  const documents = [{ id: "tides.md", text: "Tides follow the moon." }];
  const answers = (...responses: object[]) =>
    createAssistant(documents, MockSDK({ responses }).model({ name: "mock" }));
  const call = { content: "", toolCalls: [{ id: "1", name: "search", input: { query: "moon" } }] };

  it("lets an answer pass that cites what was found", async () => {
    const { stream, passages } = answers(call, { content: "They follow the moon [1]." }).ask(
      "What do tides follow?",
    );
    expect((await stream.result).text?.trim()).toBe("They follow the moon [1].");
    expect(passages.get(1)?.citation.sourceId).toBe("tides.md");
  });

  it("refuses an answer that cites what no search returned, and an endless question", async () => {
    const invented = await answers(call, { content: "They follow the sun [4]." }).ask("What do tides follow?")
      .stream.result;
    expect(invented.error).toMatchObject({ code: "GUARDRAIL_VIOLATION", phase: "output" });
    const endless = await answers(call).ask("tide ".repeat(500)).stream.result;
    expect(endless.error).toMatchObject({ code: "GUARDRAIL_VIOLATION", phase: "input" });
  });

  it("keeps the number of a passage that is found again", async () => {
    const { stream, passages } = answers(call, call, { content: "moon [1]" }).ask("What?");
    await stream.result;
    expect([...passages.keys()]).toEqual([1]);
  });

  it("reads the numbers that a text cites", () => {
    expect(citedNumbers("a [2], b [1, 3] [2] [x] [note 1]")).toEqual([2, 1, 3]);
  });
});

describe("what the demo prints", () => {
  it("breaks flowing text between words on a terminal, and not in a pipe", () => {
    const write = (isTTY: boolean, columns = 12): string => {
      let out = "";
      const terminal = createTerminal({ isTTY, columns, write: (text) => (out += text) });
      for (const piece of ["one two ", "three", " four\n", "five"]) terminal.flow(piece);
      return out;
    };
    expect(write(true)).toBe("one two\nthree four\nfive");
    expect(write(false)).toBe("one two three four\nfive");
    expect(write(true, 0)).toBe("one two three four\nfive");
  });

  it("shows progress only where it takes long: one line on a terminal, plain lines elsewhere", () => {
    vi.useFakeTimers();
    try {
      for (const [isTTY, expected] of [
        [true, "\r\u001b[Kreading …\r\u001b[Kwriting …\r\u001b[K"],
        [false, "reading …\n"],
      ] as const) {
        let out = "";
        const progress = createProgress({ isTTY, write: (text) => (out += text) });
        progress.say("quick");
        vi.advanceTimersByTime(100);
        progress.say("reading");
        vi.advanceTimersByTime(500);
        progress.say("writing");
        progress.end();
        vi.advanceTimersByTime(5000);
        expect(out).toBe(expected);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it("draws the report, and says what is unknown instead of zero", async () => {
    const usage = { input: 1200, output: 3, total: 1203, cost: { input: 0.00018, output: 0.0000018 } };
    const sdk = MockSDK({
      responses: [
        { content: "", toolCalls: [{ id: "1", name: "search", input: { query: "moon" } }], usage },
        { content: "The moon [1].", usage },
      ],
    });
    const { stream } = createAssistant([{ id: "a", text: "The moon." }], sdk.model({ name: "mock" })).ask(
      "What?",
    );
    const { report } = await stream.result;
    expect(
      reportTree(report)
        .replace(/\d+ ms/g, "N ms")
        .split("\n"),
    ).toEqual([
      "librarian completed in N ms: 2 trips, 2,400 tokens in, 6 out, $0.000364",
      "├─ trip 1 calls a tool: 1,200 tokens in, 3 out, N ms",
      '│  └─ tool search {"query":"moon"}: 1 passage, N ms',
      "└─ trip 2 answers: 1,200 tokens in, 3 out, N ms",
    ]);
    expect(reportTree({ ...report, usage: {} })).toContain("tokens unknown, cost unknown");
  });
});

describe("chooseModel", () => {
  it("takes a language model where a key or an address is set", async () => {
    expect(await chooseModel({})).toMatchObject({ provider: "local" });
    expect(await chooseModel({ OPENAI_API_KEY: "k" })).toMatchObject({
      provider: "openai",
      name: "gpt-4o-mini",
    });
    for (const [key, provider, name] of [
      ["ANTHROPIC_API_KEY", "anthropic", "claude-haiku-4-5"],
      ["GEMINI_API_KEY", "google", "gemini-2.5-flash"],
      ["OLLAMA_MODEL", "ollama", "qwen3:8b"],
    ] as const) {
      const environment = { [key]: key === "OLLAMA_MODEL" ? name : "k" };
      expect(await chooseModel(environment)).toMatchObject({ provider, name });
      expect(await chooseModel({ ...environment, OPENAI_API_KEY: "k" })).toMatchObject({
        provider: "openai",
      });
    }
    const chosen = { ANTHROPIC_API_KEY: "k", ANTHROPIC_MODEL: "claude-sonnet-5" };
    expect(await chooseModel(chosen)).toMatchObject({ name: "claude-sonnet-5" });
    const own = await chooseModel({ OPENAI_BASE_URL: "http://localhost:1/v1", OPENAI_MODEL: "qwen" });
    expect(own.name).toBe("qwen");
    await expect(chooseModel({ OPENAI_BASE_URL: "nonsense" })).rejects.toMatchObject({
      code: "BAD_BASE_URL",
    });
  });
});
