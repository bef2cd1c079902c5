import type { Message } from "../../contracts/message.ts";
import type { ToolResult } from "./answer.ts";

/** What the local model takes from a conversation. */
export interface Conversation {
  /** The text of the last user message. */
  readonly request: string;
  /** Its question, where it carries other text as well. */
  readonly question: string;
  /** The texts of the system messages. */
  readonly instructions: string;
  /** Results of the tools called since the last user message. */
  readonly results: readonly ToolResult[];
  /** Texts to answer from that no tool brought for this question: results of earlier ones, and what the user gave along. */
  readonly background: readonly ToolResult[];
  /** How many calls were asked for so far. */
  readonly calls: number;
}

/**
 * Sorts a conversation into the request, the instructions, and what tools returned for it. Only user and system messages
 * are read as wishes; the texts of tools are kept apart as data.
 */
export function readConversation(messages: readonly Message[]): Conversation {
  const lastUser = messages.findLastIndex(({ role }) => role === "user");
  const request = textOf(messages[lastUser]);
  const { question, given } = splitRequest(request);
  const results = messages.flatMap((message, index) =>
    message.role === "tool" ? { index, ...resultOf(message) } : [],
  );
  const background = results.filter(({ index, isError }) => index < lastUser && !isError);
  return {
    request,
    question,
    instructions: messages
      .flatMap((message) => (message.role === "system" ? textOf(message) : []))
      .join("\n\n"),
    results: results.filter(({ index }) => index > lastUser),
    background: given === "" ? background : [...background, { name: "message", text: given, isError: false }],
    calls: messages.reduce((sum, { toolCalls }) => sum + (toolCalls?.length ?? 0), 0),
  };
}

/** The text parts of a message, joined. */
export function textOf(message: Message | undefined): string {
  if (!message) return "";
  if (typeof message.content === "string") return message.content;
  return message.content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

function resultOf(message: Message): ToolResult {
  return { name: message.toolName ?? "tool", text: textOf(message), isError: message.isError === true };
}

/** "Question: ..." names the question; else a question that is a paragraph of its own is one, beside text to answer from. */
function splitRequest(request: string): { readonly question: string; readonly given: string } {
  const lines = request.split("\n");
  const labelled = lines.findLastIndex((line) => /^[ \t]{0,20}question:/i.test(line));
  if (labelled !== -1) {
    const line = lines[labelled] ?? "";
    return {
      question: line.slice(line.indexOf(":") + 1).trim(),
      given: lines
        .filter((_, index) => index !== labelled)
        .join("\n")
        .trim(),
    };
  }
  const paragraphs = request.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  const at = paragraphs.findLastIndex((paragraph) => paragraph.trim().endsWith("?"));
  if (paragraphs.length < 2 || at === -1) return { question: request.trim(), given: "" };
  const given = paragraphs.filter((_, index) => index !== at).join("\n\n");
  return { question: paragraphs[at]?.trim() ?? "", given };
}
