import type { PromptReviewEvaluation, PromptReviewSubject } from "../../src/contracts/prompt-review.ts";
import type { RefinedPin } from "../../src/contracts/refined-prompt.ts";
import type { PromptReviewDecision, PromptReviewFields, PromptReviewState } from "./prompt-review-fields.ts";
import { englishLabels, filledLabel, type PromptReviewLabels } from "./prompt-review-labels.ts";
import { reviewStyle } from "./prompt-review-style.ts";
import { certificateOf, evaluationOf, headingOf, make, textsOf } from "./prompt-review-view.ts";

const FIELDS = ["review", "source", "pin", "evaluation", "labels", "disabled"] as const;

/** Makes the class of the element. Not at module level: a server has no `HTMLElement`. */
export function promptReviewClass(): CustomElementConstructor {
  let sheet: CSSStyleSheet | undefined;

  return class PromptReviewSurface extends HTMLElement implements PromptReviewFields {
    readonly #root: ShadowRoot;
    #review: Partial<PromptReviewSubject> = {};
    #labels: PromptReviewLabels = englishLabels;
    #disabled = false;
    #state: PromptReviewState = "waiting";
    #isDrawn = true;
    #surface: HTMLElement = make("section");
    #reason: HTMLInputElement = make("input");
    /** Counts what was decided, so that work on an earlier prompt says nothing of this one. */
    #round = 0;

    constructor() {
      super();
      this.#root = this.attachShadow({ mode: "open" });
      if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(reviewStyle);
      }
      this.#root.adoptedStyleSheets = [sheet];
      this.#root.addEventListener("keydown", (event) => {
        if (event instanceof KeyboardEvent) this.#press(event);
      });
    }

    connectedCallback(): void {
      // What was set before the element was defined hides the property of the class.
      for (const field of FIELDS) {
        if (!Object.hasOwn(this, field)) continue;
        const value = this[field];
        Reflect.deleteProperty(this, field);
        Reflect.set(this, field, value);
      }
      this.#draw();
    }

    /** Where reading begins. Focus is not delegated, since then nobody could mark a text. */
    override focus(options?: FocusOptions): void {
      this.#find(".texts")?.focus(options);
    }

    get review(): PromptReviewSubject | undefined {
      const { source, pin } = this.#review;
      return source === undefined || pin === undefined ? undefined : { ...this.#review, source, pin };
    }
    set review(review: PromptReviewSubject | undefined) {
      this.#change(review ?? {});
    }

    get source(): string | undefined {
      return this.#review.source;
    }
    set source(source: string | undefined) {
      this.#change({ ...this.#review, source });
    }

    get pin(): RefinedPin | undefined {
      return this.#review.pin;
    }
    set pin(pin: RefinedPin | undefined) {
      this.#change({ ...this.#review, pin });
    }

    get evaluation(): PromptReviewEvaluation | undefined {
      return this.#review.evaluation;
    }
    set evaluation(evaluation: PromptReviewEvaluation | undefined) {
      this.#change({ ...this.#review, evaluation });
    }

    get labels(): Partial<PromptReviewLabels> {
      return this.#labels;
    }
    set labels(labels: Partial<PromptReviewLabels> | undefined) {
      this.#labels = { ...englishLabels, ...labels };
      this.#drawSoon();
    }

    get disabled(): boolean {
      return this.#disabled;
    }
    set disabled(disabled: boolean) {
      this.#disabled = Boolean(disabled);
      this.#tell();
    }

    get state(): PromptReviewState {
      return this.#state;
    }

    #change(review: { [Field in keyof PromptReviewSubject]?: PromptReviewSubject[Field] | undefined }): void {
      const { source, pin, ...rest } = review;
      this.#review = {
        ...rest,
        ...(source !== undefined && { source }),
        ...(pin !== undefined && { pin }),
      };
      this.#round += 1;
      this.#state = "waiting";
      this.#drawSoon();
    }

    /** Once for all properties that are set together. */
    #drawSoon(): void {
      if (!this.#isDrawn) return;
      this.#isDrawn = false;
      queueMicrotask(() => {
        if (!this.#isDrawn && this.isConnected) this.#draw();
      });
    }

    #draw(): void {
      this.#isDrawn = true;
      const review = this.review;
      if (!review) {
        this.#root.replaceChildren();
        return;
      }
      const language = this.closest("[lang]")?.getAttribute("lang") || undefined;
      const wording = { labels: this.#labels, language };
      const { evaluation, pin, source } = review;
      this.#surface = make(
        "section",
        { class: "surface", part: "surface", "aria-labelledby": "title" },
        headingOf(review, wording),
        make(
          "div",
          { class: "facts" },
          evaluation && evaluationOf(evaluation, wording),
          certificateOf(pin.certificate, wording),
        ),
        textsOf(source, pin.text, wording),
        this.#actions(),
      );
      this.#root.replaceChildren(this.#surface);
      this.#tell();
    }

    #actions(): HTMLElement {
      const { reason, reasonHint, approve, reject } = this.#labels;
      const key = (text: string): HTMLElement => make("kbd", { "aria-hidden": "true" }, text);
      const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent);
      this.#reason = make("input", {
        id: "reason",
        part: "reason",
        autocomplete: "off",
        placeholder: reasonHint,
        "aria-describedby": "hint",
      });
      this.#reason.addEventListener("input", () => this.#hint(""));
      const rejecting = make(
        "button",
        { type: "submit", class: "reject", part: "reject", "aria-keyshortcuts": "R" },
        reject,
        key("R"),
      );
      const approving = make(
        "button",
        {
          type: "button",
          class: "approve",
          part: "approve",
          "aria-keyshortcuts": isApple ? "Meta+Enter" : "Control+Enter",
          "aria-describedby": "whole",
        },
        approve,
        key(isApple ? "⌘ ↵" : "Ctrl ↵"),
      );
      approving.addEventListener("click", () => this.#decide("approve"));
      const form = make(
        "form",
        { novalidate: "" },
        make("label", { for: "reason" }, reason),
        this.#reason,
        rejecting,
        approving,
        make("p", { id: "hint", class: "hint" }),
      );
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.#reject();
      });
      return make(
        "footer",
        { part: "actions" },
        form,
        make("p", { class: "outcome", part: "outcome", role: "status", tabindex: "-1" }),
        make("p", { class: "alert", part: "error", role: "alert" }),
      );
    }

    #press(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return;
      const isTyping = event.target === this.#reason;
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        // Who wrote a reason does not mean to approve.
        if (isTyping && this.#reason.value.trim() !== "") this.#reject();
        else this.#decide("approve");
      } else if (isPlain && !isTyping && event.key.toLowerCase() === "r" && this.#mayDecide) {
        event.preventDefault();
        this.#reason.focus();
      }
    }

    get #mayDecide(): boolean {
      return this.#state === "waiting" && !this.#disabled && this.isConnected;
    }

    get #mayApprove(): boolean {
      return this.#mayDecide && this.#review.pin?.certificate.ok === true;
    }

    #reject(): void {
      if (!this.#mayDecide) return;
      if (this.#reason.value.trim() !== "") {
        this.#decide("reject");
        return;
      }
      this.#hint(this.#labels.reasonMissing);
      this.#reason.focus();
    }

    #decide(what: "approve" | "reject"): void {
      const review = this.review;
      if (!review || !(what === "approve" ? this.#mayApprove : this.#mayDecide)) return;
      const work: PromiseLike<unknown>[] = [];
      const detail: PromptReviewDecision = {
        review,
        ...(what === "reject" && { reason: this.#reason.value.trim() }),
        waitUntil: (promise) => void work.push(promise),
      };
      const init = { bubbles: true, cancelable: true, composed: true, detail };
      // Who prevents the default decides later, by a new review.
      if (!this.dispatchEvent(new CustomEvent(what, init))) return;
      const outcome = what === "approve" ? "approved" : "rejected";
      if (work.length === 0) this.#end(outcome);
      else void this.#follow(work, outcome);
    }

    async #follow(work: readonly PromiseLike<unknown>[], outcome: "approved" | "rejected"): Promise<void> {
      const round = this.#round;
      this.#state = "pending";
      this.#tell();
      let failure: string | undefined;
      try {
        await Promise.all(work);
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error);
      }
      if (round !== this.#round) return;
      if (failure === undefined) this.#end(outcome);
      else {
        this.#state = "waiting";
        this.#tell(filledLabel(this.#labels.failed, failure));
      }
    }

    #end(outcome: "approved" | "rejected"): void {
      const hadFocus = this.#root.activeElement !== null;
      this.#state = outcome;
      this.#tell();
      // The button that had the focus is gone.
      if (hadFocus) this.#find(".outcome")?.focus();
    }

    /** Shows the state. */
    #tell(failure = ""): void {
      const { approvedMessage, rejectedMessage } = this.#labels;
      const state = this.#state;
      const isOver = state === "approved" || state === "rejected";
      const isPending = state === "pending";
      this.#surface.dataset.state = state;
      this.#surface.setAttribute("aria-busy", String(isPending));
      const write = (selector: string, text: string): void => {
        const element = this.#find(selector);
        if (element && element.textContent !== text) element.textContent = text;
      };
      write(".state", this.#labels[state]);
      write(".alert", failure);
      write(".outcome", state === "approved" ? approvedMessage : state === "rejected" ? rejectedMessage : "");
      const form = this.#find("form");
      if (form) form.hidden = isOver;
      this.#reason.readOnly = isPending || this.#disabled;
      this.#find(".approve")?.setAttribute("aria-disabled", String(!this.#mayApprove));
      this.#find(".reject")?.setAttribute("aria-disabled", String(!this.#mayDecide));
    }

    #hint(text: string): void {
      const hint = this.#find(".hint");
      if (hint) hint.textContent = text;
      this.#reason.setAttribute("aria-invalid", String(text !== ""));
    }

    #find(selector: string): HTMLElement | null {
      return this.#surface.querySelector<HTMLElement>(selector);
    }
  };
}
