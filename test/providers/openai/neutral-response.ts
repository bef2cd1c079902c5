import type {
  ContentPart,
  Json,
  MediaSource,
  Message,
  ToolCallRequest,
} from "../../../src/contracts/message.ts";
import type { ModelCallOptions, ModelTool, ToolChoice } from "../../../src/contracts/model.ts";
import type { AskedRow } from "../wire/encode-suite.ts";
import type { NeutralConversation } from "./neutral-conversation.ts";
import type { ResponsesRequest } from "./responses-rows.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Items that belong to what a model wrote; all others begin a new message. */
const WRITTEN =
  /^(?!function_call_output$).*(?:_call|^reasoning|_call_output|^compaction|^mcp_\w+|^message)$/;

/** The fields of a request that the options of a call have a name for; all others are `providerOptions`. */
const NAMED =
  /^(?:model|input|instructions|stream|temperature|top_p|max_output_tokens|parallel_tool_calls|store)$/;

/** Rebuilds the conversation and the options that a recorded request was made of; `family` is the service's. */
export function neutralResponse(
  { request, stream }: AskedRow<ResponsesRequest>,
  family: string,
): NeutralConversation {
  const options: Record<string, unknown> = {};
  // Where nothing is said, the service keeps what it answers; this adapter asks for it.
  const providerOptions: Record<string, unknown> = {
    store: request.store ?? true,
    // A stream that was refused is answered whole.
    ...(request.stream && !stream ? { stream: true } : {}),
  };
  const named: Record<string, unknown> = {
    temperature: request.temperature,
    topP: request.top_p,
    maxTokens: request.max_output_tokens,
    parallelToolCalls: request.parallel_tool_calls,
  };
  for (const [name, value] of Object.entries(named)) {
    if (value !== undefined && value !== null) options[name] = value;
  }
  for (const [name, value] of Object.entries(request)) {
    if (NAMED.test(name) || value === null) continue;
    if (name === "tools") {
      const tools = value as readonly Fields[];
      const functions = tools.filter(({ type }) => type === "function");
      if (functions.length > 0) options.tools = functions.map(toolOf);
      if (functions.length < tools.length) {
        providerOptions.tools = tools.filter(({ type }) => type !== "function");
      }
    } else if (name === "tool_choice" && choiceOf(value)) options.toolChoice = choiceOf(value);
    else if (name === "reasoning" && typeof (value as Fields).effort === "string") {
      const { effort, ...rest } = value as Fields;
      options.reasoning = { effort };
      if (Object.keys(rest).length > 0) providerOptions.reasoning = rest;
    } else if (name === "text" && schemaOf(value)) {
      const { format: _format, ...rest } = value as Fields;
      options.responseSchema = schemaOf(value);
      if (Object.keys(rest).length > 0) providerOptions.text = rest;
    } else providerOptions[name] = value;
  }
  const { instructions, input, model } = request;
  const system: Message[] = instructions ? [{ role: "system", content: String(instructions) }] : [];
  const messages = typeof input === "string" ? [] : messagesOf(input, family, model);
  if (typeof input === "string") messages.push({ role: "user", content: input });
  return {
    messages: [...system, ...messages],
    options: { ...options, providerOptions: providerOptions as Record<string, Json> } as ModelCallOptions,
  };
}

function toolOf({ name, description, parameters }: Fields): ModelTool {
  return { name: String(name), description: String(description ?? ""), input: parameters as Fields };
}

function choiceOf(value: unknown): ToolChoice | undefined {
  if (typeof value === "string") return value as ToolChoice;
  const { type, name } = value as Fields;
  return type === "function" ? { tool: String(name) } : undefined;
}

/** A schema whose name is the one that the adapter would give it. */
function schemaOf(value: unknown): unknown {
  const { type, schema, name } = ((value as Fields).format ?? {}) as Fields;
  return type === "json_schema" ? { ...(schema as Fields), title: name } : undefined;
}

/** Puts what a model wrote in a row into one message, as its answer was. */
function messagesOf(input: readonly Fields[], family: string, model: string): Message[] {
  const messages: Message[] = [];
  let written: Fields[] = [];
  const flush = (): void => {
    if (written.length > 0) messages.push(turnOf(written, family, model));
    written = [];
  };
  for (const item of input) {
    if (WRITTEN.test(String(item.type)) || (item.role === "assistant" && !item.type)) {
      written.push(item);
      continue;
    }
    flush();
    if (item.type === "function_call_output") {
      messages.push({
        role: "tool",
        toolCallId: String(item.call_id),
        content: contentOf(item.output, family),
      });
    } else messages.push({ role: item.role as Message["role"], content: contentOf(item.content, family) });
  }
  flush();
  return messages;
}

function turnOf(written: readonly Fields[], family: string, model: string): Message {
  const parts: ContentPart[] = [];
  const toolCalls: ToolCallRequest[] = [];
  const texts: Fields[] = [];
  const items: Fields[] = [];
  for (const [index, item] of written.entries()) {
    if (item.type === "reasoning") {
      const providerMetadata = { [family]: { index, model, item } };
      parts.push({ type: "reasoning", text: "", providerMetadata });
    } else if (item.type === "function_call") {
      const { call_id, name, arguments: json, type: _type, ...rest } = item;
      toolCalls.push({
        id: String(call_id),
        name: String(name),
        input: JSON.parse(String(json)),
        providerMetadata: { [family]: { index, ...rest } },
      });
    } else if (item.role === "assistant") {
      const text = Array.isArray(item.content)
        ? item.content.map((part) => part.text).join("")
        : String(item.content);
      parts.push({ type: "text", text });
      texts.push({ index, id: item.id, phase: item.phase, length: text.length });
    } else items.push({ index, item });
  }
  return {
    role: "assistant",
    content: parts,
    ...(toolCalls.length > 0 && { toolCalls }),
    providerMetadata: { [family]: { model, texts, items } },
  };
}

function contentOf(content: unknown, family: string): Message["content"] {
  if (!Array.isArray(content)) return String(content);
  return content.map((wire: Fields): ContentPart => {
    const { type, text, image_url, file_url, file_data, filename, detail: _detail, ...rest } = wire;
    const own = Object.keys(rest).length > 0 ? { providerMetadata: { [family]: rest } } : {};
    if (type === "input_text") return { type: "text", text: String(text), ...own };
    if (type === "input_image") return { type: "image", source: sourceOf(image_url), ...own };
    return { type: "pdf", source: sourceOf(file_url ?? file_data), name: String(filename), ...own };
  });
}

function sourceOf(url: unknown): MediaSource {
  const data = /^data:([^;,]*);base64,/.exec(String(url));
  if (!data) return { url: String(url) };
  return { base64: String(url).slice(data[0].length), mediaType: data[1] ?? "" };
}
