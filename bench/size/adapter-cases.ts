import { readFileSync } from "node:fs";
import { root } from "../../scripts/entries.ts";
import type { Bundler } from "./bundle.ts";
import { measureWhole } from "./measure.ts";
import { modulesLoadedBy } from "./traced.ts";

/** An adapter of an entry. */
export interface AdapterCase {
  readonly name: string;
  readonly specifier: string;
  /** What a chat over it shall add to a program that has an agent and the kernel, in bytes after gzip. */
  readonly target: number;
}

/** How many bytes after gzip an adapter adds. */
export interface AdapterSize {
  /** What a conversation in text takes beside the kernel, which every adapter on fetch shares: a page pays that once. */
  readonly own: number;
  /** What a conversation in text takes: the class, the protocol, the encoder, the decoder, and the kernel of the adapters. */
  readonly chat: number;
  /** With what tools and an answer by a schema take beside, such as the service's dialect of JSON Schema. */
  readonly tools: number;
  /** All that the adapter may load. */
  readonly all: number;
}

/** What each adapter adds to a program that has an agent. */
export const adapterCases: readonly AdapterCase[] = [
  adapter("OpenAISDK", "openai"),
  adapter("AnthropicSDK", "anthropic"),
  adapter("GoogleSDK", "google"),
  adapter("BedrockSDK", "bedrock", 12_000),
  adapter("OllamaSDK", "ollama"),
  adapter("WorkersAISDK", "workers-ai"),
  adapter("ChromeAI", "chrome"),
  adapter("fromLanguageModel", "ai-sdk"),
];

/** The most that each adapter may add with any bundler; raised only in the commit that needs it. */
export function readAdapterBudgets(): Record<string, AdapterSize> {
  return JSON.parse(readFileSync(new URL("adapter-budget.json", import.meta.url), "utf8"));
}

/** How an adapter breaks its budget, in words. */
export function overAdapterBudget(
  name: string,
  size: AdapterSize,
  budget: AdapterSize | undefined,
): string[] {
  if (!budget) return [`${name} has no budget in bench/size/adapter-budget.json`];
  return adapterParts
    .filter((part) => size[part] > budget[part])
    .map((part) => `${name}: ${part} adds ${size[part]} bytes, its budget is ${budget[part]}`);
}

/** The parts of an adapter, from what every program needs of it on. */
export const adapterParts = ["own", "chat", "tools", "all"] as const;

/** What is counted, for those who read the numbers. */
export const adapterText = `What an adapter takes in a program that has an agent, in kB after gzip: every module that runs load in fact, whole and
streamed, on fetch without a client, less what the same runs load over a model that is a literal. Chat: in text. Own: of
that, what the adapter adds to the kernel, which all adapters on fetch share. With tools: a tool is called, and JSON of a schema is answered. All: what it may load, with media, other APIs, other services'
ways, clients' ways, and failures in words.`;

const program = `import * as ai from "hedgemage";
export const run = (model, tools, output) => ai.agent({ model, tools, output }).execute("Hello");
export const tool = ai.tool;`;

/** What every adapter on fetch is made of: what makes a model, and what sends and reads. */
const kernel = `export { configuredModel, connect } from "./dist/chunks/providers/adapters.js";
export * from "./dist/chunks/providers/first-call.js";`;

/** Weighs a program with an agent, with and without an adapter. */
export async function measureAdapter(
  { name, specifier }: AdapterCase,
  bundler: Bundler,
): Promise<AdapterSize> {
  const both = `${program}\nexport { ${name} } from "${specifier}";`;
  const inText = await loadedBy("text", name);
  const own =
    (await weigh(`${both}\n${kernel}`, bundler, inText)) -
    (await weigh(`${program}\n${kernel}`, bundler, inText));
  const added = async (use?: Use): Promise<number> => {
    const [without, together] = await Promise.all([
      weigh(program, bundler, use && (await loadedBy(use, ""))),
      weigh(both, bundler, use && (await loadedBy(use, name))),
    ]);
    return together - without;
  };
  return { own, chat: await added("text"), tools: await added("tools"), all: await added() };
}

async function weigh(code: string, bundler: Bundler, later?: ReadonlySet<string>): Promise<number> {
  const { gzip } = await measureWhole({ code, folder: root, ...(later && { later }) }, bundler);
  return gzip;
}

/** What the runs do. */
type Use = "text" | "tools";

/** The modules that runs load. */
function loadedBy(use: Use, name: string): Promise<ReadonlySet<string>> {
  return modulesLoadedBy("adapters/loaded.ts", use, name);
}

function adapter(name: string, entry: string, target = 6000): AdapterCase {
  return { name, specifier: `hedgemage/${entry}`, target };
}
