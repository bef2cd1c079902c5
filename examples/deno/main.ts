import { denoFiles } from "hedgemage/deno";
import { oceanographer } from "./agent.ts";

const question = Deno.args.join(" ") || "What is a neap tide?";

const files = denoFiles(Deno);
const paths = await files.list("documents");
const documents = await Promise.all(paths.map(async (id) => ({ id, text: await files.readText(id) })));

const interrupt = new AbortController();
Deno.addSignalListener("SIGINT", () => interrupt.abort());

const terminal = Deno.stdout.writable.getWriter();
const encoder = new TextEncoder();
const stream = oceanographer(documents).stream(question, { signal: interrupt.signal });
for await (const event of stream) {
  if (event.type === "agent.trip.streaming") await terminal.write(encoder.encode(event.delta));
}
await terminal.write(encoder.encode("\n"));

const { error, report, usage } = await stream.result;
if (error) console.error(`${error.code}: ${error.message}`);
const seconds = (report.duration / 1000).toFixed(2);
const calls = `model calls: ${report.trips.length}, tool calls: ${report.children.length}`;
console.error(`%c\n${calls}, ${usage.total ?? "unknown"} tokens, ${seconds} s`, "color: gray");
Deno.exit(error ? 1 : 0);
