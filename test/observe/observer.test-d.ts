import { expectTypeOf, test } from "vitest";
import * as ai from "../../src/ai.ts";

declare const model: ai.Model;

test("an observer tells reports apart by their type", () => {
  const observer: ai.Observer = {
    collect: (report) => {
      if (report.type === "agent") expectTypeOf(report.trips).toEqualTypeOf<readonly ai.LLMTrip[]>();
    },
  };
  ai.agent({ model, observe: observer });
  ai.registerObserver({
    collect: async (report) => {
      for (const child of report.children) expectTypeOf(child).toExtend<ai.BaseReport>();
      if (report.type === "tool") expectTypeOf(report.output).toBeUnknown();
    },
  });
  expectTypeOf(ai.getObservers()[0]).toExtend<ai.Observer | undefined>();
  expectTypeOf(ai.resolveObservers).toBeCallableWith(observer);
});
