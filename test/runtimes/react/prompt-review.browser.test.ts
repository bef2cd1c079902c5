import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PromptReviewElement } from "../../../runtimes/browser/prompt-review.ts";
import { PromptReview, type PromptReviewProps } from "../../../runtimes/react/index.ts";
import type { RefinedPin } from "../../../src/contracts/refined-prompt.ts";

const PIN: RefinedPin = {
  v: 1,
  key: "a".repeat(64),
  text: "Greet {{name}}.",
  sourceHash: "b".repeat(64),
  paritySet: ["{{name}}"],
  recipe: "1",
  model: "mock:refiner",
  createdAt: "2026-11-30T09:12:00.000Z",
  usage: {},
  certificate: {
    v: 1,
    ok: true,
    kept: { placeholder: 1, number: 0, url: 0, literal: 0, heading: 0, obligation: 0 },
    lost: [],
    added: [],
  },
};

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Renders the component again and again; gives its element. */
async function render(props: Partial<PromptReviewProps> = {}): Promise<PromptReviewElement> {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let home = document.querySelector("main");
  if (!home) {
    home = document.createElement("main");
    document.body.append(home);
    root = createRoot(home);
  }
  const source = "greet {{name}}";
  await act(async () =>
    root?.render(createElement(PromptReview, { name: "support@1", source, pin: { ...PIN }, ...props })),
  );
  const element = home.querySelector("hedgemage-prompt-review");
  if (!element) throw new Error("There is no review.");
  return element as PromptReviewElement;
}

const button = (element: PromptReviewElement, name: string): HTMLElement | null | undefined =>
  element.shadowRoot?.querySelector<HTMLElement>(`.${name}`);

describe("PromptReview", () => {
  it("shows a review, and keeps what was decided while its parent renders equal values anew", async () => {
    const onApprove = vi.fn();
    const element = await render({ onApprove, className: "wide", id: "one" });
    expect(element.shadowRoot?.querySelector("h2")?.textContent).toBe("support@1");
    expect([element.className, element.id]).toEqual(["wide", "one"]);
    await act(async () => button(element, "approve")?.click());
    expect(onApprove).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ pin: PIN, source: "greet {{name}}" }),
    );
    expect(element.state).toBe("approved");
    expect((await render({ onApprove })).state).toBe("approved");
    expect((await render({ name: "support@2" })).state).toBe("waiting");
  });

  it("calls the handlers of the last render, and shows what they throw or reject with", async () => {
    const first = vi.fn();
    await render({ onReject: first });
    const element = await render({
      onReject: (_review, reason) => {
        throw new Error(`No: ${reason}`);
      },
    });
    const reason = element.shadowRoot?.querySelector<HTMLInputElement>("#reason");
    if (reason) reason.value = "Too short.";
    await act(async () => button(element, "reject")?.click());
    expect(element.shadowRoot?.querySelector('[role="alert"]')?.textContent).toContain("No: Too short.");
    expect(first).not.toHaveBeenCalled();
    expect(element.state).toBe("waiting");
  });

  it("can be disabled, and says other words", async () => {
    const element = await render({ disabled: true, labels: { approve: "Genehmigen" } });
    await vi.waitFor(() => expect(button(element, "approve")?.textContent).toContain("Genehmigen"));
    expect(button(element, "approve")?.getAttribute("aria-disabled")).toBe("true");
  });
});
