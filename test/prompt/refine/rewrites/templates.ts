// biome-ignore-all lint/suspicious/noTemplateCurlyInString: syntax of other template languages is what is told apart
import type { RewriteGroup } from "./index.ts";

/** Prompts full of template syntax, and rewrites of them. */
export const templatesRewrites: readonly RewriteGroup[] = [
  {
    source: "Hello {{name|a|b}}, your plan is {{plan}}.",
    breaking: [
      ["pipe-tail", "Hello {{name|a|c}}, your plan is {{plan}}."],
      ["pipe-tail", "Hello {{name|a}}, your plan is {{plan}}."],
      ["token-entity", "Hello {{name|a|b}}, your plan is &#123;&#123;plan&#125;&#125;."],
      [
        "token-entity",
        "Hello {{name|a|b}}, your plan is {{plan}}, that is &lbrace;&lbrace;plan&rbrace;&rbrace;.",
      ],
      ["token-in-single-braces", "Hello {{name|a|b}}, your plan is {plan}."],
      ["token-in-dollar-braces", "Hello {{name|a|b}}, your plan is ${plan}."],
      ["token-translated", "Hallo {{name|a|b}}, dein Tarif ist {{tarif}}."],
      ["token-percent-encoded", "Hello {{name|a|b}}, your plan is {{plan}}; see ?p=%7B%7Bplan%7D%7D."],
      ["zero-width", "Hello {{name|a|b}}, your plan is {\u200b{plan}}."],
      ["full-width", "Hello {{name|a|b}}, your plan is ｛｛plan｝｝."],
    ],
    harmless: [
      ["spacing", "Hi {{ name |a|b }}! You are on the {{\tplan\t}} plan."],
      ["reordered", "Your plan is {{plan}}, {{name|a|b}}. Hello!"],
    ],
  },
  {
    source: "Use the configuration {{config|{}}} and the list {{items|[]}}.",
    breaking: [
      ["default-braces", "Use the configuration {{config}} and the list {{items|[]}}."],
      ["default-braces", 'Use the configuration {{config|{"a":1}}} and the list {{items|[]}}.'],
      ["token-lost", "Use the list {{items|[]}}."],
      ["default-empty", "Use the configuration {{config|{}}} and the list {{items|}}."],
    ],
    harmless: [
      [
        "bullets",
        `- Configuration: {{config|{}}}
- List: {{ items | [] }}`,
      ],
      ["synonyms", "Work with {{items|[]}} as the list and {{config|{}}} as the configuration."],
    ],
  },
  {
    source:
      "Dear {{user.name}}, {% if vip %}thank you for your loyalty, {{user.title}}.{% endif %} Your order ships on {{date}}.",
    breaking: [
      [
        "tag-lost",
        "Dear {{user.name}}, thank you for your loyalty, {{user.title}}. Your order ships on {{date}}.",
      ],
      [
        "tag-lost",
        "Dear {{user.name}}, {% if vip %}thank you for your loyalty, {{user.title}}. Your order ships on {{date}}.",
      ],
      [
        "tag-turned",
        "Dear {{user.name}}, {% endif %}thank you for your loyalty, {{user.title}}.{% if vip %} Your order ships on {{date}}.",
      ],
      [
        "tag-changed",
        "Dear {{user.name}}, {% if premium %}thank you for your loyalty, {{user.title}}.{% endif %} Your order ships on {{date}}.",
      ],
      [
        "path-changed",
        "Dear {{user.name}}, {% if vip %}thank you for your loyalty, {{user.role}}.{% endif %} Your order ships on {{date}}.",
      ],
      [
        "path-cut",
        "Dear {{user}}, {% if vip %}thank you for your loyalty, {{user.title}}.{% endif %} Your order ships on {{date}}.",
      ],
      [
        "tag-doubled",
        "Dear {{user.name}}, {% if vip %}thank you for your loyalty, {{user.title}}.{% endif %} Your order ships on {{date}}.{% endif %}",
      ],
    ],
    harmless: [
      [
        "spacing",
        "Dear {{user.name}}, {%if vip%}thanks for your loyalty, {{user.title}}.{%endif%} Your order ships on {{date}}.",
      ],
      [
        "reordered",
        "Your order ships on {{date}}, dear {{user.name}}. {% if vip %}Thank you for your loyalty, {{user.title}}.{% endif %}",
      ],
    ],
  },
  {
    source: "Run `${command}` in the folder {{folder}}. Write literal braces as \\{{name}}.",
    breaking: [
      ["dollar-brace-lost", "Run the command in the folder {{folder}}. Write literal braces as \\{{name}}."],
      [
        "dollar-brace-changed",
        "Run `{{command}}` in the folder {{folder}}. Write literal braces as \\{{name}}.",
      ],
      ["unescaped", "Run `${command}` in the folder {{folder}}. Write literal braces as {{name}}."],
      ["escaped", "Run `${command}` in the folder \\{{folder}}. Write literal braces as \\{{name}}."],
      [
        "dollar-brace-code-lost",
        "Run ${command} in the folder {{folder}}. Write literal braces as \\{{name}}.",
      ],
    ],
    harmless: [
      [
        "steps",
        "1. Go to the folder {{folder}}.\n2. Run `${command}`.\n3. Write literal braces like this: \\{{name}}.",
      ],
      ["bold", "In the folder {{folder}}, run **`${command}`**. Literal braces are written \\{{name}}."],
    ],
  },
  {
    source: "Copy the value `{{value}}` exactly. Greet {{name}}. Thank {{name}}. Say goodbye to {{name}}.",
    breaking: [
      [
        "code-span-lost",
        "Copy the value {{value}} exactly. Greet {{name}}. Thank {{name}}. Say goodbye to {{name}}.",
      ],
      [
        "token-renamed",
        "Copy the value `{{value}}` exactly. Greet {{name}}. Thank {{name}}. Say goodbye to {{names}}.",
      ],
      [
        "triple-braces",
        "Copy the value `{{{value}}}` exactly. Greet {{name}}. Thank {{name}}. Say goodbye to {{name}}.",
      ],
      [
        "unclosed-token",
        "Copy the value `{{value}}` exactly. Greet {{name}}. Thank {{name}}. Say goodbye to {{name}.",
      ],
      [
        "stray-brace",
        "Copy the value `{{value}}` exactly. Greet {{name}}. Thank {{name}}. Say goodbye to {{name}}}.",
      ],
      [
        "hidden-token",
        "Copy the value `{{value}}` exactly. Greet, thank and say goodbye to the user. <!-- {{name}} -->",
      ],
      [
        "hidden-token",
        "Copy the value `{{value}}` exactly. Greet, thank and say goodbye to the user.\n[//]: # ({{name}})",
      ],
    ],
    harmless: [
      ["merged", "Copy the value `{{value}}` exactly. Greet and thank {{name}}, then say goodbye."],
      [
        "code-block",
        "Copy this value exactly:\n```\n{{value}}\n```\nGreet {{name}}. Thank {{name}}. Say goodbye to {{name}}.",
      ],
      [
        "bullets",
        "- Copy `{{value}}` exactly as it is.\n- Greet {{name}}, thank {{name}}, say goodbye to {{name}}.",
      ],
    ],
  },
  {
    source:
      "Example of a reply:\n```\nHello {{name}}, your code is {{code}}.\n```\nNever repeat {{code}} in later messages. Codes expire after 10 minutes.",
    breaking: [
      [
        "token-lost",
        "Greet the user and give the code.\n```\nHello, your code is {{code}}.\n```\nNever repeat {{code}} in later messages. Codes expire after 10 minutes.",
      ],
      [
        "prohibition-lost",
        "Example of a reply:\n```\nHello {{name}}, your code is {{code}}.\n```\nCodes expire after 10 minutes.",
      ],
      [
        "prohibition-flipped",
        "Example of a reply:\n```\nHello {{name}}, your code is {{code}}.\n```\nRepeat {{code}} in later messages. Codes expire after 10 minutes.",
      ],
      [
        "unit-changed",
        "Example of a reply:\n```\nHello {{name}}, your code is {{code}}.\n```\nNever repeat {{code}} in later messages. Codes expire after 10 seconds.",
      ],
      [
        "code-block-changed",
        "Example of a reply:\n```\nHi {{name}}, this is your code: {{code}}.\n```\nNever repeat {{code}} in later messages. Codes expire after 10 minutes.",
      ],
    ],
    harmless: [
      [
        "reordered",
        "Codes expire after 10 minutes. Do not repeat {{code}} in later messages.\n\n## Example of a reply\n```\nHello {{name}}, your code is {{code}}.\n```",
      ],
      [
        "fences",
        `Reply like this:

~~~text
Hello {{name}}, your code is {{code}}.
~~~

- {{code}} must never be repeated in later messages.
- Codes expire after 10 min.`,
      ],
    ],
  },
  {
    source: "{{#if premium}}Offer {{perk}}.{{/if}} Total: {amount:.2f} {currency}. Never round up.",
    breaking: [
      ["block-helper-lost", "Offer {{perk}}. Total: {amount:.2f} {currency}. Never round up."],
      ["format-lost", "{{#if premium}}Offer {{perk}}.{{/if}} Total: {amount} {currency}. Never round up."],
      ["single-brace-lost", "{{#if premium}}Offer {{perk}}.{{/if}} Total: {amount:.2f} EUR. Never round up."],
      [
        "single-brace-doubled",
        "{{#if premium}}Offer {{perk}}.{{/if}} Total: {amount:.2f} {{currency}}. Never round up.",
      ],
      [
        "prohibition-flipped",
        "{{#if premium}}Offer {{perk}}.{{/if}} Total: {amount:.2f} {currency}. Always round up.",
      ],
    ],
    harmless: [
      [
        "bullets",
        `- {{#if premium}}Offer {{perk}}.{{/if}}
- Total: {amount:.2f} {currency}
- Do not round up.`,
      ],
      [
        "synonyms",
        "{{#if premium}}Propose {{perk}}.{{/if}} State the total as {amount:.2f} {currency}; rounding up is not allowed.",
      ],
    ],
  },
  {
    source: "Write to {{recipient}} on behalf of {{sender}}. Attach {{file|report.pdf}}. Copy {{cc|}}.",
    breaking: [
      [
        "swapped-tokens",
        "Write to {{sender}} on behalf of {{recipient}}. Attach {{file|report.pdf}}. Copy {{cc|}}.",
      ],
      [
        "default-changed",
        "Write to {{recipient}} on behalf of {{sender}}. Attach {{file|report.docx}}. Copy {{cc|}}.",
      ],
      [
        "default-empty-lost",
        "Write to {{recipient}} on behalf of {{sender}}. Attach {{file|report.pdf}}. Copy {{cc}}.",
      ],
      ["token-lost", "Write to {{recipient}} on behalf of {{sender}}. Attach {{file|report.pdf}}."],
      [
        "normal-form",
        "Write to {{recipient}} on behalf of {{sénder}}. Attach {{file|report.pdf}}. Copy {{cc|}}.",
      ],
    ],
    harmless: [
      [
        "reordered",
        "On behalf of {{sender}}, write to {{recipient}}. Copy {{cc|}} and attach {{file|report.pdf}}.",
      ],
      [
        "bullets",
        `Write a message:
- to {{recipient}}
- on behalf of {{sender}}
- attachment: {{file|report.pdf}}
- copy: {{cc|}}`,
      ],
    ],
  },
];
