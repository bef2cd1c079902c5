import { loadContender } from "./contenders.ts";
import { measures } from "./measures.ts";
import type { Report, Request } from "./worker-process.ts";

/** A process that does one measure for one contender: sets up, says that it is ready, then takes a sample when asked. */
const [contenderName = "", measureName = ""] = process.argv.slice(2);

try {
  const measure = measures.find(({ name }) => name === measureName);
  if (!measure) throw new Error(`There is no measure "${measureName}".`);
  const take = await measure.prepare(await loadContender(contenderName));
  process.on("message", (_request: Request) => {
    take?.().then((sample) => report({ sample }), fail);
  });
  report({ ready: take !== undefined });
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  report({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

function report(report: Report): void {
  process.send?.(report);
}
