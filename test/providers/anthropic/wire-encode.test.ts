import { AnthropicSDK } from "../../../src/providers/anthropic/index.ts";
import { describeEncoding } from "../wire/encode-suite.ts";
import type { Block, MessageRequest } from "./message-rows.ts";
import { neutralConversation } from "./neutral-conversation.ts";

await describeEncoding<MessageRequest>({
  api: "anthropic-messages",
  name: "messages",
  modelOf: (row, fetch) => new AnthropicSDK({ fetch }).model({ name: row.request.model }),
  neutral: (row) => neutralConversation(row.request),
  comparable,
});

/** A request without what says nothing: nulls, defaults, and the several ways to write one text. */
function comparable({ messages, system, tools, stream, ...rest }: MessageRequest): unknown {
  return withoutNull({
    ...rest,
    stream: stream || undefined,
    system: Array.isArray(system) ? comparableBlocks(system) : system && [{ type: "text", text: system }],
    messages: comparableTurns(messages),
    tools: Array.isArray(tools) && tools.length > 0 ? tools.map(comparableTool) : undefined,
  });
}

/** The service joins turns of one side itself. */
function comparableTurns(messages: MessageRequest["messages"]): unknown {
  const turns: { role: string; content: unknown[] }[] = [];
  for (const { role, content } of messages) {
    const blocks = comparableBlocks(
      typeof content === "string" ? [{ type: "text", text: content }] : content,
    );
    const last = turns.at(-1);
    if (last && last.role === role && role !== "system") last.content.push(...blocks);
    else turns.push({ role, content: blocks });
  }
  return turns;
}

function comparableBlocks(blocks: readonly Block[]): unknown[] {
  return blocks.map(({ content, is_error, ...rest }) =>
    withoutNull({
      ...rest,
      content: Array.isArray(content) ? comparableBlocks(content) : content,
      is_error: is_error || undefined,
    }),
  );
}

/** Whether a tool is strict is the adapter's own choice; so is, then, how its schema is written. */
function comparableTool(tool: Block): unknown {
  const { name, description, input_schema, strict: _strict, type, ...rest } = tool;
  if (type !== undefined) return tool;
  const { properties } = input_schema as Block;
  return {
    name,
    description: description || undefined,
    ...rest,
    properties: Object.keys(Object(properties)).sort(),
  };
}

function withoutNull(value: Block): Block {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  );
}
