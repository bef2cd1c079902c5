// Made from harness-caution.md by `npm run prompts`: change that file.

/** The text of harness-caution.md. */
export const harnessCautionText: string =
  "Nobody asked for this refinement: prefer empty `edits` to speculative or one-off entries.";
