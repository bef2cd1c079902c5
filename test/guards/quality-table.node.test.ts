import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRows } from "../../bench/quality/corpora.ts";
import { root } from "../../scripts/entries.ts";
import { withTables } from "../../scripts/readme-tables.ts";
import { staleNumbers } from "./stale-numbers.ts";

const isMeasured = (await readRows("guards/pii/phone.dev.jsonl")) !== undefined;
if (!isMeasured) console.log("Skipped: the table of scores, as there are no corpora beside the checkout.");

describe.skipIf(!isMeasured)("the README's table of scores", () => {
  it("says how good the detectors are now", async () => {
    const text = readFileSync(`${root}README.md`, "utf8");
    expect(text).toContain("<!-- generated:quality -->\n| What is scored");
    expect(
      staleNumbers(text, await withTables(text, ["quality"])),
      "npm run readme:tables writes it",
    ).toEqual([]);
  }, 120_000);

  it("is an old one where a score is another", async () => {
    const text = "<!-- generated:quality -->\n| NotInject: hits | 0.500 |\n<!-- /generated -->";
    expect(staleNumbers(text, await withTables(text, ["quality"]))).not.toEqual([]);
  }, 120_000);
});
