import { describe, expect, test } from "vitest";
import type { FinishReason } from "../../src/contracts/model.ts";
import { readProposal } from "../../src/harness/read-proposal.ts";

const whole = JSON.stringify({
  summary: "One.",
  rationale: "Said.",
  expectedOutcome: "Better.",
  edits: [
    { operation: "create", kind: "memory", title: "A", content: 'Say "hi" {always}', arguments: { a: {} } },
  ],
});

function reasonOf(content: string, finishReason: FinishReason = "stop"): string {
  const { error, ...read } = readProposal({ content, finishReason });
  if (!error) return `ok ${"warnings" in read ? read.warnings.length : 0}`;
  expect(error.message).not.toContain("always");
  return error.reason;
}

describe("a planner's answer", () => {
  test("H12: is truncated wherever it was cut, with advice", () => {
    for (let end = 1; end < whole.length; end += 1) expect(reasonOf(whole.slice(0, end))).toBe("truncated");
    const cuts = [
      '{"a":"te',
      '{"a":"te\\',
      '{"a":"\\uD83D',
      '{"a":"\\uD8',
      '{"a"',
      '{"a":{"b":{}}',
      '```json\n{"edits":[',
    ];
    for (const cut of cuts) expect(reasonOf(cut)).toBe("truncated");
    for (const cut of ["", "Here are the ed", '{"edits":[', "```"])
      expect(reasonOf(cut, "length")).toBe("truncated");
    expect(readProposal({ content: '{"edits":[', finishReason: "stop" }).error?.message).toMatch(/maxTokens/);
  });

  test.each(['{"a":[1,],}', "{'a':1}", '{"a":True}', '{"a":[}', '{"edits":"5" tall"}', "", "No edits."])(
    "H13: is malformed, by a tokenizer and not by counting brackets: %s",
    (content) => expect(reasonOf(content)).toBe("malformed"),
  );

  test("H14: may hold code fences in its texts, within a fence of its own", () => {
    const edit = { operation: "create", kind: "skill", content: "Run:\n```py\nprint({1: 2})\n```\nDone." };
    const content = JSON.stringify({ edits: [edit] }, undefined, 2);
    expect(reasonOf(`\`\`\`json\n${content}\n\`\`\``)).toBe("ok 0");
    expect(reasonOf(`For {scope} I propose:\n\`\`\`json\n${content}\n\`\`\`\nThat is all {:}`)).toBe("ok 0");
    expect(readProposal({ content: `\`\`\`\n${content}\n\`\`\``, finishReason: "stop" })).toMatchObject({
      proposal: { edits: [edit] },
    });
  });

  test.each([
    ['{"edits":[]}{"edits":[]}', "ambiguous"],
    ['```json\n{"edits":[]}\n```\nor\n```json\n{"edits":[1]}\n```', "ambiguous"],
    ['[{"edits":[]}]', "invalid_schema"],
    ['{"edits":"none"}', "invalid_schema"],
    ['{"edits":null}', "invalid_schema"],
    ['{"edits":[null]}', "invalid_schema"],
    ['{"summary":"s"}', "invalid_schema"],
    ['{"summary":1,"edits":[]}', "invalid_schema"],
    ['{"edits":[],"outcomes":[]}', "invalid_schema"],
    ['"edits"', "invalid_schema"],
  ])("H16: is no silent success: %s", (content, reason) => expect(reasonOf(content)).toBe(reason));

  test("H17: counts where its object is whole though the model was stopped, with a warning", () => {
    expect(reasonOf(whole, "length")).toBe("ok 1");
    expect(reasonOf(`${whole}\nAnd furth`, "length")).toBe("ok 1");
    expect(reasonOf(whole)).toBe("ok 0");
  });

  test("says what became of refinements that it was shown, and of no others", () => {
    const outcomes = { A: "kept", B: "failed", C: "great", D: "kept", __proto__: null };
    const content = JSON.stringify({ edits: [], outcomes });
    const { proposal } = readProposal({ content, finishReason: "stop" }, new Set(["A", "B", "C"])) as {
      proposal?: unknown;
    };
    expect(proposal).toMatchObject({ outcomes: { A: "kept", B: "failed" } });
    expect(JSON.stringify(proposal)).not.toMatch(/great|"D"/);
  });
});
