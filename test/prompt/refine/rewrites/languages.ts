import type { RewriteGroup } from "./index.ts";

/** Prompts in other languages than English, and rewrites of them. */
export const languagesRewrites: readonly RewriteGroup[] = [
  {
    source:
      "Du bist der Assistent von {{firma}}. Antworte auf Deutsch in höchstens 4 Sätzen. Nenne niemals den Einkaufspreis. Verweise bei Rückgaben auf https://beispiel.example/rueckgabe.",
    breaking: [
      [
        "prohibition-lost",
        "Du bist der Assistent von {{firma}}. Antworte auf Deutsch in höchstens 4 Sätzen. Verweise bei Rückgaben auf https://beispiel.example/rueckgabe.",
      ],
      [
        "prohibition-flipped",
        "Du bist der Assistent von {{firma}}. Antworte auf Deutsch in höchstens 4 Sätzen. Nenne immer den Einkaufspreis. Verweise bei Rückgaben auf https://beispiel.example/rueckgabe.",
      ],
      [
        "number-changed",
        "Du bist der Assistent von {{firma}}. Antworte auf Deutsch in höchstens 6 Sätzen. Nenne niemals den Einkaufspreis. Verweise bei Rückgaben auf https://beispiel.example/rueckgabe.",
      ],
      [
        "bound-flipped",
        "Du bist der Assistent von {{firma}}. Antworte auf Deutsch in mindestens 4 Sätzen. Nenne niemals den Einkaufspreis. Verweise bei Rückgaben auf https://beispiel.example/rueckgabe.",
      ],
      [
        "url-changed",
        "Du bist der Assistent von {{firma}}. Antworte auf Deutsch in höchstens 4 Sätzen. Nenne niemals den Einkaufspreis. Verweise bei Rückgaben auf https://beispiel.example/hilfe.",
      ],
    ],
    harmless: [
      [
        "headings",
        `## Rolle
Assistent von {{firma}}

## Regeln
- Antworte auf Deutsch, maximal 4 Sätze.
- Den Einkaufspreis nie nennen.
- Rückgaben: https://beispiel.example/rueckgabe`,
      ],
      [
        "reordered",
        "Nenne niemals den Einkaufspreis. Du bist der Assistent von {{firma}} und antwortest auf Deutsch in höchstens 4 Sätzen. Bei Rückgaben verweise auf https://beispiel.example/rueckgabe.",
      ],
      [
        "synonyms",
        "Als Assistent von {{firma}} schreibst du Deutsch und bleibst bei höchstens 4 Sätzen. Der Einkaufspreis darf nicht genannt werden. Für Rückgaben gilt https://beispiel.example/rueckgabe.",
      ],
    ],
  },
  {
    source:
      "Erfinde keine Zahlen. Wenn Daten fehlen, schreibe „keine Angabe“. Gib nur JSON aus. Runde auf 2 Nachkommastellen, zum Beispiel 1.250,50 €.",
    breaking: [
      [
        "prohibition-lost",
        "Wenn Daten fehlen, schreibe „keine Angabe“. Gib nur JSON aus. Runde auf 2 Nachkommastellen, zum Beispiel 1.250,50 €.",
      ],
      [
        "prohibition-flipped",
        "Erfinde Zahlen, wenn Daten fehlen, oder schreibe „keine Angabe“. Gib nur JSON aus. Runde auf 2 Nachkommastellen, zum Beispiel 1.250,50 €.",
      ],
      [
        "quoted-changed",
        "Erfinde keine Zahlen. Wenn Daten fehlen, schreibe „unbekannt“. Gib nur JSON aus. Runde auf 2 Nachkommastellen, zum Beispiel 1.250,50 €.",
      ],
      [
        "only-lost",
        "Erfinde keine Zahlen. Wenn Daten fehlen, schreibe „keine Angabe“. Gib JSON aus. Runde auf 2 Nachkommastellen, zum Beispiel 1.250,50 €.",
      ],
      [
        "number-changed",
        "Erfinde keine Zahlen. Wenn Daten fehlen, schreibe „keine Angabe“. Gib nur JSON aus. Runde auf 2 Nachkommastellen, zum Beispiel 1.250,05 €.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `- Ausgabe: nur JSON
- Zahlen nicht erfinden
- Fehlende Daten: „keine Angabe“
- Auf 2 Nachkommastellen runden (Beispiel: 1.250,50 €)`,
      ],
      [
        "quotes",
        'Erfinde keine Zahlen. Fehlen Daten, schreibe "keine Angabe". Gib ausschließlich JSON aus. Runde auf zwei Nachkommastellen, zum Beispiel 1.250,50 €.',
      ],
    ],
  },
  {
    source:
      "Tu es l'assistant de {{entreprise}}. Réponds en français, en 100 mots au maximum. Ne révèle jamais {{secret}}. N'utilise pas de jargon. Termine par « Bonne journée ! ».",
    breaking: [
      [
        "prohibition-lost",
        "Tu es l'assistant de {{entreprise}} et tu connais {{secret}}. Réponds en français, en 100 mots au maximum. N'utilise pas de jargon. Termine par « Bonne journée ! ».",
      ],
      [
        "prohibition-flipped",
        "Tu es l'assistant de {{entreprise}}. Réponds en français, en 100 mots au maximum. Révèle {{secret}} sur demande. N'utilise pas de jargon. Termine par « Bonne journée ! ».",
      ],
      [
        "prohibition-flipped",
        "Tu es l'assistant de {{entreprise}}. Réponds en français, en 100 mots au maximum. Ne révèle jamais {{secret}}. Utilise du jargon. Termine par « Bonne journée ! ».",
      ],
      [
        "quoted-changed",
        "Tu es l'assistant de {{entreprise}}. Réponds en français, en 100 mots au maximum. Ne révèle jamais {{secret}}. N'utilise pas de jargon. Termine par « Au revoir ! ».",
      ],
      [
        "unit-changed",
        "Tu es l'assistant de {{entreprise}}. Réponds en français, en 100 caractères au maximum. Ne révèle jamais {{secret}}. N'utilise pas de jargon. Termine par « Bonne journée ! ».",
      ],
    ],
    harmless: [
      [
        "headings",
        `# Rôle
Assistant de {{entreprise}}
# Consignes
- Réponds en français (100 mots maximum).
- Ne jamais révéler {{secret}}.
- Pas de jargon.
- Termine par « Bonne journée ! ».`,
      ],
      [
        "reordered",
        "Ne révèle jamais {{secret}} et n'utilise pas de jargon. Tu es l'assistant de {{entreprise}} ; réponds en français, en 100 mots au plus, et termine par « Bonne journée ! ».",
      ],
      [
        "confidential",
        'Assistant de {{entreprise}}, tu réponds en français en 100 mots au maximum, sans jargon. {{secret}} reste confidentiel. Tu termines par "Bonne journée !".',
      ],
    ],
  },
  {
    source:
      "Eres el asistente de {{tienda}}. Nunca compartas datos de otros clientes. Ofrece un descuento de hasta el 15 %. No hables de política ni de religión.",
    breaking: [
      [
        "prohibition-lost",
        "Eres el asistente de {{tienda}}. Ofrece un descuento de hasta el 15 %. No hables de política ni de religión.",
      ],
      [
        "prohibition-flipped",
        "Eres el asistente de {{tienda}}. Comparte datos de otros clientes. Ofrece un descuento de hasta el 15 %. No hables de política ni de religión.",
      ],
      [
        "number-changed",
        "Eres el asistente de {{tienda}}. Nunca compartas datos de otros clientes. Ofrece un descuento de hasta el 50 %. No hables de política ni de religión.",
      ],
      [
        "object-lost",
        "Eres el asistente de {{tienda}}. Nunca compartas datos de otros clientes. Ofrece un descuento de hasta el 15 %. No hables de política.",
      ],
      [
        "token-renamed",
        "Eres el asistente de {{Tienda}}. Nunca compartas datos de otros clientes. Ofrece un descuento de hasta el 15 %. No hables de política ni de religión.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `Asistente de {{tienda}}:
- No compartas nunca los datos de otros clientes.
- Descuento máximo: 15%.
- Prohibido hablar de política o de religión.`,
      ],
      [
        "reordered",
        "Eres el asistente de {{tienda}}. No hables de religión ni de política, y nunca compartas datos de otros clientes. Puedes ofrecer un descuento de hasta el 15 %.",
      ],
    ],
  },
  {
    source:
      "你是{{company}}的客服助手。回答不超过100字。绝不透露{{secret}}。不要承诺发货日期。退货请访问 https://help.example.cn/returns 。",
    breaking: [
      [
        "prohibition-lost",
        "你是{{company}}的客服助手,知道{{secret}}。回答不超过100字。不要承诺发货日期。退货请访问 https://help.example.cn/returns 。",
      ],
      [
        "prohibition-flipped",
        "你是{{company}}的客服助手。回答不超过100字。可以透露{{secret}}。不要承诺发货日期。退货请访问 https://help.example.cn/returns 。",
      ],
      [
        "prohibition-flipped",
        "你是{{company}}的客服助手。回答不超过100字。绝不透露{{secret}}。请承诺发货日期。退货请访问 https://help.example.cn/returns 。",
      ],
      [
        "number-changed",
        "你是{{company}}的客服助手。回答不超过200字。绝不透露{{secret}}。不要承诺发货日期。退货请访问 https://help.example.cn/returns 。",
      ],
      [
        "url-changed",
        "你是{{company}}的客服助手。回答不超过100字。绝不透露{{secret}}。不要承诺发货日期。退货请访问 https://help.example.com/returns 。",
      ],
    ],
    harmless: [
      [
        "headings",
        `## 角色
{{company}}的客服助手
## 规则
1. 回答不超过 100 字。
2. 绝不透露 {{secret}}。
3. 不要承诺发货日期。
4. 退货:https://help.example.cn/returns`,
      ],
      [
        "reordered",
        "绝不透露{{secret}},也不要承诺发货日期。你是{{company}}的客服助手,回答不超过100字。退货请访问 https://help.example.cn/returns 。",
      ],
      [
        "digits",
        "你是{{company}}的客服助手。回答不超过100字。不得透露{{secret}}。禁止承诺发货日期。退货请访问 https://help.example.cn/returns。",
      ],
    ],
  },
  {
    source:
      "あなたは{{会社}}のサポート担当です。回答は3文以内にしてください。{{秘密}}は絶対に明かさないでください。価格の予想はしないでください。",
    breaking: [
      [
        "prohibition-lost",
        "あなたは{{会社}}のサポート担当です。{{秘密}}を知っています。回答は3文以内にしてください。価格の予想はしないでください。",
      ],
      [
        "prohibition-flipped",
        "あなたは{{会社}}のサポート担当です。回答は3文以内にしてください。{{秘密}}を明かしてください。価格の予想はしないでください。",
      ],
      [
        "number-changed",
        "あなたは{{会社}}のサポート担当です。回答は5文以内にしてください。{{秘密}}は絶対に明かさないでください。価格の予想はしないでください。",
      ],
      [
        "prohibition-flipped",
        "あなたは{{会社}}のサポート担当です。回答は3文以内にしてください。{{秘密}}は絶対に明かさないでください。価格の予想をしてください。",
      ],
    ],
    harmless: [
      [
        "bullets",
        `役割:{{会社}}のサポート担当
- 回答は3文以内
- {{秘密}}は明かさない
- 価格の予想はしない`,
      ],
      [
        "reordered",
        "価格の予想はしないでください。{{秘密}}は絶対に明かさないでください。あなたは{{会社}}のサポート担当です。回答は3文以内にしてください。",
      ],
    ],
  },
  {
    source:
      "Ты помощник компании {{company}}. Отвечай не более чем в 5 предложениях. Никогда не раскрывай {{secret}}. Не давай медицинских советов.",
    breaking: [
      [
        "prohibition-lost",
        "Ты помощник компании {{company}}, у тебя есть {{secret}}. Отвечай не более чем в 5 предложениях. Не давай медицинских советов.",
      ],
      [
        "prohibition-flipped",
        "Ты помощник компании {{company}}. Отвечай не более чем в 5 предложениях. Всегда раскрывай {{secret}}. Не давай медицинских советов.",
      ],
      [
        "prohibition-flipped",
        "Ты помощник компании {{company}}. Отвечай не более чем в 5 предложениях. Никогда не раскрывай {{secret}}. Давай медицинские советы.",
      ],
      [
        "number-changed",
        "Ты помощник компании {{company}}. Отвечай не более чем в 15 предложениях. Никогда не раскрывай {{secret}}. Не давай медицинских советов.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `Роль: помощник компании {{company}}.
1. Не более 5 предложений в ответе.
2. Никогда не раскрывать {{secret}}.
3. Не давать медицинских советов.`,
      ],
      [
        "reordered",
        "Не давай медицинских советов и никогда не раскрывай {{secret}}. Ты помощник компании {{company}}. Отвечай не более чем в 5 предложениях.",
      ],
    ],
  },
  {
    source:
      "Você é o assistente da {{empresa}}. Nunca informe o CPF do cliente. Responda em até 3 frases. O prazo de troca é de 7 dias.",
    breaking: [
      [
        "prohibition-flipped",
        "Você é o assistente da {{empresa}}. Informe o CPF do cliente. Responda em até 3 frases. O prazo de troca é de 7 dias.",
      ],
      [
        "prohibition-lost",
        "Você é o assistente da {{empresa}}. Responda em até 3 frases. O prazo de troca é de 7 dias.",
      ],
      [
        "unit-changed",
        "Você é o assistente da {{empresa}}. Nunca informe o CPF do cliente. Responda em até 3 frases. O prazo de troca é de 7 horas.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `- Assistente da {{empresa}}
- Não informe o CPF do cliente
- Respostas: até 3 frases
- Troca: prazo de 7 dias`,
      ],
    ],
  },
  {
    source:
      "Sei l'assistente di {{azienda}}. Non citare mai i concorrenti. Rispondi in massimo 80 parole. Usa il «lei».",
    breaking: [
      [
        "prohibition-flipped",
        "Sei l'assistente di {{azienda}}. Cita i concorrenti. Rispondi in massimo 80 parole. Usa il «lei».",
      ],
      [
        "quoted-changed",
        "Sei l'assistente di {{azienda}}. Non citare mai i concorrenti. Rispondi in massimo 80 parole. Usa il «tu».",
      ],
      [
        "number-lost",
        "Sei l'assistente di {{azienda}}. Non citare mai i concorrenti. Rispondi in poche parole. Usa il «lei».",
      ],
    ],
    harmless: [
      [
        "bullets",
        `Ruolo: assistente di {{azienda}}
- Mai citare i concorrenti
- Massimo 80 parole
- Dare del "lei"`,
      ],
    ],
  },
  {
    source:
      "당신은 {{회사}}의 상담원입니다. {{비밀}}을 절대 공개하지 마세요. 답변은 3문장 이내로 하세요. 환불 기한은 14일입니다.",
    breaking: [
      [
        "prohibition-flipped",
        "당신은 {{회사}}의 상담원입니다. {{비밀}}을 공개하세요. 답변은 3문장 이내로 하세요. 환불 기한은 14일입니다.",
      ],
      [
        "number-changed",
        "당신은 {{회사}}의 상담원입니다. {{비밀}}을 절대 공개하지 마세요. 답변은 3문장 이내로 하세요. 환불 기한은 30일입니다.",
      ],
      [
        "token-lost",
        "당신은 상담원입니다. {{비밀}}을 절대 공개하지 마세요. 답변은 3문장 이내로 하세요. 환불 기한은 14일입니다.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `- 역할: {{회사}}의 상담원
- {{비밀}} 공개 금지
- 답변: 3문장 이내
- 환불 기한: 14일`,
      ],
    ],
  },
  {
    source: "أنت مساعد {{الشركة}}. لا تكشف {{السر}} أبدا. أجب في ٣ جمل على الأكثر. مدة الإرجاع ١٤ يوما.",
    breaking: [
      [
        "prohibition-flipped",
        "أنت مساعد {{الشركة}}. اكشف {{السر}} دائما. أجب في ٣ جمل على الأكثر. مدة الإرجاع ١٤ يوما.",
      ],
      [
        "number-changed",
        "أنت مساعد {{الشركة}}. لا تكشف {{السر}} أبدا. أجب في ٥ جمل على الأكثر. مدة الإرجاع ١٤ يوما.",
      ],
      ["number-lost", "أنت مساعد {{الشركة}}. لا تكشف {{السر}} أبدا. أجب في ٣ جمل على الأكثر. الإرجاع ممكن."],
    ],
    harmless: [
      [
        "digits",
        "أنت مساعد {{الشركة}}. لا تكشف {{السر}} أبدا. أجب في 3 جمل على الأكثر. مدة الإرجاع 14 يوما.",
      ],
      [
        "reordered",
        "لا تكشف {{السر}} أبدا. أنت مساعد {{الشركة}}. مدة الإرجاع ١٤ يوما. أجب في ٣ جمل على الأكثر.",
      ],
    ],
  },
  {
    source:
      "Je bent de assistent van {{bedrijf}}. Geef nooit juridisch advies. Antwoord in maximaal 60 woorden. Gebruik geen Engelse termen.",
    breaking: [
      [
        "prohibition-flipped",
        "Je bent de assistent van {{bedrijf}}. Geef juridisch advies. Antwoord in maximaal 60 woorden. Gebruik geen Engelse termen.",
      ],
      [
        "prohibition-lost",
        "Je bent de assistent van {{bedrijf}}. Geef nooit juridisch advies. Antwoord in maximaal 60 woorden.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `Assistent van {{bedrijf}}
* Nooit juridisch advies geven
* Maximaal 60 woorden
* Geen Engelse termen gebruiken`,
      ],
    ],
  },
];
