import type { ContentPart, Json, MediaSource, Message } from "../../../src/contracts/message.ts";
import type { ModelCallOptions, ModelTool, ToolChoice } from "../../../src/contracts/model.ts";
import type { ChatRequest } from "./chat-rows.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a recorded request says in no service's own shape. */
export interface NeutralConversation {
  readonly messages: readonly Message[];
  readonly options: ModelCallOptions;
}

/** The fields of a request that the options of a call have a name for; all others are `providerOptions`. */
const NAMED =
  /^(?:model|messages|stream|stream_options|temperature|top_p|max_tokens|max_completion_tokens|stop|seed|random_seed|parallel_tool_calls|reasoning_effort)$/;

/** Rebuilds the conversation and the options that a recorded request was made of; `family` is the service's. */
export function neutralConversation(request: ChatRequest, family: string): NeutralConversation {
  const options: Record<string, unknown> = {};
  const providerOptions: Record<string, unknown> = {};
  const named: Record<string, unknown> = {
    temperature: request.temperature,
    topP: request.top_p,
    maxTokens: request.max_completion_tokens ?? request.max_tokens,
    stop: request.stop,
    seed: request.seed ?? request.random_seed,
    parallelToolCalls: request.parallel_tool_calls,
    ...(request.reasoning_effort !== undefined && { reasoning: { effort: request.reasoning_effort } }),
  };
  for (const [name, value] of Object.entries(named)) {
    if (value !== undefined && value !== null) options[name] = value;
  }
  for (const [name, value] of Object.entries(request)) {
    if (NAMED.test(name) || value === null) continue;
    if (name === "tools") {
      const tools = value as readonly Fields[];
      if (tools.every(({ function: called }) => called)) options.tools = tools.map(toolOf);
      else providerOptions.tools = tools;
    } else if (name === "tool_choice") options.toolChoice = choiceOf(value);
    else if (name === "reasoning" && effortOf(value)) options.reasoning = value;
    else if (name === "response_format" && schemaOf(value)) options.responseSchema = schemaOf(value);
    else providerOptions[name] = value;
  }
  return {
    messages: request.messages.map((message) => messageOf(message, family)),
    options: { ...options, providerOptions: providerOptions as Record<string, Json> },
  };
}

function toolOf({ function: called }: Fields): ModelTool {
  const { name, description, parameters } = called as Fields;
  return { name: String(name), description: String(description ?? ""), input: parameters as Fields };
}

function choiceOf(value: unknown): ToolChoice {
  if (typeof value === "object") return { tool: String(((value as Fields).function as Fields).name) };
  return value === "any" ? "required" : (value as ToolChoice);
}

function effortOf(value: unknown): boolean {
  const { effort, ...others } = value as Fields;
  return typeof effort === "string" && Object.keys(others).length === 0;
}

/** A schema whose name and words are those that the adapter would give it. */
function schemaOf(value: unknown): unknown {
  const { type, json_schema: format } = value as Fields;
  return type === "json_schema"
    ? { ...((format as Fields).schema as Fields), title: (format as Fields).name }
    : undefined;
}

function messageOf(wire: Fields, family: string): Message {
  const { role, content, tool_call_id, tool_calls, reasoning_content, reasoning, reasoning_details } = wire;
  const parts = Array.isArray(content) ? content.flatMap((part) => partOf(part, family)) : [];
  const thought = reasoning_content ?? reasoning;
  if (thought || reasoning_details) {
    const kept = reasoning_details ? { providerMetadata: { [family]: { reasoning_details } } } : {};
    parts.unshift({ type: "reasoning", text: String(thought ?? ""), ...kept });
  }
  if (typeof content === "string" && parts.length > 0) parts.push({ type: "text", text: content });
  const calls = (tool_calls ?? []) as readonly {
    id: string;
    function: { name: string; arguments: string };
  }[];
  return {
    role: role as Message["role"],
    content: parts.length > 0 ? parts : typeof content === "string" ? content : "",
    ...(typeof tool_call_id === "string" && { toolCallId: tool_call_id }),
    ...(calls.length > 0 && {
      toolCalls: calls.map((call) => ({
        id: call.id,
        name: call.function.name,
        input: JSON.parse(call.function.arguments),
      })),
    }),
  };
}

function partOf(wire: Fields, family: string): ContentPart[] {
  const { type, text, cache_control } = wire;
  if (type === "text") {
    const kept = cache_control ? { providerMetadata: { [family]: { cache_control } } } : {};
    return [{ type, text: String(text), ...kept }];
  }
  if (type === "image_url") return [{ type: "image", source: sourceOf((wire.image_url as Fields).url) }];
  if (type === "document_url") return [{ type: "pdf", source: sourceOf(wire.document_url) }];
  if (type === "thinking") {
    const texts = (wire.thinking as readonly Fields[]).map((piece) => piece.text);
    return [{ type: "reasoning", text: texts.join("") }];
  }
  if (type === "video_url") return [{ type: "file", source: sourceOf((wire.video_url as Fields).url) }];
  const { file_data, filename, file_id } = (wire.file ?? {}) as Fields;
  if (file_id) {
    return [{ type: "file", source: { url: "" }, providerMetadata: { [family]: { file_id } } }];
  }
  if (file_data) return [{ type: "pdf", source: sourceOf(file_data), name: String(filename) }];
  return [];
}

function sourceOf(url: unknown): MediaSource {
  const data = /^data:([^;,]*);base64,/.exec(String(url));
  if (!data) return { url: String(url) };
  return { base64: String(url).slice(data[0].length), mediaType: data[1] ?? "" };
}
