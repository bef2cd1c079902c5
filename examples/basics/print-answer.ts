import type { RetrievedChunk } from "../../src/index.ts";
import { type Assistant, citedNumbers } from "./assistant.ts";
import type { Progress } from "./progress.ts";
import { reportTree } from "./report-tree.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Asks, writes the answer as it comes, then its sources and the report of the run. Throws the error of a run that failed.
 */
export async function printAnswer(
  assistant: Assistant,
  question: string,
  terminal: Terminal,
  progress: Progress,
): Promise<void> {
  const { model, documents, chunks } = assistant;
  terminal.write(`\n${terminal.bold(question)}\n`);
  const searched = `${counted(documents, "document")}, ${counted(chunks, "passage")}`;
  terminal.write(`${terminal.dim(`${searched}, ${modelLabel(model)}`)}\n`);

  const { stream, passages } = assistant.ask(question);
  let started = false;
  for await (const event of stream) {
    if (event.type === "agent.tool.calling") progress.say(event.tool.action ?? event.tool.name);
    else if (event.type === "agent.trip.started") progress.say("writing");
    else if (event.type === "agent.trip.streaming") {
      progress.end();
      if (!started) terminal.write("\n");
      started = true;
      terminal.flow(event.delta);
    }
  }
  progress.end();
  const result = await stream.result;
  if (started) terminal.write("\n");
  if (result.error) throw result.error;

  const sources = citedNumbers(result.text ?? "").flatMap((number) =>
    sourceLine(number, passages.get(number)),
  );
  if (sources.length > 0) terminal.write(`\n${terminal.bold("Sources")}\n${sources.join("")}`);
  terminal.write(`\n${terminal.bold("Run")}\n${reportTree(result.report)}\n`);
}

function sourceLine(number: number, passage: RetrievedChunk | undefined): string[] {
  if (!passage) return [];
  const { sourceId, span, metadata } = passage.citation;
  const title = typeof metadata?.title === "string" ? `, "${metadata.title}"` : "";
  return [`[${number}] ${sourceId}, characters ${span[0]}–${span[1]}${title}\n`];
}

function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}

function modelLabel({ name, provider }: Assistant["model"]): string {
  return provider === "local"
    ? "answered by local rules, no language model; its tokens are estimates"
    : `answered by ${name} (${provider})`;
}
