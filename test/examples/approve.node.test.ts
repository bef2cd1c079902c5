import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runExample } from "./run-example.ts";

const folder = mkdtempSync(join(tmpdir(), "hedgemage-approve-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function approve(values: readonly string[], typed = ""): Promise<readonly string[]> {
  const env = { APPROVALS: join(folder, "approvals.json") };
  const { code, lines, stderr } = await runExample("approve", values, { typed, env });
  expect([code, stderr]).toEqual([0, ""]);
  return lines;
}

const ASKED = "> Refund the customer 20 euros for order 4821.";
const PROMPT = 'refund {"order":4821,"euros":20}: yes, no, or other euros? ';

describe("npm run example:approve", () => {
  it.each([
    ["maybe\nyes\n", `${PROMPT}${PROMPT}  (the tool runs: 20 euros for order 4821)\nThe refund of 20 euros`],
    ["5\n", `${PROMPT}  (the tool runs: 5 euros for order 4821)\nThe refund of 5 euros`],
    ["no\n", `${PROMPT}APPROVAL_REJECTED: A reviewer refused`],
    ["", `${PROMPT}APPROVAL_REJECTED: A reviewer refused the call of "refund": nobody answered\n`],
  ])(
    "waits for who types %j",
    async (typed, shown) => {
      const text = (await approve([], typed)).join("\n");
      expect(text.slice(0, ASKED.length + 1 + shown.length)).toBe(`${ASKED}\n${shown}`);
    },
    40_000,
  );

  it("puts a run aside, which a later program decides once", async () => {
    const [asked, aside = ""] = await approve(["--later"]);
    expect(asked).toBe(ASKED);
    const id = /-- ([0-9a-f]{64}) yes$/.exec(aside)?.[1] ?? "";
    expect(await approve([id, "12"])).toEqual([
      "  (the tool runs: 12 euros for order 4821)",
      "The refund of 12 euros for order 4821 is on its way to the customer.",
      "",
    ]);
    expect(await approve([id, "yes"])).toEqual([
      "Nothing waits under this id: it was decided, or never asked.",
      "",
    ]);
  }, 60_000);
});
