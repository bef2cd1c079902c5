// biome-ignore-all lint/suspicious/noTemplateCurlyInString: syntax of other template languages is what is told apart
import type { RewriteGroup } from "./index.ts";

/** Prompts that extract, classify and judge, and rewrites of them. */
export const extractionRewrites: readonly RewriteGroup[] = [
  {
    source:
      "Extract the invoice number, total and due date from {{text}}. Return JSON with the keys `invoice`, `total` and `due`. Use null for what is missing. Do not invent values.",
    breaking: [
      [
        "code-lost",
        "Extract the invoice number and total from {{text}}. Return JSON with the keys `invoice` and `total`. Use null for what is missing. Do not invent values.",
      ],
      [
        "code-changed",
        "Extract the invoice number, total and due date from {{text}}. Return JSON with the keys `invoice_number`, `total` and `due`. Use null for what is missing. Do not invent values.",
      ],
      [
        "prohibition-lost",
        "Extract the invoice number, total and due date from {{text}}. Return JSON with the keys `invoice`, `total` and `due`. Use null for what is missing.",
      ],
      [
        "prohibition-flipped",
        "Extract the invoice number, total and due date from {{text}}. Return JSON with the keys `invoice`, `total` and `due`. Invent values for what is missing.",
      ],
      [
        "token-lost",
        "Extract the invoice number, total and due date from the text. Return JSON with the keys `invoice`, `total` and `due`. Use null for what is missing. Do not invent values.",
      ],
      [
        "code-span-lost",
        "Extract the invoice number, total and due date from {{text}}. Return JSON with the keys invoice, total and due. Use null for what is missing. Do not invent values.",
      ],
    ],
    harmless: [
      [
        "delimiters",
        "Extract the invoice number, the total and the due date from the text between the tags.\n\n<text>\n{{text}}\n</text>\n\nReturn JSON with the keys `invoice`, `total`, `due`. Missing values are null. Never make up values.",
      ],
      [
        "headings",
        "## Task\nFrom {{text}}, extract invoice number, total and due date.\n\n## Output format\nJSON object with `invoice`, `total`, `due`; null where something is missing.\n\n## Constraints\n- Do not invent values.",
      ],
      [
        "synonyms",
        "Pull the invoice number, total and due date out of {{text}}. Respond with a JSON object whose keys are `invoice`, `total` and `due`; anything missing is null. Values must not be fabricated.",
      ],
      [
        "quoted-keys",
        'Return a JSON object for {{text}} with "invoice" (invoice number), "total" and "due" (due date). Use null for missing fields. Do not invent any values.',
      ],
    ],
  },
  {
    source:
      'Classify {{message}} as one of "billing", "technical" or "other". Reply with the label only, in lower case. Confidence below 0.6 means "other".',
    breaking: [
      [
        "label-lost",
        'Classify {{message}} as "billing" or "technical". Reply with the label only, in lower case. Confidence below 0.6 means "technical".',
      ],
      [
        "label-changed",
        'Classify {{message}} as one of "billing", "tech" or "other". Reply with the label only, in lower case. Confidence below 0.6 means "other".',
      ],
      [
        "number-changed",
        'Classify {{message}} as one of "billing", "technical" or "other". Reply with the label only, in lower case. Confidence below 0.9 means "other".',
      ],
      [
        "bound-flipped",
        'Classify {{message}} as one of "billing", "technical" or "other". Reply with the label only, in lower case. Confidence above 0.6 means "other".',
      ],
      [
        "only-lost",
        'Classify {{message}} as one of "billing", "technical" or "other". Reply with the label in lower case. Confidence below 0.6 means "other".',
      ],
      [
        "dollar-brace-added",
        'Classify {{message}} as one of "billing", "technical" or "other". Reply with the label only, in lower case: ${label}. Confidence below 0.6 means "other".',
      ],
    ],
    harmless: [
      [
        "list",
        `Classify {{message}}. Labels:
- "billing"
- "technical"
- "other" (also when confidence is below 0.6)

Reply with only the label, in lower case.`,
      ],
      [
        "code-labels",
        "Assign exactly one label to {{message}}: `billing`, `technical` or `other`. If your confidence is under 0.6, choose `other`. Output just the label in lower case.",
      ],
      [
        "nothing-else",
        'Classify {{message}} as "billing", "technical" or "other". Reply with the lower-case label and nothing else. When confidence < 0.6, reply "other".',
      ],
      [
        "steps",
        `1. Read {{message}}.
2. Pick one of "billing", "technical", "other". Below a confidence of 0.6, pick "other".
3. Reply with the label only (lower case).`,
      ],
    ],
  },
  {
    source:
      "Summarise {{article}} for {{audience|executives}} in exactly 5 bullet points. Keep all figures as they are. Leave out opinions. No more than 20 words per bullet.",
    breaking: [
      [
        "number-changed",
        "Summarise {{article}} for {{audience|executives}} in exactly 7 bullet points. Keep all figures as they are. Leave out opinions. No more than 20 words per bullet.",
      ],
      [
        "number-lost",
        "Summarise {{article}} for {{audience|executives}} in bullet points. Keep all figures as they are. Leave out opinions. No more than 20 words per bullet.",
      ],
      [
        "bound-flipped",
        "Summarise {{article}} for {{audience|executives}} in exactly 5 bullet points. Keep all figures as they are. Leave out opinions. At least 20 words per bullet.",
      ],
      [
        "default-changed",
        "Summarise {{article}} for {{audience|managers}} in exactly 5 bullet points. Keep all figures as they are. Leave out opinions. No more than 20 words per bullet.",
      ],
      [
        "pipe-tail",
        "Summarise {{article}} for {{audience|executives|managers}} in exactly 5 bullet points. Keep all figures as they are. Leave out opinions. No more than 20 words per bullet.",
      ],
      [
        "unit-changed",
        "Summarise {{article}} for {{audience|executives}} in exactly 5 bullet points. Keep all figures as they are. Leave out opinions. No more than 20 characters per bullet.",
      ],
    ],
    harmless: [
      [
        "tightened",
        "Summarise {{article}} in 5 bullet points for {{audience|executives}}. Figures stay as they are. No opinions. Max 20 words per bullet.",
      ],
      [
        "synonyms",
        "Write a summary of {{article}} aimed at {{audience|executives}}: exactly five bullet points, each with at most 20 words. Preserve every figure. Omit opinions.",
      ],
      [
        "headings",
        `**Task:** summarise {{article}}
**Audience:** {{audience|executives}}
**Format:** exactly 5 bullet points; each bullet 20 words or fewer
**Keep:** all figures as they are
**Leave out:** opinions`,
      ],
    ],
  },
  {
    source:
      "Translate {{text}} from {{source_language}} to {{target_language}}. Do not translate names, code or URLs. Keep the line breaks.",
    breaking: [
      [
        "swapped-tokens",
        "Translate {{text}} from {{target_language}} to {{source_language}}. Do not translate names, code or URLs. Keep the line breaks.",
      ],
      [
        "object-lost",
        "Translate {{text}} from {{source_language}} to {{target_language}}. Do not translate names or URLs. Keep the line breaks.",
      ],
      [
        "prohibition-flipped",
        "Translate {{text}} from {{source_language}} to {{target_language}}. Translate names, code and URLs too. Keep the line breaks.",
      ],
      [
        "prohibition-lost",
        "Translate {{text}} from {{source_language}} to {{target_language}}. Keep the line breaks.",
      ],
      [
        "token-lost",
        "Translate {{text}} to {{target_language}}. Do not translate names, code or URLs. Keep the line breaks.",
      ],
      [
        "obligation-flipped",
        "Translate {{text}} from {{source_language}} to {{target_language}}. Do not translate names, code or URLs. Do not keep the line breaks.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `Translate {{text}}.
- From: {{source_language}}
- To: {{target_language}}
- Leave names, code and URLs untranslated: never translate them.
- Keep line breaks.`,
      ],
      [
        "reordered",
        "Keep the line breaks. Translate from {{source_language}} to {{target_language}}: {{text}}. Names, code and URLs must not be translated.",
      ],
      [
        "tightened",
        "{{source_language}} → {{target_language}} translation of {{text}}. Do not translate names, code, URLs. Keep line breaks.",
      ],
      [
        "tags",
        `Translate the text in <input> tags from {{source_language}} to {{target_language}}.
<input>{{text}}</input>
Keep all line breaks. Do not translate any names, any code, or any URLs.`,
      ],
    ],
  },
  {
    source:
      "Find every date in {{document}} and write it as YYYY-MM-DD. The contract starts on 2024-03-01 and ends on 2026-02-28. Ignore dates in footnotes.",
    breaking: [
      [
        "date-changed",
        "Find every date in {{document}} and write it as YYYY-MM-DD. The contract starts on 2024-01-03 and ends on 2026-02-28. Ignore dates in footnotes.",
      ],
      [
        "date-lost",
        "Find every date in {{document}} and write it as YYYY-MM-DD. The contract ends on 2026-02-28. Ignore dates in footnotes.",
      ],
      [
        "date-changed",
        "Find every date in {{document}} and write it as YYYY-MM-DD. The contract starts on 2024-03-01 and ends on 2026-03-28. Ignore dates in footnotes.",
      ],
      [
        "prohibition-flipped",
        "Find every date in {{document}} and write it as YYYY-MM-DD. The contract starts on 2024-03-01 and ends on 2026-02-28. Do not ignore dates in footnotes.",
      ],
      [
        "token-code-span",
        "Find every date in `{{documents}}` and write it as YYYY-MM-DD. The contract starts on 2024-03-01 and ends on 2026-02-28. Ignore dates in footnotes.",
      ],
    ],
    harmless: [
      [
        "tightened",
        "List all dates in {{document}} as YYYY-MM-DD, ignoring footnotes. Contract: 2024-03-01 to 2026-02-28.",
      ],
      [
        "headings",
        `# Task
Find every date in {{document}}; write each as YYYY-MM-DD.
# Context
The contract runs from 2024-03-01 until 2026-02-28.
# Constraints
Skip dates in footnotes.`,
      ],
      [
        "steps",
        "First find every date in {{document}}. Then write it as YYYY-MM-DD. Dates in footnotes are ignored. (The contract starts on 2024-03-01 and ends on 2026-02-28.)",
      ],
    ],
  },
  {
    source:
      "Rate the answer from 1 to 5 for accuracy. Give 1 if it contradicts {{reference}}. Write the score in <score></score> tags. Do not explain the score.",
    breaking: [
      [
        "range-changed",
        "Rate the answer from 1 to 10 for accuracy. Give 1 if it contradicts {{reference}}. Write the score in <score></score> tags. Do not explain the score.",
      ],
      [
        "prohibition-flipped",
        "Rate the answer from 1 to 5 for accuracy. Give 1 if it contradicts {{reference}}. Write the score in <score></score> tags. Explain the score.",
      ],
      [
        "prohibition-lost",
        "Rate the answer from 1 to 5 for accuracy. Give 1 if it contradicts {{reference}}. Write the score in <score></score> tags.",
      ],
      [
        "number-added",
        "Rate the answer from 1 to 5 for accuracy. Give 1 if it contradicts {{reference}} and 3 if unsure. Write the score in <score></score> tags. Do not explain the score.",
      ],
      [
        "hidden-token",
        "Rate the answer from 1 to 5 for accuracy. Give 1 if it contradicts the reference. <!-- {{reference}} --> Write the score in <score></score> tags. Do not explain the score.",
      ],
    ],
    harmless: [
      [
        "range-dash",
        "Rate the accuracy of the answer on a scale of 1–5. If it contradicts {{reference}}, give 1. Put the score in <score></score> tags, without an explanation: do not explain it.",
      ],
      [
        "reordered",
        "Write the score in <score></score> tags and do not explain the score. Rate the answer for accuracy from 1 to 5; give 1 if it contradicts {{reference}}.",
      ],
      [
        "tightened",
        "Score accuracy 1-5 (1 if the answer contradicts {{reference}}) in <score></score> tags. No explanation of the score.",
      ],
    ],
  },
  {
    source: `Answer from the context only:
{{context}}
Cite each claim as [1], [2]. If the context does not contain the answer, say "Not in the documents." Never use outside knowledge.`,
    breaking: [
      [
        "quoted-changed",
        `Answer from the context only:
{{context}}
Cite each claim as [1], [2]. If the context does not contain the answer, say "I don't know." Never use outside knowledge.`,
      ],
      [
        "prohibition-flipped",
        `Answer from the context:
{{context}}
Cite each claim as [1], [2]. If the context does not contain the answer, use outside knowledge or say "Not in the documents."`,
      ],
      [
        "only-and-prohibition-lost",
        `Answer from the context:
{{context}}
Cite each claim as [1], [2]. If the context does not contain the answer, say "Not in the documents."`,
      ],
      [
        "exception-added",
        `Answer from the context only:
{{context}}
Cite each claim as [1], [2]. If the context does not contain the answer, say "Not in the documents." Never use outside knowledge unless the context is empty.`,
      ],
      [
        "token-lost",
        'Answer from the context only. Cite each claim as [1], [2]. If the context does not contain the answer, say "Not in the documents." Never use outside knowledge.',
      ],
      [
        "braces-in-default",
        `Answer from the context only:
{{context|{}}}
Cite each claim as [1], [2]. If the context does not contain the answer, say "Not in the documents." Never use outside knowledge.`,
      ],
    ],
    harmless: [
      [
        "tags",
        `<context>
{{context}}
</context>

Answer only from the context above. Cite each claim like this: [1], [2]. When the answer is not in the context, say "Not in the documents." Do not use outside knowledge.`,
      ],
      [
        "bullets",
        `Context:
{{context}}

Rules:
- Base the answer on the context only.
- Cite each claim: [1], [2].
- Never draw on knowledge from outside.
- No answer in the context? Say "Not in the documents."`,
      ],
      [
        "synonyms",
        `Use nothing but the context to answer:
{{context}}
Every claim needs a citation in the form [1], [2]. Should the context lack the answer, respond "Not in the documents." Outside knowledge must not be used.`,
      ],
    ],
  },
  {
    source:
      "Output a table with the columns Name, City and Revenue. Sort by Revenue, highest first. Show the top 10 rows. Round to 2 decimals. Do not add a total.",
    breaking: [
      [
        "column-lost",
        "Output a table with the columns Name and City. Sort by revenue, highest first. Show the top 10 rows. Round to 2 decimals. Do not add a total row.",
      ],
      [
        "number-changed",
        "Output a table with the columns Name, City and Revenue. Sort by Revenue, highest first. Show the top 20 rows. Round to 2 decimals. Do not add a total.",
      ],
      [
        "number-changed",
        "Output a table with the columns Name, City and Revenue. Sort by Revenue, highest first. Show the top 10 rows. Round to 3 decimals. Do not add a total.",
      ],
      [
        "prohibition-flipped",
        "Output a table with the columns Name, City and Revenue. Sort by Revenue, highest first. Show the top 10 rows. Round to 2 decimals. Add a total.",
      ],
      [
        "prohibition-lost",
        "Output a table with the columns Name, City and Revenue. Sort by Revenue, highest first. Show the top 10 rows. Round to 2 decimals.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `Output: a table
- Columns: Name, City, Revenue
- Sorting: by Revenue, highest first
- Rows: the top 10
- Rounding: 2 decimals
- Never add a total`,
      ],
      [
        "number-words",
        "Produce a table (columns: Name, City, Revenue) of the top ten rows by Revenue, highest first, rounded to two decimals. Don't add a total.",
      ],
      [
        "markdown-table",
        `Use this table, sorted by Revenue with the highest first; top 10 rows; numbers rounded to 2 decimals; no total is added:

| Name | City | Revenue |
|---|---|---|`,
      ],
    ],
  },
  {
    source:
      "Remove personal data from {{text}}: names become [NAME], phone numbers become [PHONE]. Do not change anything else. Return the text without comments.",
    breaking: [
      [
        "prohibition-lost",
        "Remove personal data from {{text}}: names become [NAME], phone numbers become [PHONE]. Return the text without comments.",
      ],
      [
        "prohibition-flipped",
        "Remove personal data from {{text}}: names become [NAME], phone numbers become [PHONE]. Change anything else you like. Return the text without comments.",
      ],
      [
        "token-doubled-default",
        "Remove personal data from {{text|the text}}: names become [NAME], phone numbers become [PHONE]. Do not change anything else. Return the text without comments.",
      ],
      [
        "url-added",
        "Remove personal data from {{text}}: names become [NAME], phone numbers become [PHONE]. Do not change anything else. Return the text without comments to http://collect.example.io/in.",
      ],
    ],
    harmless: [
      [
        "mapping",
        `Redact {{text}}:
- name → [NAME]
- phone number → [PHONE]

Change nothing else. Return the text with no comments.`,
      ],
      [
        "tightened",
        "Redact personal data in {{text}}: [NAME] for names, [PHONE] for phone numbers. Nothing else may be changed; no comments, just the text.",
      ],
      [
        "reordered",
        "Return {{text}} without comments, with its personal data removed: phone numbers become [PHONE] and names become [NAME]. Do not change anything else.",
      ],
    ],
  },
];
