// Made from refiner-repair.md by `npm run prompts`: change that file.

/** The text of refiner-repair.md. */
export const refinerRepairText: string = `Your rewrite cannot be used, because it breaks what must stay:

{{issues}}

Write the whole prompt again so that none of this is so, and keep what was good. Answer with the prompt and nothing else.`;
