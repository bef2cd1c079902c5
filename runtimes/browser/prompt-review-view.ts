import type {
  PromptReviewEvaluation,
  PromptReviewSubject,
  WordChange,
} from "../../src/contracts/prompt-review.ts";
import type {
  InvariantCertificate,
  InvariantChange,
  RefinedPin,
} from "../../src/contracts/refined-prompt.ts";
import { estimateTokens } from "../../src/core/text/estimate-tokens.ts";
import { parseTemplate } from "../../src/prompt/grammar.ts";
import { wordDiff } from "../../src/prompt/review/word-diff.ts";
import { filledLabel, type PromptReviewLabels } from "./prompt-review-labels.ts";
import { rowsOf } from "./prompt-review-rows.ts";

/** How the review is written: its labels, and the language of its numbers and dates. */
export interface ReviewWording {
  readonly labels: PromptReviewLabels;
  readonly language: string | undefined;
}

const FAMILIES = ["placeholder", "number", "url", "literal", "heading", "obligation"] as const;

type Child = Node | string | undefined;

/** Makes an element. Texts become text nodes: nothing of them is read as markup. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** What the prompt is called, and where its compiled text comes from. */
export function headingOf({ name, source, pin }: PromptReviewSubject, wording: ReviewWording): HTMLElement {
  const { labels } = wording;
  const state = make("p", { class: "state", part: "state" });
  const tokens = `${number(estimateTokens(source), wording)} → ${number(estimateTokens(pin.text), wording)}`;
  const { alg, keyId } = pin.sig ?? {};
  const facts = [
    filledLabel(labels.compiledBy, pin.model),
    dateOf(pin, wording),
    filledLabel(labels.tokens, tokens),
    alg && filledLabel(labels.signed, [alg, keyId].filter(Boolean).join(", ")),
  ];
  const origin = make(
    "p",
    { class: "origin" },
    ...facts.flatMap((fact) => (fact ? [make("span", {}, fact)] : [])),
    alg ? undefined : make("span", { class: "unsigned" }, labels.unsigned),
  );
  return make(
    "header",
    { part: "header" },
    make(
      "div",
      {},
      make("p", { class: "kicker" }, labels.kicker),
      make("h2", { id: "title", dir: "auto" }, name ?? labels.untitled),
      origin,
    ),
    state,
  );
}

/** What was measured, as words and as a picture of where the gain is. */
export function evaluationOf(
  { before, after, interval, confidence = 0.95, cases }: PromptReviewEvaluation,
  wording: ReviewWording,
): HTMLElement {
  const { labels } = wording;
  const gain = after - before;
  const [low, high] = interval ?? [undefined, undefined];
  const isBetter = low !== undefined && low > 0;
  const isWorse = high !== undefined && high < 0;
  const verdict = isBetter
    ? labels.better
    : isWorse
      ? labels.worse
      : interval
        ? labels.unclear
        : labels.untested;
  const tone = isBetter ? "good" : isWorse ? "bad" : "even";
  const percent = (share: number): string =>
    share.toLocaleString(wording.language, { style: "percent", maximumFractionDigits: 1 });
  const points = (share: number): string =>
    (share * 100)
      .toLocaleString(wording.language, { maximumFractionDigits: 1, signDisplay: "exceptZero" })
      .replace("-", "−");
  const scores = [
    `${percent(before)} → ${percent(after)}`,
    cases === undefined ? undefined : filledLabel(labels.cases, number(cases, wording)),
    interval &&
      `${filledLabel(labels.interval, percent(confidence))} ${points(interval[0])} … ${points(interval[1])}`,
  ];
  return make(
    "section",
    { part: "evaluation", "aria-labelledby": "evaluation" },
    make("h3", { id: "evaluation" }, labels.evaluation),
    make(
      "p",
      { class: "gain" },
      make("strong", {}, filledLabel(labels.points, points(gain))),
      make("span", { class: `verdict ${tone}` }, verdict),
    ),
    make("p", { class: "scores" }, ...scores.flatMap((fact) => (fact ? [make("span", {}, fact)] : []))),
    interval && trackOf(gain, interval, tone),
  );
}

/** The interval of the gain on a line, with no gain in the middle. */
function trackOf(gain: number, [low, high]: readonly [number, number], tone: string): HTMLElement {
  const most = Math.max(Math.abs(low), Math.abs(high), Math.abs(gain), 0.001) * 1.12;
  const place = (share: number): string => `${50 + (share / most) * 50}%`;
  const track = make("div", { class: `track ${tone}`, "aria-hidden": "true" });
  for (const name of ["band", "zero", "point"]) track.append(make("i", { class: name }));
  // Not as an attribute, which a strict policy of the page would refuse.
  track.style.setProperty("--low", place(low));
  track.style.setProperty("--high", place(high));
  track.style.setProperty("--gain", place(gain));
  return track;
}

/** What was kept, lost and added of all that makes the prompt what it is. */
export function certificateOf(
  { ok, kept, lost, added }: InvariantCertificate,
  wording: ReviewWording,
): HTMLElement {
  const { labels } = wording;
  const whole = ok && ![...lost, ...added].some((change) => change.hard);
  const counts = FAMILIES.flatMap((family) => {
    const count = kept[family] ?? 0;
    return count > 0 ? [make("span", {}, `${labels[family]} `, make("b", {}, number(count, wording)))] : [];
  });
  const line = (kind: Node, ...facts: readonly Child[]): HTMLElement =>
    make("li", {}, kind, make("span", { class: "facts-of" }, ...facts));
  const linesOf = (changes: readonly InvariantChange[], label: string): HTMLElement[] =>
    [true, false].flatMap((hard) =>
      FAMILIES.flatMap((family) => {
        const own = changes.filter((change) => change.hard === hard && change.family === family);
        if (own.length === 0) return [];
        const quotes = own.map(({ text }) => make("q", { dir: "auto" }, text));
        return [
          line(make("span", { class: `kind ${hard ? "bad" : ""}` }, label), `${labels[family]} `, ...quotes),
        ];
      }),
    );
  return make(
    "section",
    { part: "certificate", "aria-labelledby": "certificate" },
    make("h3", { id: "certificate" }, labels.certificate),
    make(
      "p",
      { id: "whole", class: `whole ${whole ? "good" : "bad"}` },
      make("span", { "aria-hidden": "true" }, whole ? "✓" : "✕"),
      whole ? labels.intact : labels.broken,
    ),
    make(
      "ul",
      { class: "changes" },
      counts.length > 0 ? line(make("span", { class: "kind" }, labels.kept), ...counts) : undefined,
      ...linesOf(lost, labels.lost),
      ...linesOf(added, labels.added),
    ),
  );
}

/** Both texts, line by line beside each other. Roles are said aloud because the layout takes them from a table. */
export function textsOf(source: string, refined: string, wording: ReviewWording): HTMLElement {
  const { labels } = wording;
  const changes = wordDiff(source, refined);
  const words = (kind: WordChange["kind"]): string => {
    const all = changes.flatMap((change) => (change.kind === kind ? change.text.split(/\s+/) : []));
    return number(all.filter((word) => word !== "").length, wording);
  };
  const summary =
    source === refined
      ? [labels.unchanged]
      : [filledLabel(labels.wordsRemoved, words("removed")), filledLabel(labels.wordsAdded, words("added"))];
  const head = [labels.original, labels.refined].map((label) =>
    make("th", { role: "columnheader", scope: "col" }, label),
  );
  const cell = (name: string, pieces: readonly WordChange[]): HTMLElement =>
    make(
      "td",
      { role: "cell", class: name, part: name === "before" ? "original" : "refined", dir: "auto" },
      ...pieces.map((piece) => pieceOf(piece, labels)),
    );
  const rows = rowsOf(changes).map(({ before, after, changed }) =>
    make(
      "tr",
      { role: "row", class: changed ? "changed" : "" },
      cell("before", before),
      cell("after", after),
    ),
  );
  return make(
    "div",
    { class: "texts", part: "texts", role: "region", "aria-labelledby": "texts", tabindex: "0" },
    make(
      "table",
      { role: "table", "aria-labelledby": "texts" },
      make(
        "caption",
        {},
        make("b", { id: "texts" }, labels.texts),
        ...summary.map((fact) => make("span", {}, fact)),
      ),
      make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...head)),
      make("tbody", { role: "rowgroup" }, ...rows),
    ),
  );
}

function pieceOf({ kind, text }: WordChange, labels: PromptReviewLabels): Node {
  if (kind === "same") return inlineOf(text);
  const [name, mark] =
    kind === "removed" ? (["del", labels.removedMark] as const) : (["ins", labels.addedMark] as const);
  // With a direction of its own it says nothing of that of the line.
  const unseen = (words: string): HTMLElement => make("span", { class: "unseen", dir: "auto" }, words);
  return make(name, {}, unseen(` [${mark} `), inlineOf(text), unseen("] "));
}

/** A text whose placeholders can be told from the words around them. */
function inlineOf(text: string): Node {
  const fragment = document.createDocumentFragment();
  let done = 0;
  for (const part of parseTemplate(text)) {
    if (typeof part === "string") continue;
    fragment.append(
      text.slice(done, part.start),
      make("span", { class: "slot", part: "placeholder", dir: "ltr" }, text.slice(part.start, part.end)),
    );
    done = part.end;
  }
  fragment.append(text.slice(done));
  return fragment;
}

function dateOf({ createdAt }: RefinedPin, { language }: ReviewWording): string | undefined {
  const date = new Date(createdAt);
  return Number.isNaN(date.getTime())
    ? undefined
    : date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

function number(value: number, { language }: ReviewWording): string {
  return value.toLocaleString(language);
}
