import { expect, it } from "vitest";
import { runExample } from "./run-example.ts";

it("npm run example:prompt compiles, serves the pin and refuses a rewrite that drops a rule", async () => {
  const { code, stderr, lines } = await runExample("compile-prompt");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const after = (title: string): string | undefined => lines[lines.indexOf(title) + 1];
  expect(after("As it was written")).toMatch(
    /^Answer in at most 80 words\. You are the desk clerk of the \{\{hotel\}\}/,
  );
  expect(after("As local:local compiled it")).toBe("## ROLE");
  expect(lines).toContain("- Never name the price of a room.");
  expect(after("What it kept")).toMatch(/^2 × placeholder, .*; nothing was lost or added\.$/);
  expect(after("An agent is served the pin")).toBe("desk-clerk@1, 0 calls of the refiner");
  expect(after("A rewrite that drops a rule is refused")).toMatch(/^invariant: /);
}, 40_000);
