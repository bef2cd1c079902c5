import { afterEach, describe, expect, it, vi } from "vitest";
import {
  definePromptReview,
  type PromptReviewDecision,
  type PromptReviewElement,
} from "../../../runtimes/browser/prompt-review.ts";
import type { PromptReviewSubject } from "../../../src/contracts/prompt-review.ts";
import type { RefinedPin } from "../../../src/contracts/refined-prompt.ts";
import { approvePrompt, prompts, rejectPrompt } from "../../../src/prompt/index.ts";
import { GOOD, OTHER, refiner, SOURCE } from "../../prompt/refine/scripted-refiner.ts";

const KEPT = { placeholder: 1, number: 1, url: 0, literal: 0, heading: 0, obligation: 0 };

function pinOf(text: string, certificate: Partial<RefinedPin["certificate"]> = {}): RefinedPin {
  return {
    v: 1,
    key: "a".repeat(64),
    text,
    sourceHash: "b".repeat(64),
    paritySet: [],
    recipe: "1",
    model: "mock:refiner",
    createdAt: "2026-11-30T09:12:00.000Z",
    usage: {},
    certificate: { v: 1, ok: true, kept: KEPT, lost: [], added: [], ...certificate },
  };
}

const REVIEW: PromptReviewSubject = {
  name: "support@3",
  source: "please greet {{name}} within 500 ms\nBe brief.",
  pin: pinOf("Greet {{name}} within 500 ms\nBe brief."),
};

afterEach(() => document.body.replaceChildren());

/** The element in the page, showing a review. */
async function shown(review: PromptReviewSubject | undefined = REVIEW) {
  definePromptReview();
  const element = document.createElement("hedgemage-prompt-review") as PromptReviewElement;
  element.review = review;
  document.body.append(element);
  const root = element.shadowRoot;
  if (!root) throw new Error("There is no shadow root.");
  const find = <Found extends HTMLElement>(selector: string): Found => {
    const found = root.querySelector<Found>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  };
  const decisions: { readonly type: string; readonly detail: PromptReviewDecision }[] = [];
  const follow = (work?: () => Promise<unknown>): void => {
    for (const type of ["approve", "reject"]) {
      element.addEventListener(type, (event) => {
        const { detail } = event as CustomEvent<PromptReviewDecision>;
        decisions.push({ type, detail });
        if (work) detail.waitUntil(work());
      });
    }
  };
  const press = (from: HTMLElement, key: string, how: KeyboardEventInit = {}): boolean =>
    from.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true, ...how }),
    );
  return { element, root, find, decisions, follow, press };
}

const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

describe("the review of a prompt in a page", () => {
  it("shows the original beside the refined text, with the words that differ", async () => {
    const { find, root } = await shown();
    expect([...root.querySelectorAll("del")].map((one) => one.textContent)).toEqual([
      " [removed: please greet] ",
    ]);
    expect([...root.querySelectorAll("ins")].map((one) => one.textContent)).toEqual([" [added: Greet] "]);
    expect(root.querySelectorAll('[role="row"]')).toHaveLength(3);
    expect(find("tbody tr:last-child .after").textContent).toBe("Be brief.");
    expect(find(".slot").textContent).toBe("{{name}}");
    expect(find("h2").textContent).toBe("support@3");
    expect(find('[role="table"]').getAttribute("aria-labelledby")).toBe("texts");
  });

  it("reads nothing as markup, neither of texts nor of names", async () => {
    const evil = '<img src=x onerror="alert(1)"><script>1</script>';
    const added = [{ family: "literal", text: evil, hard: false }] as const;
    const { root } = await shown({ name: evil, source: evil, pin: pinOf(`${evil} more`, { added }) });
    expect(root.querySelectorAll("img, script")).toHaveLength(0);
    expect(root.querySelector("h2")?.textContent).toBe(evil);
  });

  it("tells a proven gain from chance and from harm, and what was not tested", async () => {
    const { element, find, root } = await shown();
    expect(root.querySelector('[part="evaluation"]')).toBeNull();
    const verdicts: (string | null)[] = [];
    for (const interval of [[0.02, 0.14], [-0.03, 0.14], [-0.2, -0.1], undefined] as const) {
      element.evaluation = { before: 0.7, after: 0.78, cases: 120, interval };
      await settled();
      verdicts.push(find(".verdict").textContent);
    }
    expect(verdicts).toEqual(["Better", "No proven difference", "Worse", "Chance not ruled out"]);
    expect(find(".gain strong").textContent).toBe("+8 points");
  });

  it("lets nobody approve what breaks the original, and says what it lost", async () => {
    const lost = [{ family: "number", text: "500 ms", hard: true }] as const;
    const { element, find, decisions, follow, press } = await shown({
      ...REVIEW,
      pin: pinOf("Hi.", { ok: false, lost }),
    });
    follow();
    find(".approve").click();
    press(find(".texts"), "Enter", { ctrlKey: true });
    expect(decisions).toEqual([]);
    expect(find(".approve").getAttribute("aria-disabled")).toBe("true");
    expect(find(".changes").textContent).toContain("Lostnumbers 500 ms");
    expect(element.state).toBe("waiting");
  });

  it("is approved once, waits for the work, and moves the focus to what came of it", async () => {
    const { element, find, decisions, follow, root } = await shown();
    let finish: (value?: unknown) => void = () => undefined;
    follow(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    find(".approve").focus();
    find(".approve").click();
    find(".approve").click();
    find(".reject").click();
    expect(decisions).toHaveLength(1);
    expect(decisions[0]).toMatchObject({ type: "approve", detail: { review: REVIEW } });
    expect(element.state).toBe("pending");
    expect(find(".surface").getAttribute("aria-busy")).toBe("true");
    expect(root.activeElement).toBe(find(".approve"));
    finish();
    await settled();
    expect(element.state).toBe("approved");
    expect(find('[role="status"]').textContent).toContain("Approved");
    expect(root.activeElement).toBe(find('[role="status"]'));
    expect(find("form").hidden).toBe(true);
  });

  it("tells why the work failed, and lets people try again", async () => {
    const { element, find, decisions, follow } = await shown();
    let works = false;
    follow(() => (works ? Promise.resolve() : Promise.reject(new Error("The store is away."))));
    find(".approve").click();
    await settled();
    expect(find('[role="alert"]').textContent).toContain("The store is away.");
    expect(element.state).toBe("waiting");
    works = true;
    find(".approve").click();
    await settled();
    expect(find('[role="alert"]').textContent).toBe("");
    expect(element.state).toBe("approved");
    expect(decisions).toHaveLength(2);
  });

  it("is rejected for a reason only", async () => {
    const { element, find, decisions, follow, root } = await shown();
    follow();
    find(".reject").click();
    expect(decisions).toEqual([]);
    expect(root.activeElement).toBe(find("#reason"));
    expect(find("#reason").getAttribute("aria-invalid")).toBe("true");
    expect(find("#hint").textContent).not.toBe("");
    find<HTMLInputElement>("#reason").value = " It lost the tone. ";
    find(".reject").click();
    expect(decisions[0]).toMatchObject({ type: "reject", detail: { reason: "It lost the tone." } });
    expect(element.state).toBe("rejected");
  });

  it("is decided by the keyboard: Ctrl+Enter approves, R leads to the reason, where nothing approves", async () => {
    const first = await shown();
    first.follow();
    first.press(first.find(".texts"), "r");
    expect(first.root.activeElement).toBe(first.find("#reason"));
    expect(first.press(first.find("#reason"), "r")).toBe(true);
    first.find<HTMLInputElement>("#reason").value = "Too long.";
    first.press(first.find("#reason"), "Enter", { ctrlKey: true });
    expect(first.decisions.map(({ type }) => type)).toEqual(["reject"]);
    const second = await shown();
    second.follow();
    second.press(second.find(".texts"), "Enter", { metaKey: true });
    expect(second.decisions.map(({ type }) => type)).toEqual(["approve"]);
    expect(second.find(".approve").getAttribute("aria-keyshortcuts")).toMatch(/\+Enter$/);
  });

  it("begins anew with another review, and work on the one before says nothing of it", async () => {
    const { element, find, follow } = await shown();
    follow(() => Promise.reject(new Error("Too late.")));
    find(".approve").click();
    element.review = { ...REVIEW, name: "support@4" };
    await settled();
    expect(element.state).toBe("waiting");
    expect(find("h2").textContent).toBe("support@4");
    expect(find('[role="alert"]').textContent).toBe("");
  });

  it("takes properties one by one, also those that were set before it was defined", async () => {
    const tag = `review-${crypto.randomUUID()}`;
    const early = document.createElement(tag) as PromptReviewElement;
    Object.assign(early, { source: REVIEW.source, pin: REVIEW.pin, disabled: true });
    document.body.append(early);
    expect(early.shadowRoot).toBeNull();
    definePromptReview(tag);
    expect(early.shadowRoot?.querySelector(".approve")?.getAttribute("aria-disabled")).toBe("true");
    early.disabled = false;
    early.labels = { approve: "Genehmigen" };
    await settled();
    expect(early.shadowRoot?.querySelector(".approve")?.textContent).toContain("Genehmigen");
    expect(early.review?.source).toBe(REVIEW.source);
    early.pin = undefined;
    await settled();
    expect(early.shadowRoot?.childElementCount).toBe(0);
  });

  it("writes each line in its own direction", async () => {
    const { root } = await shown({
      ...REVIEW,
      source: "مرحبا {{name}}\nHello",
      pin: pinOf("أهلا {{name}}\nHello"),
    });
    const cells = [...root.querySelectorAll<HTMLElement>("tbody .after")];
    expect(cells.map((cell) => getComputedStyle(cell).direction)).toEqual(["rtl", "ltr"]);
  });

  it("has a real prompt signed, registered and tagged, or taken back", async () => {
    const secret = "a secret of the reviewers, long enough";
    const registry = prompts();
    const model = refiner(GOOD, OTHER);
    const refined = registry.create(SOURCE, { name: "support" }).refined({ model, store: new Map() });
    const { pin } = await refined.tryRefine();
    if (!pin) throw new Error("There is no pin.");
    const { element, find, root } = await shown({ name: "support@1", source: SOURCE, pin });
    element.addEventListener("approve", (event) => {
      const { review, waitUntil } = (event as CustomEvent<PromptReviewDecision>).detail;
      waitUntil(approvePrompt({ refined, registry, pin: review.pin, tag: "production", sign: secret }));
    });
    element.addEventListener("reject", (event) => {
      const { review, reason = "", waitUntil } = (event as CustomEvent<PromptReviewDecision>).detail;
      waitUntil(rejectPrompt({ refined, pin: review.pin, reason }));
    });
    element.focus();
    expect(root.activeElement).toBe(find(".texts"));
    find(".approve").click();
    await vi.waitFor(() => expect(element.state).toBe("approved"));
    expect(registry.get("support@production").blocks[0]?.text).toBe(GOOD);
    expect(refined.pin()?.sig?.alg).toBe("HMAC-SHA-256");

    const next = await refined.tryRefine({ fresh: true });
    element.review = { source: SOURCE, pin };
    await settled();
    find(".approve").click();
    await vi.waitFor(() => expect(find('[role="alert"]').textContent).toContain("has changed"));
    element.pin = next.pin;
    await settled();
    find<HTMLInputElement>("#reason").value = "It greets too late.";
    find<HTMLFormElement>("form").requestSubmit();
    await vi.waitFor(() => expect(element.state).toBe("rejected"));
    expect(refined.pin()).toBeUndefined();
  });
});
