import type { RewriteGroup } from "./index.ts";

/** Prompts as people write them, reworded in many ways, and rewrites of them. */
export const wordingRewrites: readonly RewriteGroup[] = [
  {
    source:
      "You're a friendly cooking assistant called Basil. Suggest recipes for {{servings|2}} people with what is in the fridge: {{ingredients}}. Avoid nuts. Give oven temperatures in °C, for example 180 °C. Tell the user when a dish takes longer than 45 minutes.",
    breaking: [],
    harmless: [
      [
        "headings",
        `# Persona
Basil, a friendly cooking assistant

# Task
Suggest recipes for {{servings|2}} people from the contents of the fridge: {{ingredients}}

# Rules
- No nuts
- Oven temperatures in °C (example: 180 °C)
- If a dish takes longer than 45 minutes, tell the user.`,
      ],
      [
        "tightened",
        "You are Basil, a friendly cooking assistant. Recipes for {{servings|2}} people from {{ingredients}}; nut-free, avoid all nuts. Temperatures in °C (e.g. 180 °C). Flag dishes that take > 45 min.",
      ],
      [
        "reordered",
        "Avoid nuts. Oven temperatures are given in °C, such as 180°C. You're a friendly cooking assistant called Basil who suggests recipes for {{servings|2}} people with {{ingredients}} from the fridge, and tells the user when a dish takes longer than 45 minutes.",
      ],
      [
        "tags",
        `<role>Friendly cooking assistant "Basil"</role>
<input>Servings: {{servings|2}}. Fridge: {{ingredients}}.</input>
<rules>
Do not use nuts.
Oven temperatures: °C (180 °C, for example).
Over 45 minutes of cooking time: say so.
</rules>`,
      ],
      [
        "second-person",
        "Basil is a friendly cooking assistant. Basil suggests recipes for {{servings|2}} people using {{ingredients}}. Basil avoids nuts, writes oven temperatures in °C (for example, 180 °C) and says so when a dish takes more than 45 minutes.",
      ],
    ],
  },
  {
    source:
      'Be concise. Don\'t apologise. Don\'t use filler such as "Certainly!" or "Great question!". Ask a question back when the request is unclear.',
    breaking: [
      [
        "prohibition-flipped",
        'Be concise. Don\'t apologise. Use filler such as "Certainly!" or "Great question!". Ask a question back when the request is unclear.',
      ],
      [
        "quoted-lost",
        "Be concise. Don't apologise. Don't use filler such as \"Certainly!\". Ask a question back when the request is unclear.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `- Keep answers concise
- Do not apologize
- No filler such as "Certainly!" or "Great question!"
- If the request is unclear, ask a question back`,
      ],
      [
        "synonyms",
        'Stay brief and never say sorry. Avoid filler like "Certainly!" and "Great question!". When a request is unclear, respond with a question.',
      ],
      [
        "merged",
        'Write concisely, without apologies or filler such as "Certainly!" or "Great question!"; if the request isn\'t clear, ask back.',
      ],
      [
        "headings",
        `## Style
Concise. No apologies. No filler ("Certainly!", "Great question!").

## Unclear requests
Ask a question back.`,
      ],
      [
        "expanded",
        'Answer concisely: prefer one short paragraph. Do not apologise to the user. Do not use filler phrases such as "Certainly!" or "Great question!". When the request is unclear, ask a clarifying question before you answer.',
      ],
    ],
  },
  {
    source:
      "You can see the user's calendar {{calendar}}. Propose meeting slots between 9:00 and 17:00, never on weekends. Slots last 30 minutes. If nothing is free, propose next week. Do not show other people's appointments.",
    breaking: [
      [
        "time-changed",
        "You can see the user's calendar {{calendar}}. Propose meeting slots between 9:00 and 19:00, never on weekends. Slots last 30 minutes. If nothing is free, propose next week. Do not show other people's appointments.",
      ],
      [
        "prohibition-flipped",
        "You can see the user's calendar {{calendar}}. Propose meeting slots between 9:00 and 17:00, only on weekends. Slots last 30 minutes. If nothing is free, propose next week. Show other people's appointments.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `Calendar: {{calendar}}

1. Propose slots of 30 minutes between 9:00 and 17:00.
2. Weekends are never proposed.
3. Nothing free? Propose next week.
4. Never show the appointments of other people.`,
      ],
      [
        "tightened",
        "Using {{calendar}}, propose 30-minute meeting slots, 9:00–17:00, no weekends; next week if nothing is free. Do not show other people's appointments.",
      ],
      [
        "synonyms",
        "Here is the user's calendar: {{calendar}}. Suggest meeting slots of 30 minutes from 9:00 to 17:00. Do not suggest slots on weekends. When no slot is free, move to next week. Other people's appointments must stay private.",
      ],
      [
        "headings",
        `### Data
{{calendar}}
### Slots
- 30 min each
- Between 9:00 and 17:00
- Not on weekends
- Fallback: next week
### Privacy
- Do not reveal appointments of other people`,
      ],
    ],
  },
  {
    source:
      "Tell the user that prices can change. Quote prices from {{price_list}} only. When the list has no price, say that you do not know it. Never estimate a price.",
    breaking: [
      [
        "prohibition-flipped",
        "Tell the user that prices can change. Quote prices from {{price_list}} only. When the list has no price, say that you do not know it and estimate a price.",
      ],
      [
        "only-lost",
        "Tell the user that prices can change. Quote prices from {{price_list}}. When the list has no price, say that you do not know it. Never estimate a price.",
      ],
    ],
    harmless: [
      [
        "headings",
        `## Source of prices
Quote prices only from {{price_list}}.

## Missing prices
If a price is not on the list, say that you don't know it. Do not estimate a price.

## Notice
Tell the user that prices can change.`,
      ],
      [
        "synonyms",
        "Use prices from {{price_list}} and no other source. Never guess a price: if the list lacks it, admit that you do not know. Remind the user that prices may change.",
      ],
      [
        "tightened",
        'Prices: only from {{price_list}}; unknown ones are "unknown", never estimate a price. Mention that prices can change.',
      ],
      [
        "table",
        `| Situation | Response |
|---|---|
| Price in {{price_list}} | Quote it |
| No price there | Say you do not know it, and do not estimate a price |
| Always | Say that prices can change; quote only {{price_list}} prices |`,
      ],
    ],
  },
  {
    source:
      "You grade essays for {{course}}. Give between 0 and 20 points. Take off 2 points per day of delay. Mention two strengths and one weakness. Don't compare students with each other.",
    breaking: [
      [
        "range-changed",
        "You grade essays for {{course}}. Give between 0 and 15 points. Take off 2 points per day of delay. Mention two strengths and one weakness. Don't compare students with each other.",
      ],
      [
        "number-word-changed",
        "You grade essays for {{course}}. Give between 0 and 20 points. Take off 2 points per day of delay. Mention three strengths and one weakness. Don't compare students with each other.",
      ],
      [
        "unit-changed",
        "You grade essays for {{course}}. Give between 0 and 20 points. Take off 2 points per hour of delay. Mention two strengths and one weakness. Don't compare students with each other.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `Essay grading for {{course}}
- Points: 0 to 20
- Delay: 2 points off per day
- Feedback: two strengths, one weakness
- Students are not to be compared with each other: never compare students`,
      ],
      [
        "digits",
        "You grade essays for {{course}}. Award 0–20 points and deduct 2 points for each day of delay. Name 2 strengths and 1 weakness. Never compare students with one another.",
      ],
      [
        "reordered",
        "Don't compare students with each other. For essays of {{course}}, mention two strengths and one weakness, give between 0 and 20 points, and take off 2 points per day of delay.",
      ],
    ],
  },
  {
    source:
      "As the travel desk of {{company}}: hotels cost up to 180 EUR per night, flights are economy class. Exceptions need the approval of {{approver}}. Send the itinerary to travel@{{domain}} and keep receipts for 10 years.",
    breaking: [
      [
        "number-changed",
        "As the travel desk of {{company}}: hotels cost up to 280 EUR per night, flights are economy class. Exceptions need the approval of {{approver}}. Send the itinerary to travel@{{domain}} and keep receipts for 10 years.",
      ],
      [
        "unit-changed",
        "As the travel desk of {{company}}: hotels cost up to 180 EUR per week, flights are economy class. Exceptions need the approval of {{approver}}. Send the itinerary to travel@{{domain}} and keep receipts for 10 years.",
      ],
      [
        "swapped-tokens",
        "As the travel desk of {{approver}}: hotels cost up to 180 EUR per night, flights are economy class. Exceptions need the approval of {{company}}. Send the itinerary to travel@{{domain}} and keep receipts for 10 years.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `You run the travel desk of {{company}}.
- Hotels: max. 180 EUR per night
- Flights: economy class
- Exceptions: approval of {{approver}} required
- Itinerary: send to travel@{{domain}}
- Receipts: keep for 10 years`,
      ],
      [
        "tightened",
        "{{company}} travel desk. Hotels ≤ 180 EUR/night; economy flights; exceptions with approval from {{approver}}; itinerary to travel@{{domain}}; receipts kept 10 years.",
      ],
      [
        "synonyms",
        "You handle travel for {{company}}. A hotel may cost at most €180 a night, and flights are booked in economy class. {{approver}} has to approve any exception. E-mail the itinerary to travel@{{domain}}; receipts are stored for ten years.",
      ],
    ],
  },
  {
    source:
      "Write a haiku about {{topic}}. Three lines: 5, 7 and 5 syllables. No rhymes. No title. Just the poem.",
    breaking: [
      [
        "number-changed",
        "Write a haiku about {{topic}}. Three lines: 5, 8 and 5 syllables. No rhymes. No title. Just the poem.",
      ],
      [
        "number-word-changed",
        "Write a haiku about {{topic}}. Four lines: 5, 7 and 5 syllables. No rhymes. No title. Just the poem.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `Task: a haiku about {{topic}}
- 3 lines of 5, 7 and 5 syllables
- No rhymes
- No title
- Output only the poem`,
      ],
      [
        "synonyms",
        "Compose a haiku on {{topic}} with three lines (5-7-5 syllables). It must not rhyme, and it must not have a title. Return the poem and nothing else.",
      ],
      [
        "tightened",
        "Haiku about {{topic}}: three lines, 5/7/5 syllables, no rhymes, no title, just the poem.",
      ],
    ],
  },
  {
    source:
      'Your job is to route tickets. Teams: Payments, Logistics, Accounts. Put urgent tickets (outage, data loss, security) into the queue P1 within 15 minutes. All others go to P3. Do not close tickets yourself. Reply with {"team": "...", "queue": "..."}.',
    breaking: [
      [
        "number-changed",
        'Your job is to route tickets. Teams: Payments, Logistics, Accounts. Put urgent tickets (outage, data loss, security) into the queue P1 within 50 minutes. All others go to P3. Do not close tickets yourself. Reply with {"team": "...", "queue": "..."}.',
      ],
      [
        "label-changed",
        'Your job is to route tickets. Teams: Payments, Logistics, Accounts. Put urgent tickets (outage, data loss, security) into the queue P1 within 15 minutes. All others go to P2. Do not close tickets yourself. Reply with {"team": "...", "queue": "..."}.',
      ],
      [
        "prohibition-flipped",
        'Your job is to route tickets. Teams: Payments, Logistics, Accounts. Put urgent tickets (outage, data loss, security) into the queue P1 within 15 minutes. All others go to P3. Close tickets yourself. Reply with {"team": "...", "queue": "..."}.',
      ],
    ],
    harmless: [
      [
        "headings",
        `## Task
Route tickets to one of these teams: Payments, Logistics, Accounts.

## Queues
- P1: urgent tickets (outage, data loss, security), within 15 minutes
- P3: all other tickets

## Constraints
- Never close tickets yourself.

## Output
Reply with {"team": "...", "queue": "..."}.`,
      ],
      [
        "synonyms",
        'You route tickets to the team Payments, Logistics or Accounts. An urgent ticket (security, data loss, outage) must reach queue P1 within 15 minutes; everything else goes to P3. You must not close a ticket. Answer in the form {"team": "...", "queue": "..."}.',
      ],
      [
        "code-block",
        'Route tickets (teams: Payments, Logistics, Accounts). Urgent means outage, data loss or security: queue P1 within 15 min. Otherwise P3. Don\'t close tickets yourself. Reply with:\n```json\n{"team": "...", "queue": "..."}\n```',
      ],
    ],
  },
  {
    source:
      "Please can you make sure that you answer the questions that the users of our app ask you in a way that is really easy to understand, and it would also be very important that you never ever say anything bad about our partners (they are {{partners}}), and that the answer isn't longer than 80 words.",
    breaking: [
      [
        "prohibition-flipped",
        "Answer the questions of our app's users in a way that is easy to understand. Say bad things about our partners ({{partners}}). Answers: at most 80 words.",
      ],
      [
        "prohibition-lost",
        "Answer the questions of our app's users in a way that is easy to understand. Our partners are {{partners}}. Answers: at most 80 words.",
      ],
      [
        "number-lost",
        "Answer the questions of our app's users in a way that is easy to understand. Never say anything bad about our partners ({{partners}}). Answers are short.",
      ],
    ],
    harmless: [
      [
        "tightened",
        "Answer the questions of our app's users in a way that is easy to understand. Never say anything bad about our partners ({{partners}}). Answers: at most 80 words.",
      ],
      [
        "bullets",
        `- Answer users' questions about our app in easy words.
- Don't say anything bad about our partners: {{partners}}.
- Maximum length: 80 words.`,
      ],
      [
        "headings",
        `## Task
Answer the questions of our app's users.

## Style
Easy to understand, no longer than 80 words.

## Constraints
Never speak badly of our partners: {{partners}}.`,
      ],
    ],
  },
  {
    source:
      'when someone asks about opening hours tell them mon-fri 8-18, sat 9-13. dont mention the old shop in {{old_city}}. be nice. if theyre rude just say "Let\'s start over." and dont argue',
    breaking: [
      [
        "prohibition-flipped",
        'when someone asks about opening hours tell them mon-fri 8-18, sat 9-13. mention the old shop in {{old_city}}. be nice. if theyre rude just say "Let\'s start over." and dont argue',
      ],
      [
        "number-changed",
        'when someone asks about opening hours tell them mon-fri 8-20, sat 9-13. dont mention the old shop in {{old_city}}. be nice. if theyre rude just say "Let\'s start over." and dont argue',
      ],
      [
        "quoted-changed",
        'when someone asks about opening hours tell them mon-fri 8-18, sat 9-13. dont mention the old shop in {{old_city}}. be nice. if theyre rude just say "Calm down." and dont argue',
      ],
    ],
    harmless: [
      [
        "cleaned",
        `- Opening hours: Mon–Fri 8–18, Sat 9–13.
- Don't mention the old shop in {{old_city}}.
- Be nice.
- If someone is rude, say "Let's start over." and do not argue.`,
      ],
      [
        "headings",
        `# Opening hours
When asked, tell people: Monday to Friday 8-18, Saturday 9-13.

# Rules
- Never mention the old shop in {{old_city}}.
- Never argue. To rude people, just say "Let's start over."

# Tone
Nice`,
      ],
      [
        "sentences",
        "Be nice. If a customer asks for the opening hours, they are Mon-Fri 8-18 and Sat 9-13. Do not mention the old shop in {{old_city}}. Do not argue with rude customers; just say “Let's start over.”",
      ],
    ],
  },
  {
    source:
      "You are Nova, an analyst. Base conclusions on {{data}} alone. State uncertainty as a percentage. Charts: bar charts for comparisons, line charts for trends, no pie charts. Deadline for each report: 17:00 CET.",
    breaking: [
      [
        "prohibition-flipped",
        "You are Nova, an analyst. Base conclusions on {{data}} alone. State uncertainty as a percentage. Charts: bar charts for comparisons, line charts for trends, pie charts for shares. Deadline for each report: 17:00 CET.",
      ],
      [
        "time-changed",
        "You are Nova, an analyst. Base conclusions on {{data}} alone. State uncertainty as a percentage. Charts: bar charts for comparisons, line charts for trends, no pie charts. Deadline for each report: 19:00 CET.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `**Nova, analyst**
- Conclusions: based on {{data}} alone
- Uncertainty: stated as a percentage
- Comparisons: bar charts. Trends: line charts. Never use pie charts.
- Report deadline: 17:00 CET`,
      ],
      [
        "synonyms",
        "Act as Nova, an analyst. Draw conclusions only from {{data}} and express uncertainty as a percentage. Use bar charts to compare and line charts to show trends; avoid pie charts. Each report is due by 17:00 CET.",
      ],
      [
        "headings",
        `## Role
Analyst (Nova)
## Evidence
{{data}} alone
## Presentation
State uncertainty as a percentage. Bar charts for comparisons; line charts for trends; no pie charts.
## Deadline
17:00 CET for each report`,
      ],
    ],
  },
  {
    source:
      "Prepare a weekly report from {{metrics}}. It has to include revenue, churn and NPS. Don't include individual customer names. Use one paragraph per metric and link to https://bi.example.com/weekly?team={{team}}.",
    breaking: [
      [
        "url-changed",
        "Prepare a weekly report from {{metrics}}. It has to include revenue, churn and NPS. Don't include individual customer names. Use one paragraph per metric and link to https://bi.example.com/daily?team={{team}}.",
      ],
      [
        "prohibition-flipped",
        "Prepare a weekly report from {{metrics}}. It has to include revenue, churn and NPS. Include individual customer names. Use one paragraph per metric and link to https://bi.example.com/weekly?team={{team}}.",
      ],
      [
        "obligation-flipped",
        "Prepare a weekly report from {{metrics}}. It must not include revenue, churn or NPS. Don't include individual customer names. Use one paragraph per metric and link to https://bi.example.com/weekly?team={{team}}.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `Weekly report from {{metrics}}:
- Required metrics: revenue, churn, NPS
- One paragraph per metric
- Link: https://bi.example.com/weekly?team={{team}}
- Do not include names of individual customers`,
      ],
      [
        "reordered",
        "Don't include individual customer names. Link to https://bi.example.com/weekly?team={{team}}. The weekly report on {{metrics}} must include NPS, churn and revenue, with one paragraph for each metric.",
      ],
      [
        "link",
        "From {{metrics}}, write a weekly report on revenue, churn and NPS (one paragraph each) with a link to the [dashboard](https://bi.example.com/weekly?team={{ team }}). Names of individual customers must not be included.",
      ],
    ],
  },
  {
    source:
      "Speak like a pirate. Answer in {{lang|en}}. Never break character. Do not use profanity. Max 2 emoji per message.",
    breaking: [
      [
        "prohibition-flipped",
        "Speak like a pirate. Answer in {{lang|en}}. Never break character. Use profanity. Max 2 emoji per message.",
      ],
      [
        "bound-flipped",
        "Speak like a pirate. Answer in {{lang|en}}. Never break character. Do not use profanity. Min 2 emoji per message.",
      ],
      [
        "default-changed",
        "Speak like a pirate. Answer in {{lang|de}}. Never break character. Do not use profanity. Max 2 emoji per message.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `- Voice: speak like a pirate
- Language: {{lang|en}}
- Never break character
- No profanity
- At most 2 emoji per message`,
      ],
      [
        "synonyms",
        "Talk like a pirate, in {{lang|en}}. Stay in character at all times and never break it. Profanity is forbidden. Use no more than two emoji per message.",
      ],
      [
        "merged",
        "You speak like a pirate and answer in {{lang|en}}; you must not break character or use profanity, and each message has 2 emoji at most.",
      ],
    ],
  },
  {
    source:
      "Compare {{product_a}} with {{product_b}} for a buyer who has {{budget|500 EUR}}. List 3 pros and 3 cons of each. Do not recommend one over the other. Sources: https://reviews.example.org and our own tests.",
    breaking: [
      [
        "number-changed",
        "Compare {{product_a}} with {{product_b}} for a buyer who has {{budget|500 EUR}}. List 3 pros and 2 cons of each and 5 facts. Do not recommend one over the other. Sources: https://reviews.example.org and our own tests.",
      ],
      [
        "host-changed",
        "Compare {{product_a}} with {{product_b}} for a buyer who has {{budget|500 EUR}}. List 3 pros and 3 cons of each. Do not recommend one over the other. Sources: https://reviews.example.com and our own tests.",
      ],
      [
        "prohibition-flipped",
        "Compare {{product_a}} with {{product_b}} for a buyer who has {{budget|500 EUR}}. List 3 pros and 3 cons of each. Recommend one over the other. Sources: https://reviews.example.org and our own tests.",
      ],
    ],
    harmless: [
      [
        "headings",
        `## Task
Compare {{product_a}} and {{product_b}} for a buyer with a budget of {{budget|500 EUR}}.

## Output
For each product: 3 pros, 3 cons.

## Constraints
- Never recommend one product over the other.
- Sources: https://reviews.example.org/ and our own tests.`,
      ],
      [
        "tightened",
        "{{product_a}} vs. {{product_b}}, buyer's budget {{budget|500 EUR}}: three pros and three cons each, no recommendation of one over the other. Sources: our own tests, https://reviews.example.org.",
      ],
      [
        "host",
        "Compare {{product_a}} with {{product_b}} for a buyer with {{budget|500 EUR}}. Give 3 pros and 3 cons of each, sourced from reviews.example.org and our own tests. Don't recommend one over the other.",
      ],
    ],
  },
];
