import { DemoError } from "./demo-error.ts";

/** What the demo was asked to do. */
export interface DemoOptions {
  /** A folder or a URL. */
  readonly source: string;
  readonly question: string;
  readonly help: boolean;
}

const documents = `${import.meta.dirname}/documents`;
const question = "Why did the computer raise alarm 1202 on Apollo 11?";

/** How the demo is called. */
export const usage: string = `Answers a question from documents, with citations.

  npm run demo
  npm run demo -- --ask "Who wove the rope memory?"
  npm run demo -- --source <folder or URL> --ask "question"

  --source  a folder with Markdown, HTML or text files, or the address of one page (default: the shipped pages)
  --ask     the question (default: ${JSON.stringify(question)})
  --help    this text

Runs on a model of local rules. A language model answers with one of
  OPENAI_API_KEY     and OPENAI_MODEL; OPENAI_BASE_URL for a compatible server
  ANTHROPIC_API_KEY  and ANTHROPIC_MODEL
  GEMINI_API_KEY     and GEMINI_MODEL
  OLLAMA_MODEL       of the server on this machine`;

/** Reads the command line. Throws a `DemoError` for a flag that is not known or has no value. */
export function readArguments(values: readonly string[]): DemoOptions {
  const options = { source: documents, question, help: false };
  const rest = values.flatMap(splitAtEquals);
  while (rest.length > 0) {
    const flag = rest.shift();
    if (flag === "--help" || flag === "-h") options.help = true;
    else if (flag === "--source") options.source = valueAfter(flag, rest.shift());
    else if (flag === "--ask") options.question = valueAfter(flag, rest.shift());
    else {
      const hint = flag?.startsWith("-") ? "" : ` A question goes after --ask, in quotes.`;
      throw new DemoError("UNKNOWN_FLAG", `${JSON.stringify(flag)} is not known.${hint} Try --help.`);
    }
  }
  return options;
}

/** `--ask=…` is `--ask …`. */
function splitAtEquals(value: string): string[] {
  const at = value.indexOf("=");
  return value.startsWith("--") && at > 0 ? [value.slice(0, at), value.slice(at + 1)] : [value];
}

function valueAfter(flag: string, value: string | undefined): string {
  if (value === undefined || value.trim() === "" || value.startsWith("--")) {
    throw new DemoError("MISSING_VALUE", `${flag} needs a value after it. Try --help.`);
  }
  return value;
}
