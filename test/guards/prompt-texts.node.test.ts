import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { root } from "../../scripts/entries.ts";

describe("our own prompts", () => {
  it("are in their modules what their Markdown files say", () => {
    const { status, stderr } = spawnSync("node", ["scripts/prompt-texts.ts", "--check"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });
});
