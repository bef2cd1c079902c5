/** What the review of a prompt says. `{}` stands for a number or a name. */
export interface PromptReviewLabels {
  readonly kicker: string;
  readonly untitled: string;
  readonly waiting: string;
  readonly pending: string;
  readonly approved: string;
  readonly rejected: string;
  readonly compiledBy: string;
  readonly signed: string;
  readonly unsigned: string;
  readonly tokens: string;
  readonly evaluation: string;
  readonly points: string;
  readonly cases: string;
  readonly interval: string;
  readonly better: string;
  readonly worse: string;
  readonly unclear: string;
  readonly untested: string;
  readonly certificate: string;
  readonly intact: string;
  readonly broken: string;
  readonly kept: string;
  readonly lost: string;
  readonly added: string;
  readonly placeholder: string;
  readonly number: string;
  readonly url: string;
  readonly literal: string;
  readonly heading: string;
  readonly obligation: string;
  readonly texts: string;
  readonly original: string;
  readonly refined: string;
  readonly wordsRemoved: string;
  readonly wordsAdded: string;
  readonly unchanged: string;
  readonly removedMark: string;
  readonly addedMark: string;
  readonly reason: string;
  readonly reasonHint: string;
  readonly reasonMissing: string;
  readonly approve: string;
  readonly reject: string;
  readonly approvedMessage: string;
  readonly rejectedMessage: string;
  readonly failed: string;
}

/** The labels in English. */
export const englishLabels: PromptReviewLabels = {
  kicker: "Prompt review",
  untitled: "Unnamed prompt",
  waiting: "Awaiting review",
  pending: "Saving…",
  approved: "Approved",
  rejected: "Rejected",
  compiledBy: "Compiled by {}",
  signed: "Signed ({})",
  unsigned: "Not signed yet",
  tokens: "about {} tokens",
  evaluation: "Evaluation",
  points: "{} points",
  cases: "{} cases",
  interval: "{} interval",
  better: "Better",
  worse: "Worse",
  unclear: "No proven difference",
  untested: "Chance not ruled out",
  certificate: "What had to stay",
  intact: "Nothing that must stay was lost",
  broken: "Something that must stay was lost or changed",
  kept: "Kept",
  lost: "Lost",
  added: "Added",
  placeholder: "placeholders",
  number: "numbers",
  url: "links",
  literal: "quotes and code",
  heading: "headings",
  obligation: "obligations",
  texts: "Original beside refined",
  original: "Original",
  refined: "Refined",
  wordsRemoved: "{} words removed",
  wordsAdded: "{} words added",
  unchanged: "The texts are the same",
  removedMark: "removed:",
  addedMark: "added:",
  reason: "Reason for rejecting",
  reasonHint: "What the next version must do better",
  reasonMissing: "Say why, so that the next version does better.",
  approve: "Approve",
  reject: "Reject",
  approvedMessage: "Approved. The refined prompt is in use under its tag.",
  rejectedMessage: "Rejected. The original prompt stays in use.",
  failed: "That did not work: {}",
};

/** A label with what stands for `{}` in it. */
export function filledLabel(label: string, value: string | number): string {
  return label.replace("{}", () => String(value));
}
