import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { quirksOf } from "../../../src/providers/openai/quirks.ts";
import { describeEncoding } from "../wire/encode-suite.ts";
import { baseURLOf, type ChatRequest } from "./chat-rows.ts";
import { neutralConversation } from "./neutral-conversation.ts";

type Fields = Record<string, unknown>;

await describeEncoding<ChatRequest>({
  api: "openai-chat",
  name: "chat completions",
  modelOf(row, fetch) {
    return new OpenAISDK({ baseURL: baseURLOf(row) ?? "", fetch }).model({
      name: row.request.model,
      structuredOutput: true,
      reasoning: usesReasoning(row.request),
    });
  },
  neutral: (row) => neutralConversation(row.request, quirksOf(baseURLOf(row) ?? "").family),
  comparable,
});

function usesReasoning({ reasoning, reasoning_effort }: ChatRequest): boolean {
  return reasoning !== undefined || reasoning_effort !== undefined;
}

/** A request without what says nothing: nulls, defaults, and the several ways to write one text or no text. */
function comparable(body: unknown): unknown {
  const { messages, tools, tool_choice, stream, response_format, ...rest } = body as Fields;
  return withoutNull({
    ...rest,
    stream: stream || undefined,
    messages: (messages as Fields[]).map(comparableMessage),
    tools: Array.isArray(tools) && tools.length > 0 ? tools.map(comparableTool) : undefined,
    tool_choice: comparableChoice(tool_choice),
    response_format: comparableFormat(response_format),
  });
}

function comparableMessage({ content, tool_calls: calls, prefix: _prefix, ...rest }: Fields): unknown {
  const parts = Array.isArray(content) ? content.map(comparablePart) : content;
  const only = Array.isArray(parts) && parts.length === 1 ? parts[0] : undefined;
  const isText = only?.type === "text" && Object.keys(only).length === 2;
  return withoutNull({
    ...rest,
    content: isText
      ? only?.text
      : parts === "" || parts === null || (Array.isArray(parts) && parts.length === 0)
        ? undefined
        : parts,
    tool_calls:
      Array.isArray(calls) && calls.length > 0
        ? calls.map(({ id, function: { name, arguments: json } }) => ({ id, name, input: JSON.parse(json) }))
        : undefined,
  });
}

function comparablePart({ thinking, ...part }: Fields): Fields {
  const text = Array.isArray(thinking) ? thinking.map((piece) => piece.text).join("") : undefined;
  return withoutNull({ ...part, thinking: text });
}

/** Whether a tool is strict is the adapter's own choice; so is, then, what may be left out. */
function comparableTool(tool: Fields): unknown {
  const { name, description, parameters } = (tool.function ?? {}) as Fields;
  if (!name) return tool;
  const { properties } = parameters as Fields;
  return { name, description: description ?? "", properties: Object.keys(properties ?? {}).sort() };
}

function comparableChoice(choice: unknown): unknown {
  const named = (choice as { function?: { name: string } } | null)?.function?.name;
  return named ?? (choice === "any" ? "required" : choice);
}

function comparableFormat(format: unknown): unknown {
  const { name, schema } = ((format as Fields | undefined)?.json_schema ?? {}) as Fields;
  return name ? { name, properties: Object.keys((schema as Fields).properties ?? {}) } : format;
}

function withoutNull(value: Fields): Fields {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  );
}
