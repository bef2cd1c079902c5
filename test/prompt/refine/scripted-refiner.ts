import type { RefinedPin } from "../../../src/contracts/refined-prompt.ts";
import type { LogMethod } from "../../../src/core/logger.ts";
import { type MockModel, type MockResponse, mockModel } from "../../../src/testing/index.ts";

/** What the prompts of the tests are made from, and what a good refiner makes of it. */
export const SOURCE = "please help {{name}} with orders, be {{tone|friendly}}";
export const GOOD = "Help {{name}} with orders. Be {{tone|friendly}}.";
export const OTHER = "Be {{tone|friendly}}. Help {{name}} with orders.";

/** A refiner that answers from a script; the last answer repeats. */
export function refiner(...answers: readonly (string | Error | MockResponse)[]): MockModel {
  const responses = answers.map((answer) =>
    typeof answer === "string" ? { content: answer } : answer instanceof Error ? { error: answer } : answer,
  );
  return mockModel({ name: "refiner", responses });
}

/** A logger that keeps what it is warned of. */
export function warnings(): { readonly warn: LogMethod; readonly told: string[] } {
  const told: string[] = [];
  return { told, warn: (_module, _action, message) => void told.push(message) };
}

/** The one record of a pin in a map that is used as a store. */
export function storedPin(map: ReadonlyMap<string, unknown>): RefinedPin | undefined {
  const [text] = map.values();
  return typeof text === "string" ? (JSON.parse(text) as RefinedPin) : undefined;
}
