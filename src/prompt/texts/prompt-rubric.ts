// Made from prompt-rubric.md by `npm run prompts`: change that file.

/** The text of prompt-rubric.md. */
export const promptRubricText: string = `- It says what the model is to do, and for whom.
- Its instructions do not contradict each other.
- Each instruction can be followed as it stands: it is specific, and a reader could check whether an answer keeps it.
- It says what an answer looks like: its form, its length or its language.
- Text that comes from elsewhere is set apart from the instructions.
- It repeats nothing and holds nothing that does not bear on the task.`;
