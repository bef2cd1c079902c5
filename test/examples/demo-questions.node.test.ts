import { describe, expect, it } from "vitest";
import { citedNumbers, createAssistant } from "../../examples/basics/assistant.ts";
import { loadDocuments } from "../../examples/basics/load-documents.ts";
import { LocalSDK } from "../../src/providers/local/index.ts";
import { answered, refused } from "./demo-questions.ts";

describe("the demo on its own documents", async () => {
  const documents = await loadDocuments("examples/basics/documents", { say() {}, end() {} });
  const assistant = createAssistant(documents, new LocalSDK().model({ name: "local", sources: false }));

  async function ask(question: string): Promise<{ text: string; files: string[]; places: boolean[] }> {
    const { stream, passages } = assistant.ask(question);
    const { text = "", error } = await stream.result;
    expect(error).toBeUndefined();
    const cited = citedNumbers(text).flatMap((number) => passages.get(number) ?? []);
    return {
      text,
      files: cited.map(({ citation }) => citation.sourceId.split("/").at(-1) ?? ""),
      places: cited.map(({ citation, text: passage }) => {
        const source = documents.find(({ id }) => id === citation.sourceId);
        return source?.text.slice(...citation.span) === passage;
      }),
    };
  }

  it("has at least ten documents in three formats, 30 KB of them", () => {
    expect(documents.length).toBeGreaterThanOrEqual(10);
    expect(documents.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(30_000);
    expect(new Set(documents.map(({ id }) => id.split(".").at(-1)))).toEqual(new Set(["md", "html", "txt"]));
  });

  it.each(answered)("answers: $ask", async ({ ask: question, fact, file }) => {
    const { text, files, places } = await ask(question);
    expect(text).toMatch(fact);
    expect(files).not.toEqual([]);
    if (file) expect(files).toContain(file);
    expect(places).not.toContain(false);
  });

  it.each(refused)("does not find: %s", async (question) => {
    const { text, files } = await ask(question);
    expect(text).toMatch(/^I (?:did not find an answer|found nothing)/);
    expect(files).toEqual([]);
  });
});
