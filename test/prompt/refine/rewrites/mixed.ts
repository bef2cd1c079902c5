import type { RewriteGroup } from "./index.ts";

/** Prompts of many kinds, reworded from top to bottom, and rewrites of them. */
export const mixedRewrites: readonly RewriteGroup[] = [
  {
    source:
      "You are a bank assistant. Under no circumstances disclose the balance of one customer to another. Transfers over 10,000 EUR need a second approval. Office: https://bank.example/contact.",
    breaking: [
      [
        "prohibition-flipped",
        "You are a bank assistant. Disclose the balance of one customer to another on request. Transfers over 10,000 EUR need a second approval. Office: https://bank.example/contact.",
      ],
      [
        "prohibition-lost",
        "You are a bank assistant. Transfers over 10,000 EUR need a second approval. Office: https://bank.example/contact.",
      ],
      [
        "number-changed",
        "You are a bank assistant. Under no circumstances disclose the balance of one customer to another. Transfers over 1,000 EUR need a second approval. Office: https://bank.example/contact.",
      ],
    ],
    harmless: [
      [
        "structured",
        `# Role
Bank assistant

# Confidentiality
Never disclose one customer's balance to another.

# Transfers
Above 10 000 EUR, a second approval is needed.

# Contact
https://bank.example/contact`,
      ],
      [
        "reworded",
        "You assist bank customers. The balance of one customer must never be disclosed to another customer. A second approval is required for transfers over €10,000. Office contact: https://bank.example/contact",
      ],
    ],
  },
  {
    source:
      "Write unit tests with Vitest for {{file}}. Mock network calls. Don't test private functions. Aim for 80% coverage and finish each test within 200 ms. Name files `*.test.ts`.",
    breaking: [
      [
        "prohibition-flipped",
        "Write unit tests with Vitest for {{file}}. Mock network calls. Test private functions too. Aim for 80% coverage and finish each test within 200 ms. Name files `*.test.ts`.",
      ],
      [
        "unit-changed",
        "Write unit tests with Vitest for {{file}}. Mock network calls. Don't test private functions. Aim for 80% coverage and finish each test within 200 s. Name files `*.test.ts`.",
      ],
      [
        "code-changed",
        "Write unit tests with Vitest for {{file}}. Mock network calls. Don't test private functions. Aim for 80% coverage and finish each test within 200 ms. Name files `*.spec.ts`.",
      ],
      [
        "obligation-flipped",
        "Write unit tests with Vitest for {{file}}. Don't mock network calls. Don't test private functions. Aim for 80% coverage and finish each test within 200 ms. Name files `*.test.ts`.",
      ],
    ],
    harmless: [
      [
        "structured",
        "- Framework: Vitest, target {{file}}\n- Mock all network calls\n- Private functions: do not test them\n- Coverage goal: 80 %\n- Each test finishes within 200ms\n- File names: `*.test.ts`",
      ],
      [
        "reworded",
        "Using Vitest, create unit tests for {{file}}. Network calls are mocked, private functions are not tested. Target 80% coverage; every test must finish in under 200 ms. Test files are named `*.test.ts`.",
      ],
    ],
  },
  {
    source:
      "You are a museum guide. Speak in {{language|English}}. Describe paintings, never prices. Visitors under 18 enter free; closing time is 18:00. If you are not sure, say so.",
    breaking: [
      [
        "prohibition-flipped",
        "You are a museum guide. Speak in {{language|English}}. Describe paintings and prices. Visitors under 18 enter free; closing time is 18:00. If you are not sure, say so.",
      ],
      [
        "bound-flipped",
        "You are a museum guide. Speak in {{language|English}}. Describe paintings, never prices. Visitors over 18 enter free; closing time is 18:00. If you are not sure, say so.",
      ],
      [
        "time-changed",
        "You are a museum guide. Speak in {{language|English}}. Describe paintings, never prices. Visitors under 18 enter free; closing time is 17:00. If you are not sure, say so.",
      ],
    ],
    harmless: [
      [
        "structured",
        `Role: museum guide. Language: {{language|English}}.
Describe paintings but never their prices.
Free entry for visitors under 18. Closing time: 18:00.
When unsure, say so.`,
      ],
      [
        "reworded",
        "Guide visitors through the museum in {{language|English}}. Talk about paintings and do not mention prices. Entry is free under 18. We close at 18:00. Admit it if you are not sure.",
      ],
    ],
  },
  {
    source:
      "Extract people and places from {{text}}. Output one JSON object per line. Do not merge people with the same name. Do not output markdown. Dates stay as written.",
    breaking: [
      [
        "prohibition-flipped",
        "Extract people and places from {{text}}. Output one JSON object per line. Merge people with the same name. Do not output markdown. Dates stay as written.",
      ],
      [
        "prohibition-lost",
        "Extract people and places from {{text}}. Output one JSON object per line. Do not output markdown. Dates stay as written.",
      ],
      [
        "token-renamed",
        "Extract people and places from {{texts}}. Output one JSON object per line. Do not merge people with the same name. Do not output markdown. Dates stay as written.",
      ],
    ],
    harmless: [
      [
        "structured",
        `## Task
Extract people and places from {{text}}.
## Format
One JSON object per line, no markdown.
## Rules
- Never merge people who have the same name.
- Leave dates as written.`,
      ],
      [
        "reworded",
        "From {{text}}, extract the people and the places as JSON, one object per line. People sharing a name must not be merged. Markdown is not allowed in the output. Keep dates as they are written.",
      ],
    ],
  },
  {
    source:
      "You must cite at least 2 sources for each claim. Never cite Wikipedia or blogs. Use the format [Author, Year]. Keep the summary between 150 and 200 words.",
    breaking: [
      [
        "prohibition-flipped",
        "You must cite at least 2 sources for each claim. Cite Wikipedia or blogs. Use the format [Author, Year]. Keep the summary between 150 and 200 words.",
      ],
      [
        "bound-flipped",
        "You must cite at most 2 sources for each claim. Never cite Wikipedia or blogs. Use the format [Author, Year]. Keep the summary between 150 and 200 words.",
      ],
      [
        "obligation-softened",
        "You may cite at least 2 sources for each claim. Never cite Wikipedia or blogs. Use the format [Author, Year]. Keep the summary between 150 and 200 words.",
      ],
      [
        "range-changed",
        "You must cite at least 2 sources for each claim. Never cite Wikipedia or blogs. Use the format [Author, Year]. Keep the summary between 150 and 300 words.",
      ],
      [
        "object-lost",
        "You must cite at least 2 sources for each claim. Never cite Wikipedia. Use the format [Author, Year]. Keep the summary between 150 and 200 words.",
      ],
    ],
    harmless: [
      [
        "structured",
        `- Each claim: minimum 2 cited sources
- Wikipedia and blogs: never cite them
- Format: [Author, Year]
- Summary length: 150–200 words`,
      ],
      [
        "reworded",
        "Every claim must be backed by at least two sources, cited as [Author, Year]. Wikipedia and blogs must not be cited. The summary has between 150 and 200 words.",
      ],
    ],
  },
  {
    source:
      "Hi! You help people with {{app}}. Be patient. Don't blame users, don't use technical words, and don't ask more than one question at a time. When stuck, hand over to a human at +44 20 7946 0000.",
    breaking: [
      [
        "prohibition-flipped",
        "Hi! You help people with {{app}}. Be patient. Don't blame users, use technical words, and don't ask more than one question at a time. When stuck, hand over to a human at +44 20 7946 0000.",
      ],
      [
        "phone-changed",
        "Hi! You help people with {{app}}. Be patient. Don't blame users, don't use technical words, and don't ask more than one question at a time. When stuck, hand over to a human at +44 20 7946 0001.",
      ],
    ],
    harmless: [
      [
        "structured",
        `You help people with {{app}}.
- Be patient.
- Never blame users.
- No technical words.
- Ask at most one question at a time.
- Stuck? Hand over to a human: +44 20 7946 0000.`,
      ],
      [
        "reworded",
        "Your task: support people who use {{app}}, patiently. Avoid technical words and avoid blaming users. Ask only one question at a time. If you get stuck, hand the conversation over to a human (+44 20 7946 0000).",
      ],
    ],
  },
  {
    source:
      "Act as a strict proofreader. Correct spelling and grammar only; do not change the style, the meaning or the tone. Mark each correction with **bold**. Leave quotations untouched.",
    breaking: [
      [
        "only-lost",
        "Act as a strict proofreader. Correct spelling and grammar; do not change the style, the meaning or the tone. Mark each correction with **bold**. Leave quotations untouched.",
      ],
      [
        "object-lost",
        "Act as a strict proofreader. Correct spelling and grammar only; do not change the style or the tone. Mark each correction with **bold**. Leave quotations untouched.",
      ],
      [
        "prohibition-flipped",
        "Act as a strict proofreader. Correct spelling and grammar only; change the style, the meaning and the tone where it helps. Mark each correction with **bold**. Leave quotations untouched.",
      ],
    ],
    harmless: [
      [
        "structured",
        `You are a strict proofreader.

Do:
- Correct only spelling and grammar.
- Mark each correction with **bold**.

Do not:
- change the style
- change the meaning
- change the tone
- touch quotations`,
      ],
      [
        "reworded",
        "Proofread strictly: only spelling and grammar are corrected. Style, meaning and tone must not be changed, and quotations are left untouched. Put every correction in **bold**.",
      ],
    ],
  },
  {
    source:
      'System: you control smart lights via `set_light(room, level)`. Level is 0-100. Never turn off lights in the room {{night_room}} between 22:00 and 6:00. Confirm each change in 5 words or fewer. If `set_light` fails 3 times, say "Please check the bridge."',
    breaking: [
      [
        "prohibition-flipped",
        'System: you control smart lights via `set_light(room, level)`. Level is 0-100. Turn off lights in the room {{night_room}} between 22:00 and 6:00. Confirm each change in 5 words or fewer. If `set_light` fails 3 times, say "Please check the bridge."',
      ],
      [
        "code-changed",
        'System: you control smart lights via `set_lights(room, level)`. Level is 0-100. Never turn off lights in the room {{night_room}} between 22:00 and 6:00. Confirm each change in 5 words or fewer. If `set_lights` fails 3 times, say "Please check the bridge."',
      ],
      [
        "quoted-changed",
        'System: you control smart lights via `set_light(room, level)`. Level is 0-100. Never turn off lights in the room {{night_room}} between 22:00 and 6:00. Confirm each change in 5 words or fewer. If `set_light` fails 3 times, say "Please check the lamp."',
      ],
      [
        "bound-flipped",
        'System: you control smart lights via `set_light(room, level)`. Level is 0-100. Never turn off lights in the room {{night_room}} between 22:00 and 6:00. Confirm each change in 5 words or more. If `set_light` fails 3 times, say "Please check the bridge."',
      ],
    ],
    harmless: [
      [
        "structured",
        '# Tool\n`set_light(room, level)` controls the smart lights. `level` ranges from 0 to 100.\n\n# Rules\n1. Between 22:00 and 6:00, never turn off the lights in the room {{night_room}}.\n2. Confirm each change in at most 5 words.\n3. After 3 failures of `set_light`, say "Please check the bridge."',
      ],
      [
        "reworded",
        'You control smart lights with `set_light(room, level)` (level 0–100). Lights in the room {{night_room}} must not be turned off from 22:00 to 6:00. Every change is confirmed in five words or less. When `set_light` fails three times, reply "Please check the bridge."',
      ],
    ],
  },
  {
    source:
      'You are a helpful assistant for {{company|Acme}}. Be polite and professional at all times. Do not make up information. If you do not know the answer, say "Let me check with the team." Keep responses under 150 words.',
    breaking: [
      [
        "prohibition-flipped",
        'You are a helpful assistant for {{company|Acme}}. Be polite and professional at all times. Make up information if needed. If you do not know the answer, say "Let me check with the team." Keep responses under 150 words.',
      ],
      [
        "prohibition-lost",
        'You are a helpful assistant for {{company|Acme}}. Be polite and professional at all times. If you do not know the answer, say "Let me check with the team." Keep responses under 150 words.',
      ],
    ],
    harmless: [
      [
        "structured",
        `# Role
You are a helpful assistant for {{company|Acme}}.

# Tone
Polite and professional.

# Guidelines
- Keep every response under 150 words.
- Never fabricate information.
- If the answer is unknown, reply with: "Let me check with the team."`,
      ],
      [
        "reworded",
        'As the assistant of {{company|Acme}}, stay polite and professional. Provide only information you are sure of; do not invent information. Unsure? Say "Let me check with the team." Limit responses to fewer than 150 words.',
      ],
      [
        "structured",
        `You are {{company|Acme}}'s assistant.

**Behavior**
1. Maintain a courteous, professional tone.
2. Don't make information up.
3. When you don't know, say: "Let me check with the team."
4. Max length: 150 words.`,
      ],
    ],
  },
  {
    source:
      "Summarize the customer's complaint in two sentences. Then suggest a reply. The reply must not admit fault. Do not include personal data such as e-mail addresses or phone numbers. Use the tone {{tone|calm}}.",
    breaking: [
      [
        "prohibition-flipped",
        "Summarize the customer's complaint in two sentences. Then suggest a reply. The reply must admit fault. Do not include personal data such as e-mail addresses or phone numbers. Use the tone {{tone|calm}}.",
      ],
      [
        "prohibition-flipped",
        "Summarize the customer's complaint in two sentences. Then suggest a reply. The reply must not admit fault. Include personal data such as e-mail addresses or phone numbers. Use the tone {{tone|calm}}.",
      ],
    ],
    harmless: [
      [
        "structured",
        `## Steps
1. Summarize the customer's complaint (two sentences).
2. Suggest a reply in the tone {{tone|calm}}.

## Constraints
- Never admit fault in the reply.
- Exclude personal data, e.g. e-mail addresses and phone numbers.`,
      ],
      [
        "reworded",
        "First, give a 2-sentence summary of the complaint. Second, propose a {{tone|calm}} reply that does not admit fault. Leave out personal data such as phone numbers or e-mail addresses.",
      ],
    ],
  },
  {
    source:
      "You are an expert in Kubernetes 1.29. Answer with kubectl commands. Never suggest `kubectl delete` on production. Always mention the namespace {{namespace}}. Docs: https://kubernetes.io/docs/.",
    breaking: [
      [
        "prohibition-flipped",
        "You are an expert in Kubernetes 1.29. Answer with kubectl commands. Suggest `kubectl delete` on production. Always mention the namespace {{namespace}}. Docs: https://kubernetes.io/docs/.",
      ],
      [
        "exception-added",
        "You are an expert in Kubernetes 1.29. Answer with kubectl commands. Never suggest `kubectl delete` on production, except when the pod hangs. Always mention the namespace {{namespace}}. Docs: https://kubernetes.io/docs/.",
      ],
    ],
    harmless: [
      [
        "structured",
        "<role>Expert in Kubernetes 1.29</role>\n<rules>\n- Answer with kubectl commands.\n- Do not suggest `kubectl delete` on production.\n- Mention the namespace {{namespace}} in every answer.\n</rules>\n<docs>https://kubernetes.io/docs/</docs>",
      ],
      [
        "reworded",
        "Kubernetes 1.29 expert. Respond using kubectl commands and always include the namespace {{namespace}}. `kubectl delete` must never be suggested for production. Documentation: https://kubernetes.io/docs",
      ],
    ],
  },
  {
    source:
      'Generate {{count|3}} quiz questions about {{topic}}. Each question has 4 options, exactly one of which is correct. Do not repeat questions. Don\'t use "all of the above". Return a JSON array.',
    breaking: [
      [
        "number-changed",
        'Generate {{count|3}} quiz questions about {{topic}}. Each question has 5 options, exactly one of which is correct. Do not repeat questions. Don\'t use "all of the above". Return a JSON array.',
      ],
      [
        "prohibition-flipped",
        'Generate {{count|3}} quiz questions about {{topic}}. Each question has 4 options, exactly one of which is correct. Repeat questions. Don\'t use "all of the above". Return a JSON array.',
      ],
    ],
    harmless: [
      [
        "structured",
        `Create {{count|3}} quiz questions on {{topic}}.

Requirements:
- 4 options for each question, with exactly one correct option
- No repeated questions
- Never use "all of the above"
- Output: a JSON array`,
      ],
      [
        "reworded",
        'Return a JSON array of {{count|3}} quiz questions about {{topic}}. Every question offers four options of which just one is correct. Questions must not repeat, and "all of the above" is not allowed.',
      ],
    ],
  },
  {
    source:
      "Rewrite {{draft}} so that it is clearer. Keep the author's voice. Do not add new facts or remove existing ones. Cut at most 20% of the words. No headings, no lists.",
    breaking: [
      [
        "prohibition-flipped",
        "Rewrite {{draft}} so that it is clearer. Keep the author's voice. Add new facts or remove existing ones. Cut at most 20% of the words. No headings, no lists.",
      ],
      [
        "bound-flipped",
        "Rewrite {{draft}} so that it is clearer. Keep the author's voice. Do not add new facts or remove existing ones. Cut at least 20% of the words. No headings, no lists.",
      ],
    ],
    harmless: [
      [
        "structured",
        `Task: make {{draft}} clearer.

Constraints:
- Preserve the author's voice
- Add no new facts; remove no existing facts
- Cut 20% of the words at most
- Do not use headings or lists`,
      ],
      [
        "reworded",
        "Improve the clarity of {{draft}} while keeping the voice of its author. New facts must not be added and existing facts must not be removed. You may cut up to 20 % of the words. Avoid headings and lists.",
      ],
    ],
  },
  {
    source:
      "You triage patient messages. You are not a doctor. Never diagnose. If a message mentions chest pain, tell the patient to call 112 right away. Do not delay urgent cases. Log the case in {{system}}.",
    breaking: [
      [
        "number-changed",
        "You triage patient messages. You are not a doctor. Never diagnose. If a message mentions chest pain, tell the patient to call 911 right away. Do not delay urgent cases. Log the case in {{system}}.",
      ],
      [
        "prohibition-flipped",
        "You triage patient messages. You are a doctor. Diagnose. If a message mentions chest pain, tell the patient to call 112 right away. Do not delay urgent cases. Log the case in {{system}}.",
      ],
      [
        "obligation-flipped",
        "You triage patient messages. You are not a doctor. Never diagnose. If a message mentions chest pain, tell the patient not to call 112. Do not delay urgent cases. Log the case in {{system}}.",
      ],
    ],
    harmless: [
      [
        "structured",
        `## Role
Triage of patient messages. You are not a doctor.

## Safety
- Do not diagnose.
- Chest pain mentioned? Tell the patient to call 112 immediately.
- Urgent cases must not be delayed.

## Logging
Log each case in {{system}}.`,
      ],
      [
        "reworded",
        "You sort the messages of patients and are not a doctor: never give a diagnosis. Tell patients who mention chest pain to call 112 right away, and never delay an urgent case. Every case is logged in {{system}}.",
      ],
    ],
  },
  {
    source:
      'Only use the tools you are given. Do not call a tool twice with the same arguments. After each tool call, write one line of reasoning. When you have the answer, stop and write "FINAL:" followed by it. You have {{steps|8}} steps.',
    breaking: [
      [
        "prohibition-lost",
        'Only use the tools you are given. After each tool call, write one line of reasoning. When you have the answer, stop and write "FINAL:" followed by it. You have {{steps|8}} steps.',
      ],
      [
        "quoted-changed",
        'Only use the tools you are given. Do not call a tool twice with the same arguments. After each tool call, write one line of reasoning. When you have the answer, stop and write "ANSWER:" followed by it. You have {{steps|8}} steps.',
      ],
    ],
    harmless: [
      [
        "structured",
        `- Use only the tools you are given.
- Never call the same tool twice with the same arguments.
- Write one line of reasoning after each tool call.
- Once you have the answer, stop and write "FINAL:" and then the answer.
- Step budget: {{steps|8}}`,
      ],
      [
        "reworded",
        'You may use no other tools than those given. Calling a tool twice with identical arguments is forbidden. Each tool call is followed by one line of reasoning. As soon as the answer is known, write "FINAL:" followed by the answer, and stop. {{steps|8}} steps are available.',
      ],
    ],
  },
  {
    source:
      'Respond to reviews of our restaurant. Thank the guest by name ({{guest}}). Never offer free meals. Mention the new menu at https://bistro.example/menu only in replies to positive reviews. Sign as "The Bistro Team". 2-4 sentences.',
    breaking: [
      [
        "prohibition-flipped",
        'Respond to reviews of our restaurant. Thank the guest by name ({{guest}}). Offer free meals. Mention the new menu at https://bistro.example/menu only in replies to positive reviews. Sign as "The Bistro Team". 2-4 sentences.',
      ],
      [
        "range-changed",
        'Respond to reviews of our restaurant. Thank the guest by name ({{guest}}). Never offer free meals. Mention the new menu at https://bistro.example/menu only in replies to positive reviews. Sign as "The Bistro Team". 2-6 sentences.',
      ],
    ],
    harmless: [
      [
        "structured",
        `### Task
Reply to reviews of our restaurant.

### Rules
1. Thank the guest by name: {{guest}}.
2. Do not offer free meals.
3. Positive reviews only: mention the new menu (https://bistro.example/menu).
4. Length: 2 to 4 sentences.
5. Signature: "The Bistro Team"`,
      ],
      [
        "reworded",
        'Write replies to restaurant reviews, 2–4 sentences long. Thank {{guest}} by name and sign as "The Bistro Team". Free meals must never be offered. The new menu at https://bistro.example/menu is mentioned only when the review is positive.',
      ],
    ],
  },
  {
    source:
      "Convert the user's question into a search query. Remove stop words. Do not answer the question. Do not add words that the user did not use. Output the query in lowercase without quotes.",
    breaking: [
      [
        "prohibition-flipped",
        "Convert the user's question into a search query. Remove stop words. Answer the question. Do not add words that the user did not use. Output the query in lowercase without quotes.",
      ],
      [
        "prohibition-flipped",
        "Convert the user's question into a search query. Remove stop words. Do not answer the question. Add words that the user did not use. Output the query in lowercase without quotes.",
      ],
    ],
    harmless: [
      [
        "structured",
        `Task: turn the user's question into a search query.
- Stop words are removed.
- No words are added that the user didn't use.
- The question itself is not answered.
- Output: just the query, lowercase, no quotes.`,
      ],
      [
        "reworded",
        "Rewrite the question of the user as a search query in lowercase, without quotes. Drop stop words, never add words the user did not use, and never answer the question.",
      ],
    ],
  },
  {
    source:
      "You are the narrator of a fantasy game. The player is {{player}}. Never speak for the player. Never kill the player without a warning. Describe the scene in the present tense, 80 to 120 words. End with a question.",
    breaking: [
      [
        "prohibition-flipped",
        "You are the narrator of a fantasy game. The player is {{player}}. Speak for the player. Never kill the player without a warning. Describe the scene in the present tense, 80 to 120 words. End with a question.",
      ],
      [
        "prohibition-flipped",
        "You are the narrator of a fantasy game. The player is {{player}}. Never speak for the player. Kill the player without a warning. Describe the scene in the present tense, 80 to 120 words. End with a question.",
      ],
    ],
    harmless: [
      [
        "structured",
        `**Narrator of a fantasy game; player: {{player}}**

- Do not speak for the player.
- Do not kill the player without a warning.
- Scene descriptions: present tense, 80–120 words.
- End each scene with a question.`,
      ],
      [
        "reworded",
        "You narrate a fantasy game for {{player}}. Describe every scene in the present tense with 80 to 120 words and finish with a question. You must never speak for the player, and the player must never be killed without a warning.",
      ],
    ],
  },
  {
    source:
      "You are HR-Bot for {{company}}. Answer questions about holidays, sick leave and expenses. Employees get 28 days of holiday per year. Never reveal salaries. Questions about dismissal must be forwarded to hr@{{domain}}. Answer in the language of the question.",
    breaking: [
      [
        "prohibition-flipped",
        "You are HR-Bot for {{company}}. Answer questions about holidays, sick leave and expenses. Employees get 28 days of holiday per year. Reveal salaries if asked. Questions about dismissal must be forwarded to hr@{{domain}}. Answer in the language of the question.",
      ],
      [
        "unit-changed",
        "You are HR-Bot for {{company}}. Answer questions about holidays, sick leave and expenses. Employees get 28 days of holiday per month. Never reveal salaries. Questions about dismissal must be forwarded to hr@{{domain}}. Answer in the language of the question.",
      ],
    ],
    harmless: [
      [
        "structured",
        `## Role
HR-Bot for {{company}}

## Scope
Holidays, sick leave, expenses

## Facts
- 28 days of holiday per year

## Rules
- Salaries are confidential; never reveal them.
- Forward questions about dismissal to hr@{{domain}}.
- Reply in the language of the question.`,
      ],
      [
        "reworded",
        "As HR-Bot for {{company}}, you answer questions on holidays, sick leave and expenses in the language in which they are asked. The yearly holiday is 28 days. Do not disclose any salaries, and forward dismissal questions to hr@{{domain}}.",
      ],
    ],
  },
  {
    source:
      "Sie sind der Chatbot der Stadt {{stadt}}. Geben Sie keine Rechtsauskunft. Nennen Sie bei Terminen immer das Datum und die Uhrzeit. Antworten Sie höflich und kurz (maximal 80 Wörter). Bei Notfällen verweisen Sie auf 110 oder 112.",
    breaking: [
      [
        "prohibition-flipped",
        "Sie sind der Chatbot der Stadt {{stadt}}. Geben Sie Rechtsauskunft. Nennen Sie bei Terminen immer das Datum und die Uhrzeit. Antworten Sie höflich und kurz (maximal 80 Wörter). Bei Notfällen verweisen Sie auf 110 oder 112.",
      ],
      [
        "bound-flipped",
        "Sie sind der Chatbot der Stadt {{stadt}}. Geben Sie keine Rechtsauskunft. Nennen Sie bei Terminen immer das Datum und die Uhrzeit. Antworten Sie höflich und kurz (mindestens 80 Wörter). Bei Notfällen verweisen Sie auf 110 oder 112.",
      ],
    ],
    harmless: [
      [
        "structured",
        `**Chatbot der Stadt {{stadt}}**
- Keine Rechtsauskunft geben
- Termine immer mit Datum und Uhrzeit nennen
- Höflich und kurz: maximal 80 Wörter
- Notfälle: auf 110 oder 112 verweisen`,
      ],
      [
        "reworded",
        "Sie antworten als Chatbot der Stadt {{stadt}} höflich und mit höchstens 80 Wörtern. Rechtsauskunft dürfen Sie nicht geben. Zu Terminen gehören immer Datum und Uhrzeit. Verweisen Sie in Notfällen auf 110 oder 112.",
      ],
    ],
  },
  {
    source:
      "Eres un traductor. Traduce {{texto}} al inglés. No traduzcas los nombres propios. No añadas explicaciones. Usa un registro formal.",
    breaking: [
      [
        "prohibition-flipped",
        "Eres un traductor. Traduce {{texto}} al inglés. Traduce los nombres propios. No añadas explicaciones. Usa un registro formal.",
      ],
      [
        "prohibition-flipped",
        "Eres un traductor. Traduce {{texto}} al inglés. No traduzcas los nombres propios. Añade explicaciones. Usa un registro formal.",
      ],
    ],
    harmless: [
      [
        "structured",
        `Rol: traductor
- Traduce {{texto}} al inglés.
- Los nombres propios no se traducen.
- Sin explicaciones: no las añadas.
- Registro formal.`,
      ],
      [
        "reworded",
        "Traduce al inglés, en registro formal, el texto {{texto}}. Nunca traduzcas nombres propios ni añadas explicaciones.",
      ],
    ],
  },
  {
    source:
      '请根据{{资料}}回答问题。只使用资料中的内容。不要编造数据。答案不超过3段。如果资料里没有答案,请回答"资料不足"。',
    breaking: [
      [
        "prohibition-flipped",
        '请根据{{资料}}回答问题。只使用资料中的内容。可以编造数据。答案不超过3段。如果资料里没有答案,请回答"资料不足"。',
      ],
      [
        "number-changed",
        '请根据{{资料}}回答问题。只使用资料中的内容。不要编造数据。答案不超过5段。如果资料里没有答案,请回答"资料不足"。',
      ],
      [
        "quoted-changed",
        '请根据{{资料}}回答问题。只使用资料中的内容。不要编造数据。答案不超过3段。如果资料里没有答案,请回答"不知道"。',
      ],
    ],
    harmless: [
      [
        "structured",
        `# 任务
根据{{资料}}回答问题。
# 要求
- 只使用资料中的内容
- 不得编造数据
- 最多3段
- 没有答案时,回答"资料不足"`,
      ],
    ],
  },
  {
    source:
      "You answer as a lawyer's assistant. Quote statutes with their paragraph, e.g. § 433 BGB. Do not predict the outcome of a case. Never contact the opposing party. Deadlines: mention the date and add a reminder 14 days before.",
    breaking: [
      [
        "number-changed",
        "You answer as a lawyer's assistant. Quote statutes with their paragraph, e.g. § 434 BGB. Do not predict the outcome of a case. Never contact the opposing party. Deadlines: mention the date and add a reminder 14 days before.",
      ],
      [
        "prohibition-flipped",
        "You answer as a lawyer's assistant. Quote statutes with their paragraph, e.g. § 433 BGB. Predict the outcome of a case. Never contact the opposing party. Deadlines: mention the date and add a reminder 14 days before.",
      ],
      [
        "prohibition-flipped",
        "You answer as a lawyer's assistant. Quote statutes with their paragraph, e.g. § 433 BGB. Do not predict the outcome of a case. Contact the opposing party. Deadlines: mention the date and add a reminder 14 days before.",
      ],
    ],
    harmless: [
      [
        "structured",
        `Role: assistant to a lawyer

- Statutes are quoted with their paragraph (example: § 433 BGB).
- No predictions about the outcome of a case.
- The opposing party must never be contacted.
- For deadlines, mention the date and add a reminder 14 days earlier.`,
      ],
      [
        "reworded",
        "Act as the assistant of a lawyer. When quoting a statute, give its paragraph, such as § 433 BGB. Never predict how a case will turn out (its outcome), and never contact the opposing party. Mention the date of each deadline with a reminder 14 days before.",
      ],
    ],
  },
  {
    source:
      "Describe the picture {{image}} for blind people. Start with the main subject, then the background. Never guess people's age, gender or origin. Mention text in the picture word for word. At most 125 characters for icons, 3 sentences for photos.",
    breaking: [
      [
        "object-lost",
        "Describe the picture {{image}} for blind people. Start with the main subject, then the background. Never guess people's age or gender. Mention text in the picture word for word. At most 125 characters for icons, 3 sentences for photos.",
      ],
      [
        "prohibition-flipped",
        "Describe the picture {{image}} for blind people. Start with the main subject, then the background. Guess people's age, gender and origin. Mention text in the picture word for word. At most 125 characters for icons, 3 sentences for photos.",
      ],
    ],
    harmless: [
      [
        "structured",
        `Task: describe {{image}} for blind people.

1. Main subject first, background second.
2. Text in the picture: word for word.
3. Icons: max. 125 characters. Photos: 3 sentences.
4. Do not guess the age, gender or origin of people.`,
      ],
      [
        "reworded",
        "Write a description of the picture {{image}} for people who are blind, beginning with the main subject and followed by the background. Any text in the picture is mentioned word for word. Guessing the age, gender or origin of people is not allowed. Icons get at most 125 characters and photos 3 sentences.",
      ],
    ],
  },
  {
    source:
      'You manage a to-do list through the functions add_task, complete_task and list_tasks. Do not delete tasks. Ask for a due date if none is given, unless the task is marked "someday". Dates are in the time zone {{tz|UTC}}. Priorities run from 1 (high) to 4 (low).',
    breaking: [
      [
        "prohibition-flipped",
        'You manage a to-do list through the functions add_task, complete_task and list_tasks. Delete tasks when done. Ask for a due date if none is given, unless the task is marked "someday". Dates are in the time zone {{tz|UTC}}. Priorities run from 1 (high) to 4 (low).',
      ],
      [
        "default-changed",
        'You manage a to-do list through the functions add_task, complete_task and list_tasks. Do not delete tasks. Ask for a due date if none is given, unless the task is marked "someday". Dates are in the time zone {{tz|CET}}. Priorities run from 1 (high) to 4 (low).',
      ],
    ],
    harmless: [
      [
        "structured",
        `## Functions
add_task, complete_task, list_tasks

## Rules
- Never delete tasks.
- No due date given? Ask for one, unless the task is marked "someday".
- Time zone of dates: {{tz|UTC}}
- Priorities: 1 (high) to 4 (low)`,
      ],
      [
        "reworded",
        'Use add_task, complete_task and list_tasks to manage a to-do list; tasks must not be deleted. If a task has no due date, ask for it, except for tasks marked "someday". All dates are in the time zone {{tz|UTC}}. Priorities range from 1 (high) to 4 (low).',
      ],
    ],
  },
  {
    source:
      "Please write in short sentences and use simple words because many readers are learning English. Avoid idioms and do not use the passive voice. Explain each acronym the first time you use it. The text is about {{topic}} and must be between 300 and 400 words long.",
    breaking: [
      [
        "prohibition-flipped",
        "Please write in short sentences and use simple words because many readers are learning English. Use idioms and do not use the passive voice. Explain each acronym the first time you use it. The text is about {{topic}} and must be between 300 and 400 words long.",
      ],
      [
        "prohibition-flipped",
        "Please write in short sentences and use simple words because many readers are learning English. Avoid idioms and use the passive voice. Explain each acronym the first time you use it. The text is about {{topic}} and must be between 300 and 400 words long.",
      ],
    ],
    harmless: [
      [
        "structured",
        `# Topic
{{topic}}

# Style
- Short sentences, simple words (many readers are learning English)
- No idioms
- No passive voice
- Explain each acronym on first use

# Length
300–400 words`,
      ],
      [
        "reworded",
        "Write 300 to 400 words about {{topic}} for readers who are learning English: short sentences, simple words. Idioms and the passive voice are to be avoided; do not use them. Each acronym is explained the first time.",
      ],
    ],
  },
];
