import type { Message, ToolCallRequest } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelTool } from "../../contracts/model.ts";
import { type AnswerOptions, answer, noAnswer, type ToolResult } from "./answer.ts";
import { chooseTool, isSmallTalk } from "./choose-tool.ts";
import { fillArguments } from "./fill-arguments.ts";
import { fillSchema } from "./fill-schema.ts";
import { type Conversation, readConversation } from "./read-conversation.ts";
import { otherWords } from "./read-question.ts";
import { restructurePrompt } from "./restructure-prompt.ts";

/** Where the text to rewrite begins, between marks that it cannot forge. */
const MARKED: RegExp = /<(?:prompt|idea)-[0-9a-f]{8}>/;

/** What the local model says: a text, or a tool call and no text. */
export interface Reply {
  readonly content: string;
  readonly toolCall?: ToolCallRequest;
}

/**
 * What the local model says to a conversation, by fixed rules: a tool that fits the last question is called once; the
 * results are answered from, or fill the response schema; a request to rewrite a prompt gets the prompt restructured.
 */
export function reply(messages: readonly Message[], call: ModelCallOptions, options: AnswerOptions): Reply {
  const conversation = readConversation(messages);
  const { results, background, question } = conversation;
  if (results.length === 0) {
    const tool = toolFor(conversation, call);
    if (tool) return { content: "", toolCall: callOf(tool, conversation) };
  }
  if (call.responseSchema)
    return { content: JSON.stringify(fillSchema(call.responseSchema, factsOf(conversation))) };
  if (results.length > 0) return fromResults(conversation, call, options);
  const prompt = promptToRewrite(conversation, messages);
  if (prompt !== undefined) return { content: restructurePrompt(prompt) };
  if (background.length > 0) {
    return { content: answer(question, background, options) ?? noAnswer(background) };
  }
  return { content: withoutResults(question, call.tools ?? []) };
}

/** The answer; where there is none yet, the last tool is tried once more with other words, if it takes a query. */
function fromResults(conversation: Conversation, call: ModelCallOptions, options: AnswerOptions): Reply {
  const { question, results } = conversation;
  const found = answer(question, results, options);
  if (found !== undefined) return { content: found };
  const tool = call.tools?.find(({ name }) => name === results[0]?.name);
  const words = otherWords(question);
  if (results.length === 1 && tool && words && call.toolChoice !== "none") {
    const toolCall = callOf(tool, { ...conversation, question: words });
    const first = fillArguments(tool, question);
    if (JSON.stringify(toolCall.input) !== JSON.stringify(first)) return { content: "", toolCall };
  }
  return { content: noAnswer(results) };
}

function toolFor(
  { question }: Conversation,
  { tools = [], toolChoice = "auto" }: ModelCallOptions,
): ModelTool | undefined {
  if (toolChoice === "none") return undefined;
  if (typeof toolChoice === "object") return tools.find(({ name }) => name === toolChoice.tool);
  return chooseTool(question, tools) ?? (toolChoice === "required" ? tools[0] : undefined);
}

function callOf(tool: ModelTool, { question, calls }: Conversation): ToolCallRequest {
  return { id: `local_call_${calls + 1}`, name: tool.name, input: fillArguments(tool, question) };
}

/** What a response schema is filled from: what the tools found, else what the user wrote. */
function factsOf({ request, results, background }: Conversation): string {
  const found = [...results, ...background].filter(({ isError }) => !isError);
  return results.length > 0 ? found.map(proseOf).join("\n\n") : request;
}

/** A result that is JSON reads as lines of `name: value`. */
function proseOf({ text }: ToolResult): string {
  return text
    .replace(/[{}[\]"]/g, " ")
    .replaceAll("\\n", "\n")
    .replaceAll(",", ", ");
}

/** The prompt that is to be rewritten, where the instructions or the request ask for that. */
function promptToRewrite(
  { instructions, request }: Conversation,
  messages: readonly Message[],
): string | undefined {
  const asks = /\b(?:rewrite|restructure|refine|improve|optimi[sz]e|compile)\b[^.\n]{0,60}\bprompts?\b/i;
  const marked =
    markedText(messages) ?? between(request, "<prompt>", "</prompt>") ?? between(request, "```\n", "\n```");
  if (asks.test(instructions)) return marked ?? request;
  const opening = request.split("\n")[0] ?? "";
  if (!asks.test(opening)) return undefined;
  const rest = request.slice(opening.length).trim() || opening.slice(opening.indexOf(":") + 1).trim();
  return marked ?? rest;
}

/** What stands between marks in the latest message of the user that has any: who is asked again finds it further up. */
function markedText(messages: readonly Message[]): string | undefined {
  const texts = messages.flatMap(({ role, content }) =>
    role === "user" && typeof content === "string" && MARKED.test(content) ? [content] : [],
  );
  const text = texts.at(-1) ?? "";
  const [tag = ""] = MARKED.exec(text) ?? [];
  return tag === "" ? undefined : between(text, tag, tag.replace("<", "</"));
}

function between(text: string, opening: string, closing: string): string | undefined {
  const start = text.indexOf(opening);
  const end = text.indexOf(closing, start + opening.length);
  return start === -1 || end === -1 ? undefined : text.slice(start + opening.length, end).trim();
}

function withoutResults(question: string, tools: readonly ModelTool[]): string {
  const names = tools.map(({ name }) => name).join(", ");
  const skills = names === "" ? "answer from texts and tools that I am given" : `use these tools: ${names}`;
  if (/^\W*(?:thanks|thank you)/i.test(question)) return "You are welcome.";
  if (isSmallTalk(question))
    return `Hello. I am a local model made of rules, no language model. I can ${skills}.`;
  return `I am a local model made of rules, no language model, and have nothing to answer that from. I can ${skills}.`;
}
