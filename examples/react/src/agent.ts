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

// A key turns this into any other model: `new OpenAISDK({ apiKey }).model({ name: "gpt-4o-mini" })`.
const model = new LocalSDK().model({ name: "local", sources: false, wordsPerSecond: 30 });

const prompt = ai
  .systemPrompt()
  .persona("You are the keeper of a small library about {{subject}}.")
  .instruction(
    "Answer from what the search tool finds, in a few sentences, and say so when it finds nothing.",
  )
  .instruction("End each sentence with the number of the passage it rests on, such as [2].");

const index = ai.keywordIndex({ chunk: { type: "sentence", size: 260, overlap: 0 } });
index.add(documents);

/** An agent for one question. What it finds on the way is added to `passages`. */
export function librarian(passages: Passage[]): ai.AgentContract {
  const search = ai.tool({
    name: "search",
    description: "Searches the library for passages that answer a question.",
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
    name: "librarian",
    model,
    systemPrompt: prompt,
    placeholders: { subject: "lighthouses" },
    tools: [search],
    middleware: [ai.middleware.budget({ maxTokens: 2_000 })],
  });
}
