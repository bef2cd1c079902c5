import type { RewriteGroup } from "./index.ts";

/** Prompts of coding assistants, and rewrites of them. */
export const codingRewrites: readonly RewriteGroup[] = [
  {
    source:
      "You are a senior TypeScript engineer. Use TypeScript 5.4 and `strict` mode. Never use `any`. Run `npm test` before you finish.",
    breaking: [
      [
        "version-changed",
        "You are a senior TypeScript engineer. Use TypeScript 5.0 and `strict` mode. Never use `any`. Run `npm test` before you finish.",
      ],
      [
        "code-changed",
        "You are a senior TypeScript engineer. Use TypeScript 5.4 and `strict` mode. Never use `any`. Run `npm run test` before you finish.",
      ],
      [
        "code-span-lost",
        "You are a senior TypeScript engineer. Use TypeScript 5.4 and `strict` mode. Never use any. Run `npm test` before you finish.",
      ],
      [
        "code-lost",
        "You are a senior TypeScript engineer. Use TypeScript 5.4 and `strict` mode. Never use `any`. Run the tests before you finish.",
      ],
      [
        "prohibition-flipped",
        "You are a senior TypeScript engineer. Use TypeScript 5.4 and `strict` mode. Use `any` freely. Run `npm test` before you finish.",
      ],
      [
        "prohibition-softened",
        "You are a senior TypeScript engineer. Use TypeScript 5.4 and `strict` mode. Avoid `any` where possible. Run `npm test` before you finish.",
      ],
      [
        "number-added",
        "You are a senior TypeScript engineer with 10 years of experience. Use TypeScript 5.4 and `strict` mode. Never use `any`. Run `npm test` before you finish.",
      ],
    ],
    harmless: [
      [
        "headings",
        "## Role\nSenior TypeScript engineer\n\n## Rules\n- TypeScript 5.4, `strict` mode\n- Never use `any`\n- Before finishing, run `npm test`",
      ],
      [
        "synonyms",
        "Act as an experienced TypeScript engineer. Write TypeScript 5.4 in `strict` mode. The type `any` is forbidden. Execute `npm test` prior to finishing.",
      ],
      [
        "tightened",
        "Senior TypeScript engineer. TypeScript 5.4, `strict`. No `any`. `npm test` before you finish.",
      ],
      [
        "reordered",
        "Before you finish, run `npm test`. Never use `any`. You are a senior TypeScript engineer and use TypeScript 5.4 in `strict` mode.",
      ],
      [
        "code-block",
        "You are a senior TypeScript engineer. Use TypeScript 5.4 and `strict` mode. Do not use `any`. Before you finish, run:\n```sh\nnpm test\n```",
      ],
    ],
  },
  {
    source:
      'Review the diff in {{diff}}. Report bugs first, style last. Reply with this JSON and nothing else:\n```json\n{"verdict": "approve" | "reject", "bugs": [{"file": "", "line": 0}]}\n```\nDo not rewrite the code.',
    breaking: [
      [
        "code-block-changed",
        'Review the diff in {{diff}}. Report bugs first, style last. Reply with this JSON and nothing else:\n```json\n{"verdict": "approve" | "reject", "issues": [{"file": "", "line": 0}]}\n```\nDo not rewrite the code.',
      ],
      [
        "code-block-lost",
        "Review the diff in {{diff}}. Report bugs first, style last. Reply with JSON and nothing else. Do not rewrite the code.",
      ],
      [
        "prohibition-lost",
        'Review the diff in {{diff}}. Report bugs first, style last. Reply with this JSON and nothing else:\n```json\n{"verdict": "approve" | "reject", "bugs": [{"file": "", "line": 0}]}\n```',
      ],
      [
        "prohibition-flipped",
        'Review the diff in {{diff}}. Report bugs first, style last, then rewrite the code. Reply with this JSON and nothing else:\n```json\n{"verdict": "approve" | "reject", "bugs": [{"file": "", "line": 0}]}\n```',
      ],
      [
        "token-lost",
        'Review the diff. Report bugs first, style last. Reply with this JSON and nothing else:\n```json\n{"verdict": "approve" | "reject", "bugs": [{"file": "", "line": 0}]}\n```\nDo not rewrite the code.',
      ],
      [
        "triple-braces",
        'Review the diff in {{{diff}}}. Report bugs first, style last. Reply with this JSON and nothing else:\n```json\n{"verdict": "approve" | "reject", "bugs": [{"file": "", "line": 0}]}\n```\nDo not rewrite the code.',
      ],
    ],
    harmless: [
      [
        "headings",
        '# Task\nReview the diff in {{diff}}. Report bugs first and style last.\n\n# Constraints\n- Do not rewrite the code.\n\n# Output format\nReply with this JSON and nothing else:\n```json\n{"verdict": "approve" | "reject", "bugs": [{"file": "", "line": 0}]}\n```',
      ],
      [
        "code-spacing",
        'Review the diff in {{diff}}: bugs first, style last. Never rewrite code. Your entire reply is this JSON, no other text:\n```json\n{\n  "verdict": "approve" | "reject",\n  "bugs": [ { "file": "", "line": 0 } ]\n}\n```',
      ],
      [
        "tags",
        '<task>Review the diff.</task>\n<diff>{{diff}}</diff>\n<rules>Report bugs first, style last. Do not rewrite the code.</rules>\nReply with this JSON and nothing else:\n```\n{"verdict": "approve" | "reject", "bugs": [{"file": "", "line": 0}]}\n```',
      ],
    ],
  },
  {
    source:
      "Write SQL for PostgreSQL 16. Use the tables `users` and `orders`. Never write DELETE or DROP statements. Limit results to 100 rows. Ask before touching production.",
    breaking: [
      [
        "number-changed",
        "Write SQL for PostgreSQL 16. Use the tables `users` and `orders`. Never write DELETE or DROP statements. Limit results to 1000 rows. Ask before touching production.",
      ],
      [
        "version-changed",
        "Write SQL for PostgreSQL 15. Use the tables `users` and `orders`. Never write DELETE or DROP statements. Limit results to 100 rows. Ask before touching production.",
      ],
      [
        "code-changed",
        "Write SQL for PostgreSQL 16. Use the tables `user` and `orders`. Never write DELETE or DROP statements. Limit results to 100 rows. Ask before touching production.",
      ],
      [
        "object-lost",
        "Write SQL for PostgreSQL 16. Use the tables `users` and `orders`. Never write DROP statements. Limit results to 100 rows. Ask before touching production.",
      ],
      [
        "prohibition-flipped",
        "Write SQL for PostgreSQL 16. Use the tables `users` and `orders`. Write DELETE or DROP statements where useful. Limit results to 100 rows. Ask before touching production.",
      ],
      [
        "exception-added",
        "Write SQL for PostgreSQL 16. Use the tables `users` and `orders`. Never write DELETE or DROP statements except when the user asks for them. Limit results to 100 rows. Ask before touching production.",
      ],
    ],
    harmless: [
      [
        "bullets",
        "Target: PostgreSQL 16.\n- Tables: `users`, `orders`\n- Forbidden: DELETE and DROP statements\n- Return at most 100 rows\n- Ask before you touch production",
      ],
      [
        "code-added",
        "Write SQL for PostgreSQL 16 against the tables `users` and `orders`. Do not write `DELETE` or `DROP` statements. Limit results to 100 rows. Ask before touching production.",
      ],
      [
        "synonyms",
        "Produce PostgreSQL 16 queries on the tables `users` and `orders`. DELETE and DROP statements must never be written. Cap results at 100 rows. Before touching production, ask.",
      ],
    ],
  },
  {
    source:
      "Read `src/config.ts` and `package.json`. Keep the public API. Do not add dependencies. Time out requests after 500ms and retry 3 times.",
    breaking: [
      [
        "unit-changed",
        "Read `src/config.ts` and `package.json`. Keep the public API. Do not add dependencies. Time out requests after 500s and retry 3 times.",
      ],
      [
        "number-lost",
        "Read `src/config.ts` and `package.json`. Keep the public API. Do not add dependencies. Time out requests after 500ms and retry.",
      ],
      [
        "prohibition-flipped",
        "Read `src/config.ts` and `package.json`. Keep the public API. Add dependencies as needed. Time out requests after 500ms and retry 3 times.",
      ],
      [
        "file-changed",
        "Read `src/config.ts` and `package-lock.json`. Keep the public API. Do not add dependencies. Time out requests after 500ms and retry 3 times.",
      ],
      [
        "code-lost",
        "Read the configuration and `package.json`. Keep the public API. Do not add dependencies. Time out requests after 500ms and retry 3 times.",
      ],
      [
        "obligation-flipped",
        "Read `src/config.ts` and `package.json`. Do not keep the public API. Do not add dependencies. Time out requests after 500ms and retry 3 times.",
      ],
    ],
    harmless: [
      [
        "unit-spacing",
        "Read `src/config.ts` and `package.json`. Keep the public API. Do not add dependencies. Requests time out after 500 ms, with 3 retries.",
      ],
      [
        "number-words",
        "1. Read `src/config.ts` and `package.json`.\n2. Keep the public API unchanged.\n3. Add no dependencies.\n4. Time requests out after 500 ms; retry three times.",
      ],
      [
        "steps",
        "Step 1: Read `src/config.ts` and `package.json`.\nStep 2: Make your change. Preserve the public API and do not add any dependencies.\nStep 3: Set the request timeout to 500 milliseconds and the retries to 3 times.",
      ],
      [
        "case",
        "READ `src/config.ts` AND `package.json`. KEEP THE PUBLIC API. DO NOT ADD DEPENDENCIES. TIME OUT REQUESTS AFTER 500ms AND RETRY 3 TIMES.",
      ],
    ],
  },
  {
    source:
      'Explain the error {{error}} to a beginner. Use Markdown with the headings "Cause", "Fix" and "Prevention". Don\'t guess: if the stack trace is missing, ask for it.',
    breaking: [
      [
        "heading-lost",
        'Explain the error {{error}} to a beginner. Use Markdown with the headings "Cause" and "Fix". Don\'t guess: if the stack trace is missing, ask for it.',
      ],
      [
        "heading-renamed",
        'Explain the error {{error}} to a beginner. Use Markdown with the headings "Cause", "Solution" and "Prevention". Don\'t guess: if the stack trace is missing, ask for it.',
      ],
      [
        "prohibition-lost",
        'Explain the error {{error}} to a beginner. Use Markdown with the headings "Cause", "Fix" and "Prevention". If the stack trace is missing, ask for it.',
      ],
      [
        "prohibition-flipped",
        'Explain the error {{error}} to a beginner. Use Markdown with the headings "Cause", "Fix" and "Prevention". Guess if the stack trace is missing.',
      ],
      [
        "token-added",
        'Explain the error {{error}} to a beginner in {{language}}. Use Markdown with the headings "Cause", "Fix" and "Prevention". Don\'t guess: if the stack trace is missing, ask for it.',
      ],
    ],
    harmless: [
      [
        "hashes",
        `Explain the error {{error}} to a beginner in Markdown, under these headings:

## Cause
## Fix
## Prevention

Never guess. If the stack trace is missing, ask for it.`,
      ],
      [
        "synonyms",
        'A beginner needs to understand the error {{error}}. Structure the explanation in Markdown: "Cause", "Fix", "Prevention". Do not speculate; request the stack trace when it is missing.',
      ],
      [
        "code-headings",
        "Explain {{error}} to a beginner. Format: Markdown with `Cause`, `Fix` and `Prevention` as headings. Do not guess. No stack trace? Ask for it.",
      ],
    ],
  },
  {
    source:
      "Only change files under `src/`. Tests live in `test/` and must pass. Coverage has to stay at or above 90%. Commit messages follow https://www.conventionalcommits.org/en/v1.0.0/.",
    breaking: [
      [
        "only-lost",
        "Change files under `src/`. Tests live in `test/` and must pass. Coverage has to stay at or above 90%. Commit messages follow https://www.conventionalcommits.org/en/v1.0.0/.",
      ],
      [
        "percent-changed",
        "Only change files under `src/`. Tests live in `test/` and must pass. Coverage has to stay at or above 80%. Commit messages follow https://www.conventionalcommits.org/en/v1.0.0/.",
      ],
      [
        "bound-flipped",
        "Only change files under `src/`. Tests live in `test/` and must pass. Coverage has to stay at or below 90%. Commit messages follow https://www.conventionalcommits.org/en/v1.0.0/.",
      ],
      [
        "url-changed",
        "Only change files under `src/`. Tests live in `test/` and must pass. Coverage has to stay at or above 90%. Commit messages follow https://www.conventionalcommits.org/en/v2.0.0/.",
      ],
      [
        "url-lost",
        "Only change files under `src/`. Tests live in `test/` and must pass. Coverage has to stay at or above 90%. Write conventional commit messages.",
      ],
      [
        "obligation-flipped",
        "Only change files under `src/`. Tests live in `test/` and must not pass. Coverage has to stay at or above 90%. Commit messages follow https://www.conventionalcommits.org/en/v1.0.0/.",
      ],
    ],
    harmless: [
      [
        "link",
        "- Change only files under `src/`.\n- All tests (in `test/`) must pass.\n- Coverage: at least 90 %.\n- Commit messages: [Conventional Commits](https://www.conventionalcommits.org/en/v1.0.0/).",
      ],
      [
        "symbols",
        "Restrict changes to files under `src/`. The tests in `test/` must pass, with coverage ≥ 90%. Commit messages follow https://www.conventionalcommits.org/en/v1.0.0.",
      ],
      [
        "negative",
        "Do not change any files outside of `src/`. The tests live in `test/`; they must pass. Keep coverage at a minimum of 90%. Follow https://www.conventionalcommits.org/en/v1.0.0/ for commit messages.",
      ],
    ],
  },
  {
    source:
      "Generate a regular expression for {{goal}}. Show it in a code block, then test it on the inputs `abc-123` and `ABC_123`. Backtracking must stay linear. Do not use lookbehind.",
    breaking: [
      [
        "code-changed",
        "Generate a regular expression for {{goal}}. Show it in a code block, then test it on the inputs `abc-123` and `ABC-123`. Backtracking must stay linear. Do not use lookbehind.",
      ],
      [
        "prohibition-flipped",
        "Generate a regular expression for {{goal}}. Show it in a code block, then test it on the inputs `abc-123` and `ABC_123`. Backtracking must stay linear. Use lookbehind.",
      ],
      [
        "prohibition-lost",
        "Generate a regular expression for {{goal}}. Show it in a code block, then test it on the inputs `abc-123` and `ABC_123`. Backtracking must stay linear.",
      ],
      [
        "token-confusable",
        "Generate a regular expression for {{gоal}}. Show it in a code block, then test it on the inputs `abc-123` and `ABC_123`. Backtracking must stay linear. Do not use lookbehind.",
      ],
      [
        "unclosed-token",
        "Generate a regular expression for {{goal}}. {{b} Show it in a code block, then test it on the inputs `abc-123` and `ABC_123`. Backtracking must stay linear. Do not use lookbehind.",
      ],
    ],
    harmless: [
      [
        "steps",
        "1) Write a regular expression for {{goal}} and show it in a code block.\n2) Test it on `abc-123` and on `ABC_123`.\n\nConstraints: backtracking must remain linear; lookbehind is not allowed.",
      ],
      [
        "tightened",
        "Regular expression for {{goal}} in a code block; tests: `abc-123`, `ABC_123`. Linear backtracking is a must. No lookbehind.",
      ],
      [
        "politeness",
        "Please generate a regular expression for {{goal}}. Show it in a code block, and then test it on the inputs `abc-123` and `ABC_123`. Its backtracking must stay linear, and please do not use lookbehind.",
      ],
    ],
  },
  {
    source:
      "You write commit messages. Subject line: 50 characters or less, imperative mood. Body wrapped at 72 characters. Never mention ticket numbers or the name of the author.",
    breaking: [
      [
        "number-changed",
        "You write commit messages. Subject line: 72 characters or less, imperative mood. Body wrapped at 72 characters. Never mention ticket numbers or the name of the author.",
      ],
      [
        "bound-flipped",
        "You write commit messages. Subject line: 50 characters or more, imperative mood. Body wrapped at 72 characters. Never mention ticket numbers or the name of the author.",
      ],
      [
        "unit-changed",
        "You write commit messages. Subject line: 50 words or less, imperative mood. Body wrapped at 72 characters. Never mention ticket numbers or the name of the author.",
      ],
      [
        "object-lost",
        "You write commit messages. Subject line: 50 characters or less, imperative mood. Body wrapped at 72 characters. Never mention ticket numbers.",
      ],
      [
        "prohibition-flipped",
        "You write commit messages. Subject line: 50 characters or less, imperative mood. Body wrapped at 72 characters. Always mention ticket numbers and the name of the author.",
      ],
    ],
    harmless: [
      [
        "tightened",
        "Write commit messages: subject ≤ 50 characters, imperative; body wrapped at 72 characters; no ticket numbers, no author names.",
      ],
      [
        "abbreviated",
        "Commit messages. Subject: max 50 chars, imperative mood. Body: wrap at 72 chars. Do not mention ticket numbers or the author's name.",
      ],
      [
        "headings",
        `## Subject line
- At most 50 characters
- Imperative mood

## Body
- Wrap at 72 characters

## Never
- mention ticket numbers
- mention the name of the author`,
      ],
    ],
  },
  {
    source:
      "Do not run `rm -rf` or `git push --force`. You can use `ls`, `cat` and `rg`. Stop after 20 commands. If a command fails twice, report the output to {{owner}}.",
    breaking: [
      [
        "permission-flipped",
        "You can run `rm -rf` and `git push --force`. You can use `ls`, `cat` and `rg`. Stop after 20 commands. If a command fails twice, report the output to {{owner}}.",
      ],
      [
        "code-lost",
        "Do not run `rm -rf`. You can use `ls`, `cat` and `rg`. Stop after 20 commands. If a command fails twice, report the output to {{owner}}.",
      ],
      [
        "code-changed",
        "Do not run `rm -rf` or `git push`. You can use `ls`, `cat` and `rg`. Stop after 20 commands. If a command fails twice, report the output to {{owner}}.",
      ],
      [
        "number-changed",
        "Do not run `rm -rf` or `git push --force`. You can use `ls`, `cat` and `rg`. Stop after 200 commands. If a command fails twice, report the output to {{owner}}.",
      ],
      [
        "swapped",
        "Do not run `ls`, `cat` or `rg`. You can use `rm -rf` and `git push --force`. Stop after 20 commands. If a command fails twice, report the output to {{owner}}.",
      ],
    ],
    harmless: [
      [
        "table",
        "**Forbidden commands:** `rm -rf`, `git push --force`\n**Allowed commands:** `ls`, `cat`, `rg`\n**Budget:** stop after 20 commands\n**On failure:** a command that fails twice is reported, with its output, to {{owner}}",
      ],
      [
        "synonyms",
        "Never execute `rm -rf` or `git push --force`. Available tools: `ls`, `cat`, `rg`. Halt after 20 commands. Report the output to {{owner}} if a command fails twice.",
      ],
      [
        "reordered",
        "Stop after 20 commands. If a command fails twice, report its output to {{owner}}. You can use `cat`, `ls` and `rg`; do not run `git push --force` or `rm -rf`.",
      ],
    ],
  },
];
