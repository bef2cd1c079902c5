import type {
  ContentPart,
  Json,
  MediaSource,
  Message,
  ToolCallRequest,
} from "../../../src/contracts/message.ts";
import type { ModelCallOptions, ModelTool, ToolChoice } from "../../../src/contracts/model.ts";
import { toBase64 } from "../../../src/core/base64.ts";
import type { Block, MessageRequest } from "./message-rows.ts";

/** What a recorded request says in no service's own shape. */
export interface NeutralConversation {
  readonly messages: readonly Message[];
  readonly options: ModelCallOptions;
}

/** The fields of a request that the options of a call have a name for; all others are `providerOptions`. */
const NAMED =
  /^(?:model|messages|system|stream|temperature|top_p|max_tokens|stop_sequences|tools|tool_choice|thinking|output_config)$/;

/** Rebuilds the conversation and the options that a recorded request was made of. */
export function neutralConversation(request: MessageRequest): NeutralConversation {
  const { model, tools = [], tool_choice, thinking, output_config, system } = request;
  const providerOptions = Object.fromEntries(Object.entries(request).filter(([name]) => !NAMED.test(name)));
  const named: Record<string, unknown> = {
    temperature: request.temperature,
    topP: request.top_p,
    maxTokens: request.max_tokens,
    stop: request.stop_sequences,
  };
  const options: Record<string, unknown> = Object.fromEntries(
    Object.entries(named).filter(([, value]) => value !== undefined && value !== null),
  );
  // Tools with fields of their own, such as those of the service itself, go as they are.
  const ownTools = tools as readonly Block[];
  if (ownTools.every(isPlainTool)) options.tools = ownTools.map(toolOf);
  else providerOptions.tools = ownTools;
  if (tool_choice) Object.assign(options, choiceOf(tool_choice as Block));
  const { budget_tokens, type: thinkingType } = (thinking ?? {}) as Block;
  const { format, effort, ...config } = (output_config ?? {}) as Record<string, unknown>;
  if (format) options.responseSchema = (format as Block).schema;
  if (budget_tokens) options.reasoning = { maxTokens: budget_tokens };
  else if (thinkingType === "adaptive") {
    options.reasoning = /xhigh|max/.test(String(effort)) || !effort ? {} : { effort };
    if (effort) config.effort = effort;
  } else if (effort) config.effort = effort;
  if (Object.keys(config).length > 0) providerOptions.output_config = config;
  return {
    messages: [
      ...(system ? [{ role: "system", content: partsOf(system, model) } as const] : []),
      ...request.messages.flatMap((message) => messagesOf(message, model)),
    ],
    options: { ...options, providerOptions: providerOptions as Record<string, Json> },
  };
}

function isPlainTool({ type, defer_loading }: Block): boolean {
  return type === undefined && defer_loading === undefined;
}

function toolOf({ name, description, input_schema }: Block): ModelTool {
  return { name: String(name), description: String(description ?? ""), input: input_schema as Block };
}

function choiceOf({ type, name, disable_parallel_tool_use: alone }: Block): {
  toolChoice: ToolChoice;
  parallelToolCalls?: boolean;
} {
  const toolChoice = type === "tool" ? { tool: String(name) } : type === "any" ? "required" : type;
  return { toolChoice: toolChoice as ToolChoice, ...(alone === true && { parallelToolCalls: false }) };
}

/** One message, or one for each result of a tool and one for what else the user said. */
function messagesOf({ role, content }: MessageRequest["messages"][number], model: string): Message[] {
  if (typeof content === "string") return [{ role: role as Message["role"], content }];
  if (role === "user") {
    const results = content.filter(({ type }) => type === "tool_result");
    const said = content.filter(({ type }) => type !== "tool_result");
    return [
      ...results.map((result) => resultOf(result, model)),
      ...(said.length > 0 ? [{ role, content: partsOf(said, model) } as const] : []),
    ];
  }
  const calls = content.filter(({ type }) => type === "tool_use");
  const others = content.filter(({ type }) => type !== "tool_use");
  const isSayable = others.every((block) => partOf(block, model));
  return [
    {
      role: role as Message["role"],
      content: isSayable ? partsOf(others, model) : content.flatMap((block) => partOf(block, model) ?? []),
      ...(calls.length > 0 && { toolCalls: calls.map(callOf) }),
      ...(!isSayable && { providerMetadata: { anthropic: { content: layoutOf(content) } } }),
    },
  ];
}

function callOf({ id, name, input, type: _type, ...own }: Block): ToolCallRequest {
  const kept = Object.keys(own).length > 0 && { providerMetadata: { anthropic: own } };
  return { id: String(id), name: String(name), input, ...kept };
}

function resultOf(block: Block, model: string): Message {
  const { tool_use_id, content, is_error } = block;
  const blocks = Array.isArray(content) ? (content as Block[]) : [];
  const isSayable = blocks.every((part) => partOf(part, model));
  return {
    role: "tool",
    toolCallId: String(tool_use_id),
    content: typeof content === "string" ? content : isSayable ? partsOf(blocks, model) : "",
    ...(is_error === true && { isError: true }),
    ...(!isSayable && { providerMetadata: { anthropic: { content: blocks } } }),
  };
}

function layoutOf(content: readonly Block[]): Block[] {
  return content.map((block) => {
    const { type, text } = block;
    if (type === "text") return { type, length: String(text).length };
    if (type === "tool_use") return { type: "tool-call" };
    return type === "thinking" || type === "redacted_thinking" ? { type: "reasoning" } : block;
  });
}

function partsOf(content: unknown, model: string): ContentPart[] | string {
  if (typeof content === "string") return content;
  return (content as readonly Block[]).flatMap((block) => partOf(block, model) ?? []);
}

/** A part that says the same as a block, where there is one. */
function partOf(block: Block, model: string): ContentPart | undefined {
  const { type, text, thinking, signature, data, source, ...own } = block;
  const kept = Object.keys(own).length > 0 && { providerMetadata: { anthropic: own } };
  if (type === "text") return { type, text: String(text), ...kept };
  if (type === "thinking") return thought(String(thinking), { model, signature });
  if (type === "redacted_thinking") return thought("", { model, data });
  if (type === "image") return { type, ...mediaOf(source as Block) };
  return type === "document" ? { type: "file", ...mediaOf(source as Block) } : undefined;
}

function thought(text: string, anthropic: Block): ContentPart {
  return { type: "reasoning", text, providerMetadata: { anthropic } };
}

function mediaOf(source: Block): { source: MediaSource; providerMetadata?: Block } {
  const { type, url, media_type, data } = source;
  if (type === "file") return { source: { url: "" }, providerMetadata: { anthropic: { source } } };
  if (type === "url") return { source: { url: String(url) } };
  const base64 = type === "text" ? toBase64(new TextEncoder().encode(String(data))) : String(data);
  return { source: { base64, mediaType: String(media_type) } };
}
