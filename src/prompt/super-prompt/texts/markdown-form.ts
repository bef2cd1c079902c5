// Made from markdown-form.md by `npm run prompts`: change that file.

/** The text of markdown-form.md. */
export const markdownFormText: string = `Answer in Markdown and nothing else: no code fence around the whole, no word before the first heading, none after the last section. Use exactly these headings, in this order, each on a line of its own:
{{headings}}`;
