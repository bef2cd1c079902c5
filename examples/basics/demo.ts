// npm run demo -- [--source <folder|url>] [--ask "question"]
//
// Reads documents, finds the passages that fit a question, and lets an agent answer from them with citations. Runs on the
// local model, without a key; set OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or OLLAMA_MODEL and a language model
// takes its place.

import { readArguments, usage } from "./arguments.ts";
import { createAssistant } from "./assistant.ts";
import { chooseModel } from "./choose-model.ts";
import { errorLine } from "./demo-error.ts";
import { loadDocuments } from "./load-documents.ts";
import { printAnswer } from "./print-answer.ts";
import { createProgress } from "./progress.ts";
import { createTerminal } from "./terminal.ts";

const progress = createProgress(process.stderr);
// A reader that has seen enough, such as `head`, is not a failure of the demo.
process.stdout.on("error", () => process.exit());

try {
  const options = readArguments(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(`${usage}\n`);
  } else {
    const documents = await loadDocuments(options.source, progress);
    progress.say("searching");
    const assistant = createAssistant(documents, await chooseModel(process.env));
    await printAnswer(assistant, options.question, createTerminal(process.stdout), progress);
  }
} catch (error) {
  progress.end();
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = 1;
}
