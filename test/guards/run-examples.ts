import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inspect, isDeepStrictEqual } from "node:util";

// A program of its own: runs the example modules whose files it is given, one after the other, and writes what it found.

export interface RunFinding {
  file: string;
  problem: string;
}

const [output = "", ...files] = process.argv.slice(2);
const findings: RunFinding[] = [];

// The network of the examples: the hosts that are set aside for documentation say hello, and there is nothing else.
globalThis.fetch = async (input) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input);
  if (!/^(?:.+\.)?example\.com$/.test(hostname))
    throw new TypeError(`Examples reach no network: ${hostname}`);
  return new Response("hello");
};
console.log = () => undefined;

for (const file of files) {
  try {
    const module: Record<string, unknown> = await import(pathToFileURL(file).href);
    for (const problem of problemsIn(module)) findings.push({ file, problem });
  } catch (error) {
    findings.push({ file, problem: `fails: ${error}` });
  }
  await forget();
}
writeFileSync(output, JSON.stringify(findings));
// An example need not read a body to its end, whose deadline would keep the program waiting.
process.exit();

function* problemsIn(module: Record<string, unknown>): Generator<string> {
  for (const [name, expected] of Object.entries(module)) {
    const index = /^expected(\d+)$/.exec(name)?.[1];
    if (index === undefined) continue;
    if (`result${index}` in module) {
      const result = module[`result${index}`];
      if (!agrees(result, expected)) yield `gives ${inspect(result)} and not ${inspect(expected)}`;
    } else {
      const thrown: unknown = module[`thrown${index}`];
      const { name, code } = Object(thrown);
      if (name !== expected && code !== expected) yield `throws ${inspect(thrown)} and not ${expected}`;
    }
  }
}

/** Whether a value is what a comment says; a text that the comment ends with an ellipsis may go on. */
function agrees(result: unknown, expected: unknown): boolean {
  if (typeof expected === "string" && typeof result === "string" && expected.endsWith("…")) {
    return result.startsWith(expected.slice(0, -1));
  }
  if (!isPlain(result) || !isPlain(expected)) return isDeepStrictEqual(result, expected);
  // A property that is there and undefined is as good as none, as in JSON.
  const keys = new Set([...Object.keys(expected), ...Object.keys(result)]);
  return (
    Array.isArray(result) === Array.isArray(expected) &&
    [...keys].every((key) => agrees(result[key], expected[key]))
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value));
}

/** What one example sets for the whole program is no concern of the next. */
async function forget(): Promise<void> {
  const { clearObservers, config, getAIConfig } = await import("hedgemage");
  clearObservers();
  config(Object.fromEntries(Object.keys(getAIConfig()).map((key) => [key, undefined])));
}
