import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, expectTypeOf, it } from "vitest";
import { definePromptReview } from "../../../runtimes/browser/prompt-review.ts";
import { PromptReview } from "../../../runtimes/react/index.ts";
import type { RefinedPin } from "../../../src/contracts/refined-prompt.ts";

it("is rendered on a server as the empty element, and defines nothing there", () => {
  const pin: RefinedPin = {
    v: 1,
    key: "a",
    text: "Greet.",
    sourceHash: "b",
    paritySet: [],
    recipe: "1",
    model: "mock:refiner",
    createdAt: "",
    usage: {},
    certificate: {
      v: 1,
      ok: true,
      kept: { placeholder: 0, number: 0, url: 0, literal: 0, heading: 0, obligation: 0 },
      lost: [],
      added: [],
    },
  };
  expect("HTMLElement" in globalThis).toBe(false);
  definePromptReview();
  const page = renderToString(createElement(PromptReview, { source: "greet", pin, className: "wide" }));
  expect(page).toBe('<hedgemage-prompt-review class="wide"></hedgemage-prompt-review>');
  expectTypeOf<"source">().toExtend<keyof Parameters<typeof PromptReview>[0]>();
});
