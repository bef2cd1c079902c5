import type { ModelTool } from "../../contracts/model.ts";
import { termsOf } from "../../core/text/words.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import { isObject } from "../../schema/resolve-reference.ts";
import { wordsOfName } from "./find-text.ts";

const searching =
  /\b(?:search|find|look ?up|retrieve|query|lookup|knowledge|documentation|documents|docs|passages)/i;
const smallTalk =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|thanks|thank you|bye|goodbye|who are you|how are you|ok|okay)\b/i;

/**
 * The tool whose name, description and parameters share most words with a question; a word counts more the fewer tools
 * have it. A tool that searches is taken for any other request, since a search can answer any. `undefined` for small talk
 * and where nothing fits.
 *
 * @example
 * const calculator = { name: "calculator", description: "Does sums.", input: { type: "object" } };
 * const weather = { name: "weather", description: "Tells the weather in a city.", input: { type: "object" } };
 * chooseTool("What is the weather in Oslo?", [weather, calculator])?.name; // "weather"
 */
export function chooseTool(question: string, tools: readonly ModelTool[]): ModelTool | undefined {
  if (isSmallTalk(question)) return undefined;
  const asked = new Set(termsOf(question).map(({ term }) => term));
  const known = tools.map((tool) => ({
    tool,
    name: termsIn(wordsOfName(tool.name).join(" ")),
    all: termsIn(about(tool)),
  }));
  let best: ModelTool | undefined;
  let most = 0;
  for (const { tool, name, all } of known) {
    let score = hasFormula(question) && /\b(?:expression|formula|calculat\w*)\b/i.test(about(tool)) ? 4 : 0;
    for (const term of asked) {
      if (!all.has(term)) continue;
      const rarity = 1 / known.filter((other) => other.all.has(term)).length;
      score += rarity * (name.has(term) ? 2 : 1);
    }
    if (score > most) [best, most] = [tool, score];
  }
  // One shared word of a description is as likely an accident; a search answers then, too.
  const search = tools.find((tool) => searching.test(`${tool.name} ${tool.description}`));
  return most < 2 && search ? search : best;
}

/** Whether a message is a greeting, thanks or the like and nothing more. */
export function isSmallTalk(message: string): boolean {
  return (
    message.length < 60 && smallTalk.test(message) && !/\b(?:what|when|where|why|which)\b/i.test(message)
  );
}

function about(tool: ModelTool): string {
  const schema = jsonSchemaOf(tool.input);
  const properties = isObject(schema?.properties) ? schema.properties : {};
  const parameters = Object.entries(properties).flatMap(([name, property]) => {
    const { description = "", enum: choices = [] } = isObject(property) ? property : {};
    return [
      ...wordsOfName(name),
      String(description),
      ...(Array.isArray(choices) ? choices.map(String) : []),
    ];
  });
  return [...wordsOfName(tool.name), tool.description, ...parameters].join(" ");
}

function termsIn(text: string): Set<string> {
  return new Set(termsOf(text).map(({ term }) => term));
}

function hasFormula(question: string): boolean {
  return /\d\s*(?:[-+*/^×÷]|plus|minus|times)\s*\d/i.test(question);
}
