import { describe, expect, it } from "vitest";
import { corpusRows } from "../../support/corpus.ts";
import type { WireRow } from "./wire-rows.ts";

/** The protocols that an adapter decodes, each in a `wire-decode` test of its own. */
const DECODED = [
  "openai-chat",
  "openai-responses",
  "anthropic-messages",
  "google-generate",
  "bedrock-converse",
];

const rows = (await corpusRows<WireRow>("wire/dev.jsonl")) ?? [];

describe.skipIf(rows.length === 0)("recorded exchanges", () => {
  it("are all decoded by an adapter, unless nobody has said what is in them", () => {
    for (const api of new Set(rows.map((row) => row.api))) {
      console.log(`wire: ${rows.filter((row) => row.api === api).length} recorded exchanges of ${api}`);
    }
    const left = rows.filter(({ api }) => !DECODED.includes(api));
    expect(left.filter(({ expected }) => expected)).toEqual([]);
  });
});
