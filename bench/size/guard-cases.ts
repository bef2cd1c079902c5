import { root } from "../../scripts/entries.ts";
import type { AddedCase } from "./store-cases.ts";

/** What guards add to a program that has an agent: all that they may load, rules and tables and what hooks do. */
export const guardCases: readonly AddedCase[] = [
  guard("pii alone", 'export { pii } from "hedgemage/guardrail";', 6000),
  guard("guardrail with all detectors", 'export * from "hedgemage/guardrail";', 16_000),
];

function guard(name: string, code: string, target: number): AddedCase {
  const agent =
    'import * as ai from "hedgemage"; export const run = (model) => ai.agent({ model }).execute("Hello");';
  const consumer = (text: string) => ({ code: text, folder: root });
  return { name, base: consumer(agent), added: consumer(code), target };
}
