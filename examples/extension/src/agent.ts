import * as ai from "hedgemage";
import { LocalSDK } from "hedgemage/local";
import { fromValibot } from "hedgemage/valibot";
import * as v from "valibot";
import documents from "./documents.json";

/** A piece of a document that the agent has read, under the number that the answer cites it by. */
export interface Passage {
  readonly number: number;
  readonly source: string;
  readonly text: string;
}

const prompt = ai
  .systemPrompt()
  .persona("You are a beekeeper who answers questions about honeybees.")
  .instruction(
    "Rest every sentence on a passage that the search tool found, and end it with its number: [2].",
  )
  .instruction("Where nothing was found, say so.");

const index = ai.keywordIndex({ chunk: { type: "sentence", size: 220, overlap: 0 } });
index.add(documents);

/** An agent for one question. What it finds on the way is added to `passages`. */
export function beekeeper(passages: Passage[]): ai.AgentContract {
  const search = ai.tool({
    name: "search",
    description: "Searches the notes for passages that answer a question.",
    action: ({ query }) => `Looking for “${query}”`,
    input: fromValibot(v.object({ query: v.pipe(v.string(), v.description("What to look for.")) })),
    execute: ({ query }) => {
      const found = index.search(query, { topK: 4 }).map(({ text, citation }, position) => ({
        number: passages.length + position + 1,
        source: citation.sourceId,
        text,
      }));
      passages.push(...found);
      return found;
    },
  });
  return ai.agent({
    name: "beekeeper",
    model: new LocalSDK().model({ name: "local", sources: false, wordsPerSecond: 30 }),
    systemPrompt: prompt,
    tools: [search],
  });
}
