import * as ai from "hedgemage";
import { LocalSDK } from "hedgemage/local";
import { fromValibot } from "hedgemage/valibot";
import * as v from "valibot";

const input = fromValibot(v.object({ query: v.pipe(v.string(), v.description("What to look for.")) }));

/** An agent that answers from documents, which are searched by their words. */
export function oceanographer(documents: readonly ai.RagDocument[]): ai.AgentContract {
  const index = ai.keywordIndex({ chunk: { type: "markdown", size: 400, overlap: 0 } });
  index.add(documents);
  const search = ai.tool({
    name: "search",
    description: "Searches the documents for passages that answer a question.",
    input,
    execute: ({ query }) => index.search(query, { topK: 4 }),
  });
  return ai.agent({
    name: "oceanographer",
    model: new LocalSDK().model({ name: "local", wordsPerSecond: 40 }),
    systemPrompt: ai
      .systemPrompt()
      .persona("You answer questions about the sea.")
      .instruction("Rest every sentence on a passage that the search tool found, and name its source.")
      .instruction("Where nothing was found, say so."),
    tools: [search],
  });
}
