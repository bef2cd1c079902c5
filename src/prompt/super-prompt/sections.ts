/** A section of a prompt: its heading in Markdown, its field in JSON, and what it holds. */
export interface SectionDefinition {
  readonly heading: string;
  readonly field: string;
  /** The names of the field that models write; the first one that is not blank is taken. The field alone where missing. */
  readonly names?: readonly string[];
  readonly isList?: true;
  readonly isOptional?: true;
}

/** The sections of a super prompt, in order. */
export const superSections: readonly SectionDefinition[] = [
  { heading: "ROLE", field: "role" },
  { heading: "TASK", field: "task" },
  { heading: "CONTEXT", field: "context" },
  {
    heading: "APPROACH",
    field: "chainOfThought",
    names: ["reasoningApproach", "chainOfThought", "approach"],
    isOptional: true,
  },
  { heading: "CONSTRAINTS", field: "constraints", isList: true },
  { heading: "OUTPUT FORMAT", field: "formatSpec", names: ["formatSpec", "outputFormat"] },
];

/** The sections of a coding brief, in order. */
export const codingSections: readonly SectionDefinition[] = [
  { heading: "GOAL", field: "goal" },
  { heading: "CONTEXT", field: "context" },
  { heading: "REQUIREMENTS", field: "requirements", isList: true },
  { heading: "CONSTRAINTS", field: "constraints", isList: true },
  { heading: "ACCEPTANCE CRITERIA", field: "acceptanceCriteria", isList: true },
  { heading: "OUT OF SCOPE", field: "outOfScope", isList: true, isOptional: true },
];
