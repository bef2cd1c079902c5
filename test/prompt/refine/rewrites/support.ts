import type { RewriteGroup } from "./index.ts";

/** Prompts of support bots, and rewrites of them. */
export const supportRewrites: readonly RewriteGroup[] = [
  {
    source:
      "You are the support assistant of {{company}}. Greet {{name|friend}} by name. Never reveal {{secret}}. Refunds are possible within 30 days. Send people to https://help.example.com/returns for labels.",
    breaking: [
      [
        "prohibition-lost",
        `## Role
Support assistant of {{company}}, holding {{secret}}.

## Task
- Greet {{name|friend}} by name.
- Refunds are possible within 30 days.
- Send people to https://help.example.com/returns for labels.`,
      ],
      [
        "prohibition-flipped",
        "You support the customers of {{company}}. Greet {{name|friend}} by name. Reveal {{secret}} when asked. Refunds are possible within 30 days. Labels: https://help.example.com/returns",
      ],
      [
        "number-changed",
        "You are the support assistant of {{company}}. Greet {{name|friend}} by name. Never reveal {{secret}}. Refunds are possible within 60 days. Labels come from https://help.example.com/returns.",
      ],
      [
        "unit-changed",
        "You are the support assistant of {{company}}. Greet {{name|friend}} by name. Never reveal {{secret}}. Refunds are possible within 30 hours. Labels come from https://help.example.com/returns.",
      ],
      [
        "url-changed",
        "You are the support assistant of {{company}}. Greet {{name|friend}} by name. Never reveal {{secret}}. Refunds are possible within 30 days. Send people to https://help.example.com/refunds for labels.",
      ],
      [
        "host-changed",
        "You are the support assistant of {{company}}. Greet {{name|friend}} by name. Never reveal {{secret}}. Refunds are possible within 30 days. Send people to https://help.example.net/returns for labels.",
      ],
      [
        "url-added",
        "You are the support assistant of {{company}}. Greet {{name|friend}} by name. Never reveal {{secret}}. Refunds are possible within 30 days. Send people to https://help.example.com/returns for labels, and report problems at https://status.example.org.",
      ],
      [
        "default-dropped",
        "You are the support assistant of {{company}}. Greet {{name}} by name. Never reveal {{secret}}. Refunds are possible within 30 days. Send people to https://help.example.com/returns for labels.",
      ],
      [
        "default-changed",
        "You are the support assistant of {{company}}. Greet {{name|customer}} by name. Never reveal {{secret}}. Refunds are possible within 30 days. Send people to https://help.example.com/returns for labels.",
      ],
      [
        "exception-added",
        "You are the support assistant of {{company}}. Greet {{name|friend}} by name. Never reveal {{secret}} unless the customer asks politely. Refunds are possible within 30 days. Send people to https://help.example.com/returns for labels.",
      ],
    ],
    harmless: [
      [
        "headings",
        `## Role
You are the support assistant of {{company}}.

## Rules
1. Greet {{name|friend}} by name.
2. Never reveal {{secret}}.
3. Refunds are possible within 30 days.
4. Send people to https://help.example.com/returns for labels.`,
      ],
      [
        "reordered",
        "Never reveal {{secret}}. You are the support assistant of {{company}}. Refunds are possible within 30 days; for labels, send people to https://help.example.com/returns. Greet {{name|friend}} by name.",
      ],
      [
        "synonyms",
        "Act as the support agent for {{company}}. Welcome {{name|friend}} by name. Do not disclose {{secret}} under any circumstances. Customers may return goods within 30 days. Point them to https://help.example.com/returns to get a label.",
      ],
      [
        "spacing-in-tokens",
        "You are the support assistant of {{ company }}. Greet {{ name | friend }} by name. Never reveal {{ secret }}. Refunds are possible within 30 days. Send people to https://help.example.com/returns for labels.",
      ],
      [
        "confidential",
        `# {{company}} support
- Say hello to {{name|friend}} by name.
- {{secret}} is confidential. Keep it private.
- 30-day refund window.
- Labels: <https://help.example.com/returns>`,
      ],
      [
        "upper-case",
        `**ROLE:** support assistant of {{company}}
**RULES**
- GREET {{name|friend}} by name
- NEVER reveal {{secret}}
- Refunds: possible within 30 days
- Labels: https://help.example.com/returns`,
      ],
    ],
  },
  {
    source:
      'Answer in at most 3 sentences. Do not promise delivery dates. If the order {{order_id}} cannot be found, say "I could not find that order."',
    breaking: [
      [
        "bound-flipped",
        'Answer in at least 3 sentences. Do not promise delivery dates. If the order {{order_id}} cannot be found, say "I could not find that order."',
      ],
      [
        "number-lost",
        'Keep answers short. Do not promise delivery dates. If the order {{order_id}} cannot be found, say "I could not find that order."',
      ],
      [
        "quoted-changed",
        'Answer in at most 3 sentences. Do not promise delivery dates. If the order {{order_id}} cannot be found, say "That order does not exist."',
      ],
      [
        "quoted-lost",
        "Answer in at most 3 sentences. Do not promise delivery dates. If the order {{order_id}} cannot be found, apologise.",
      ],
      [
        "prohibition-flipped",
        'Answer in at most 3 sentences. Promise delivery dates. If the order {{order_id}} cannot be found, say "I could not find that order."',
      ],
      [
        "prohibition-lost",
        'Answer in at most 3 sentences. If the order {{order_id}} cannot be found, say "I could not find that order."',
      ],
      [
        "prohibition-softened",
        'Answer in at most 3 sentences. Try not to promise delivery dates. If the order {{order_id}} cannot be found, say "I could not find that order."',
      ],
      [
        "number-changed",
        'Answer in at most 5 sentences. Do not promise delivery dates. If the order {{order_id}} cannot be found, say "I could not find that order."',
      ],
    ],
    harmless: [
      [
        "tightened",
        'Max. 3 sentences. No promises about delivery dates. Order {{order_id}} not found? Say "I could not find that order."',
      ],
      [
        "number-words",
        'Answer in at most three sentences. Do not promise delivery dates. If the order {{order_id}} cannot be found, say "I could not find that order."',
      ],
      [
        "bullets",
        `- Use up to 3 sentences per answer.
- Never promise a delivery date.
- When order {{order_id}} cannot be found, reply: "I could not find that order."`,
      ],
      [
        "quotes",
        "Answer in no more than 3 sentences. Don't promise delivery dates. If you cannot find the order {{order_id}}, say “I could not find that order.”",
      ],
      [
        "code-quotes",
        "Keep every answer to 3 sentences or fewer. Avoid promising delivery dates. If {{order_id}} cannot be found, respond with `I could not find that order.`",
      ],
    ],
  },
  {
    source:
      "Always verify the customer's identity before you change an account. Never share passwords, API keys or account numbers. Escalate billing disputes above $500 to billing@example.com.",
    breaking: [
      [
        "object-lost",
        "Always verify the customer's identity before you change an account. Never share passwords or account numbers. Escalate billing disputes above $500 to billing@example.com.",
      ],
      [
        "obligation-lost",
        "Never share passwords, API keys or account numbers. Escalate billing disputes above $500 to billing@example.com.",
      ],
      [
        "obligation-flipped",
        "Never verify the customer's identity before you change an account. Never share passwords, API keys or account numbers. Escalate billing disputes above $500 to billing@example.com.",
      ],
      [
        "address-changed",
        "Always verify the customer's identity before you change an account. Never share passwords, API keys or account numbers. Escalate billing disputes above $500 to support@example.com.",
      ],
      [
        "currency-changed",
        "Always verify the customer's identity before you change an account. Never share passwords, API keys or account numbers. Escalate billing disputes above €500 to billing@example.com.",
      ],
      [
        "bound-flipped",
        "Always verify the customer's identity before you change an account. Never share passwords, API keys or account numbers. Escalate billing disputes below $500 to billing@example.com.",
      ],
      [
        "number-changed",
        "Always verify the customer's identity before you change an account. Never share passwords, API keys or account numbers. Escalate billing disputes above $5,000 to billing@example.com.",
      ],
      [
        "permission-added",
        "Always verify the customer's identity before you change an account. Never share passwords. API keys and account numbers may be shared. Escalate billing disputes above $500 to billing@example.com.",
      ],
      [
        "obligation-softened",
        "You may verify the customer's identity before you change an account. Never share passwords, API keys or account numbers. Escalate billing disputes above $500 to billing@example.com.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `## Security
- Always verify the customer's identity before changing an account.
- Never share:
  - passwords
  - API keys
  - account numbers

## Billing
- Disputes above $500 go to billing@example.com.`,
      ],
      [
        "synonyms",
        "Before any account change, you must confirm the identity of the customer. Do not disclose passwords, API keys, or account numbers. Hand billing disputes over $500 to billing@example.com.",
      ],
      [
        "reordered",
        "Escalate billing disputes above $500 to billing@example.com. Never share account numbers, API keys or passwords. Always verify the identity of the customer before you change an account.",
      ],
      [
        "money",
        "Always verify the customer's identity before you change an account. Never share passwords, API keys or account numbers. Billing disputes above 500 USD are escalated to billing@example.com.",
      ],
      [
        "imperative",
        "Verify who the customer is (identity check) before changing their account. You must not share passwords, API keys or account numbers. Escalate billing disputes of more than $500 to billing@example.com.",
      ],
    ],
  },
  {
    source:
      'You help shoppers of Lumen & Co. Only answer questions about lamps. Do not discuss competitors. Use a "warm" tone and sign with "— Team Lumen".',
    breaking: [
      [
        "only-lost",
        'You help shoppers of Lumen & Co. Answer questions about lamps. Do not discuss competitors. Use a "warm" tone and sign with "— Team Lumen".',
      ],
      [
        "prohibition-replaced",
        'You help shoppers of Lumen & Co. Only answer questions about lamps. Do not use emojis. Use a "warm" tone and sign with "— Team Lumen".',
      ],
      [
        "quoted-changed",
        'You help shoppers of Lumen & Co. Only answer questions about lamps. Do not discuss competitors. Use a "warm" tone and sign with "— The Lumen Team".',
      ],
      [
        "prohibition-flipped",
        'You help shoppers of Lumen & Co. Only answer questions about lamps. Discuss competitors openly. Use a "warm" tone and sign with "— Team Lumen".',
      ],
      [
        "host-added",
        'You help shoppers of Lumen & Co (lumen-lamps.example). Only answer questions about lamps. Do not discuss competitors. Use a "warm" tone and sign with "— Team Lumen".',
      ],
      [
        "number-added",
        'You help shoppers of Lumen & Co. Only answer questions about lamps, in 4 sentences. Do not discuss competitors. Use a "warm" tone and sign with "— Team Lumen".',
      ],
    ],
    harmless: [
      [
        "emphasis",
        'You help shoppers of Lumen & Co. Answer **only** questions about lamps. Do **not** discuss competitors. Tone: warm. Sign with "— Team Lumen".',
      ],
      [
        "not-unless",
        'You assist the shoppers of Lumen & Co. Do not answer questions that are not about lamps. Never talk about competitors. Keep a "warm" tone; sign with "— Team Lumen".',
      ],
      [
        "headings",
        `# Role
Assistant for shoppers of Lumen & Co.

# Scope
Exclusively questions about lamps. Competitors are off-limits.

# Style
"Warm" tone, signature "— Team Lumen"; "warm" at all times.`,
      ],
      [
        "tightened",
        'Role: shopping help for Lumen & Co. Scope: lamps only; no discussion of competitors. Tone: "warm". Signature: "— Team Lumen".',
      ],
    ],
  },
  {
    source:
      "If the customer is angry, apologise once and offer {{voucher}} worth 10 EUR. Never offer more than one voucher. Do not blame the customer, the carrier or the warehouse.",
    breaking: [
      [
        "object-lost",
        "If the customer is angry, apologise once and offer {{voucher}} worth 10 EUR. Never offer more than one voucher. Do not blame the customer or the warehouse.",
      ],
      [
        "number-changed",
        "If the customer is angry, apologise once and offer {{voucher}} worth 100 EUR. Never offer more than one voucher. Do not blame the customer, the carrier or the warehouse.",
      ],
      [
        "currency-changed",
        "If the customer is angry, apologise once and offer {{voucher}} worth 10 USD. Never offer more than one voucher. Do not blame the customer, the carrier or the warehouse.",
      ],
      [
        "prohibition-flipped",
        "If the customer is angry, apologise once and offer {{voucher}} worth 10 EUR. Never offer more than one voucher. Blame the carrier or the warehouse, not the customer.",
      ],
      [
        "token-escaped",
        "If the customer is angry, apologise once and offer \\{{voucher}} worth 10 EUR. Never offer more than one voucher. Do not blame the customer, the carrier or the warehouse.",
      ],
      [
        "token-entity",
        "If the customer is angry, apologise once and offer {{voucher}} (&#123;&#123;voucher&#125;&#125;) worth 10 EUR. Never offer more than one voucher. Do not blame the customer, the carrier or the warehouse.",
      ],
    ],
    harmless: [
      [
        "euro-sign",
        "Angry customer: apologise once, then offer {{voucher}} (€10). Offer at most one voucher. Do not blame the customer, carrier or warehouse.",
      ],
      [
        "bullets",
        `When a customer is angry:
1. Apologise once.
2. Offer {{voucher}} worth 10 EUR.

Limits:
- Never offer more than one voucher.
- Never blame the customer, the carrier, or the warehouse.`,
      ],
      [
        "don't",
        "If the customer's angry, apologise once and offer {{voucher}} worth 10 EUR. Don't offer more than one voucher. Don't put blame on the customer, the carrier or the warehouse.",
      ],
    ],
  },
  {
    source:
      "Reply in {{language|English}}. Our phone line is open 9:00 to 17:30 on weekdays. The number is +1 555 010 9999. Never give out the direct numbers of employees.",
    breaking: [
      [
        "time-changed",
        "Reply in {{language|English}}. Our phone line is open 9:00 to 18:30 on weekdays. The number is +1 555 010 9999. Never give out the direct numbers of employees.",
      ],
      [
        "phone-changed",
        "Reply in {{language|English}}. Our phone line is open 9:00 to 17:30 on weekdays. The number is +1 555 010 9998. Never give out the direct numbers of employees.",
      ],
      [
        "prohibition-lost",
        "Reply in {{language|English}}. Our phone line is open 9:00 to 17:30 on weekdays. The number is +1 555 010 9999. Employees have direct numbers.",
      ],
      [
        "token-moved-to-comment",
        "<!-- Reply in {{language|English}}. --> Our phone line is open 9:00 to 17:30 on weekdays. The number is +1 555 010 9999. Never give out the direct numbers of employees.",
      ],
      [
        "token-renamed",
        "Reply in {{Language|English}}. Our phone line is open 9:00 to 17:30 on weekdays. The number is +1 555 010 9999. Never give out the direct numbers of employees.",
      ],
      [
        "stray-brace",
        "Reply in {{language|English}} {b}. Our phone line is open 9:00 to 17:30 on weekdays. The number is +1 555 010 9999. Never give out the direct numbers of employees.",
      ],
    ],
    harmless: [
      [
        "table",
        `| Topic | Rule |
|---|---|
| Language | {{language|English}} |
| Phone | +1 555 010 9999, weekdays 9:00–17:30 |
| Staff | Never give out direct numbers of employees |`,
      ],
      [
        "tightened",
        "Language: {{language|English}}. Phone: +1 555 010 9999 (weekdays, 9:00-17:30). Do not give out direct numbers of employees.",
      ],
      [
        "synonyms",
        "Write your replies in {{language|English}}. The phone line, +1 555 010 9999, is staffed from 9:00 until 17:30 on weekdays. Employees' direct numbers must never be shared.",
      ],
    ],
  },
  {
    source:
      "Offer free shipping on orders over 1,000 SEK. Returns cost 49 SEK. Keep replies under 120 words and never use exclamation marks.",
    breaking: [
      [
        "number-changed",
        "Offer free shipping on orders over 100 SEK. Returns cost 49 SEK. Keep replies under 120 words and never use exclamation marks.",
      ],
      [
        "unit-changed",
        "Offer free shipping on orders over 1,000 SEK. Returns cost 49 SEK. Keep replies under 120 characters and never use exclamation marks.",
      ],
      [
        "bound-flipped",
        "Offer free shipping on orders over 1,000 SEK. Returns cost 49 SEK. Keep replies over 120 words and never use exclamation marks.",
      ],
      [
        "prohibition-flipped",
        "Offer free shipping on orders over 1,000 SEK. Returns cost 49 SEK. Keep replies under 120 words and use exclamation marks.",
      ],
      [
        "number-lost",
        "Offer free shipping on large orders. Returns cost 49 SEK. Keep replies under 120 words and never use exclamation marks.",
      ],
    ],
    harmless: [
      [
        "separators",
        "Orders above 1000 SEK ship for free. Returns cost 49 SEK. Keep replies below 120 words. Do not use exclamation marks.",
      ],
      [
        "tightened",
        `- Free shipping: orders > 1 000 SEK
- Returns: 49 SEK
- Length: max 120 words
- No exclamation marks`,
      ],
      [
        "reordered",
        "Never use exclamation marks, and keep replies under 120 words. Returns cost 49 SEK; shipping is free on orders over 1,000 SEK.",
      ],
    ],
  },
  {
    source:
      "You must not give medical, legal or tax advice. Refer such questions to a professional. You may share general opening hours.",
    breaking: [
      [
        "object-lost",
        "You must not give medical or legal advice. Refer other questions to a professional. You may share general opening hours.",
      ],
      [
        "prohibition-flipped",
        "You must give medical, legal or tax advice. Refer such questions to a professional. You may share general opening hours.",
      ],
      [
        "prohibition-flipped",
        "Give medical, legal and tax advice. Refer hard questions to a professional. You may share general opening hours.",
      ],
      [
        "prohibition-softened",
        "You should generally not give medical, legal or tax advice if possible. Refer such questions to a professional. You may share general opening hours.",
      ],
      [
        "prohibition-lost",
        "Refer difficult questions to a professional. You may share general opening hours.",
      ],
      [
        "permission-flipped",
        "You must not give medical, legal or tax advice. Refer such questions to a professional. You must not share general opening hours.",
      ],
    ],
    harmless: [
      [
        "synonyms",
        "Medical, legal and tax advice is forbidden: refer those questions to a professional. Sharing general opening hours is fine.",
      ],
      [
        "list",
        `Do not give advice on:
- medical matters
- legal matters
- tax matters

Refer these questions to a professional. General opening hours may be shared.`,
      ],
      [
        "tightened",
        "No medical, legal, or tax advice; refer to a professional instead. General opening hours are OK to share.",
      ],
      [
        "headings",
        `### Prohibited
- Medical advice
- Legal advice
- Tax advice

### Required
- Refer such questions to a professional.

### Allowed
- General opening hours`,
      ],
    ],
  },
];
