import type {
  ContentPart,
  Json,
  MediaSource,
  Message,
  ToolCallRequest,
} from "../../../src/contracts/message.ts";
import type { ModelCallOptions, ModelTool } from "../../../src/contracts/model.ts";
import { withoutRegion } from "../../../src/providers/bedrock/traits.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a recorded request says in no service's own shape. */
export interface NeutralConversation {
  readonly messages: readonly Message[];
  readonly options: ModelCallOptions;
}

/** The fields of a request that messages and options have a name for; all others are `providerOptions`. */
const NAMED = /^(?:messages|system|inferenceConfig|toolConfig|outputConfig)$/;

/** Rebuilds the conversation and the options that a recorded request was made of; `name` is the model's. */
export function neutralConversation(request: Fields, name: string): NeutralConversation {
  const { inferenceConfig, toolConfig, outputConfig, additionalModelRequestFields: extra } = request;
  const { temperature, topP, maxTokens, stopSequences } = (inferenceConfig ?? {}) as Fields;
  const { tools, toolChoice } = (toolConfig ?? {}) as { tools?: readonly Fields[]; toolChoice?: Fields };
  const rest = Object.entries(request).filter(([field]) => !NAMED.test(field));
  const providerOptions: Record<string, unknown> = Object.fromEntries(rest);
  const options: Record<string, unknown> = { temperature, topP, maxTokens, stop: stopSequences };
  const { thinking, ...others } = (extra ?? {}) as { thinking?: Fields };
  if (thinking?.type === "enabled" && Object.keys(others).length === 0) {
    options.reasoning = { maxTokens: thinking.budget_tokens };
    delete providerOptions.additionalModelRequestFields;
  }
  if (tools?.every(({ toolSpec }) => toolSpec)) options.tools = tools.map(toolOf);
  // Tools that the service runs, and marks between tools, have no name of ours.
  else if (tools) providerOptions.toolConfig = toolConfig;
  if (options.tools && toolChoice?.any) options.toolChoice = "required";
  if (options.tools && toolChoice?.tool) options.toolChoice = { tool: (toolChoice.tool as Fields).name };
  if (outputConfig) options.responseSchema = schemaOf(outputConfig as Fields);
  const model = withoutRegion(name);
  const messages = (request.messages as readonly Fields[]).flatMap((message) => messagesOf(message, model));
  const system = (request.system ?? []) as readonly Fields[];
  return {
    messages: [
      ...(system.length > 0 ? [{ role: "system", content: partsOf(system, model) } as const] : []),
      ...messages,
    ],
    options: {
      ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
      providerOptions: providerOptions as Record<string, Json>,
    },
  };
}

function toolOf({ toolSpec }: Fields): ModelTool {
  const { name, description, inputSchema } = toolSpec as Fields;
  const schema = (inputSchema as Fields).json as Fields;
  return { name: String(name), description: String(description ?? ""), input: schema };
}

function schemaOf({ textFormat }: Fields): Fields {
  const { name, description, schema } = ((textFormat as Fields).structure as Fields).jsonSchema as Fields;
  return { ...JSON.parse(String(schema)), title: name, ...(description ? { description } : {}) };
}

function messagesOf({ role, content }: Fields, model: string): Message[] {
  const blocks = content as readonly Fields[];
  if (role === "assistant") return [assistantOf(blocks, model)];
  const results = blocks.flatMap(({ toolResult }) => (toolResult ? [toolResult as Fields] : []));
  const others = partsOf(
    blocks.filter(({ toolResult }) => !toolResult),
    model,
  );
  return [
    ...results.map(
      (result): Message => ({
        role: "tool",
        toolCallId: String(result.toolUseId),
        content: partsOf(result.content as readonly Fields[], model),
        ...(result.status === "error" && { isError: true }),
      }),
    ),
    ...(others.length > 0 ? [{ role: "user", content: others } as const] : []),
  ];
}

function assistantOf(blocks: readonly Fields[], model: string): Message {
  const toolCalls: ToolCallRequest[] = [];
  const kept: unknown[] = [];
  const shown: Fields[] = [];
  for (const block of blocks) {
    const use = block.toolUse as Fields | undefined;
    if (block.toolResult || use?.type === "server_tool_use") kept.push({ at: 0, block });
    else if (use) toolCalls.push({ id: String(use.toolUseId), name: String(use.name), input: use.input });
    else shown.push(block);
  }
  return {
    role: "assistant",
    content: partsOf(shown, model),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(kept.length > 0 && { providerMetadata: { bedrock: { blocks: kept, model } } }),
  };
}

function partsOf(blocks: readonly Fields[], model: string): ContentPart[] {
  return blocks.flatMap((block, index) => {
    const { cachePoint } = blocks[index + 1] ?? {};
    const part = partOf(block, model);
    if (!part || part.type === "reasoning" || !cachePoint) return part ?? [];
    return { ...part, providerMetadata: { bedrock: { cachePoint } } };
  });
}

function partOf(
  { text, reasoningContent, document, image, video }: Fields,
  model: string,
): ContentPart | undefined {
  if (typeof text === "string") return { type: "text", text };
  if (reasoningContent) {
    const { reasoningText, redactedContent } = reasoningContent as Fields;
    const { text: thought = "", signature } = (reasoningText ?? {}) as Fields;
    const bedrock = redactedContent ? { redactedContent, model } : { signature, model };
    return { type: "reasoning", text: String(thought), providerMetadata: { bedrock } };
  }
  const media = (document ?? image ?? video) as Fields | undefined;
  if (!media) return undefined;
  const source = sourceOf(media, document ? (media.format === "txt" ? "text/plain" : "application/pdf") : "");
  if (image) return { type: "image", source };
  return { type: "file", source, ...(document ? { name: String(media.name) } : {}) };
}

function sourceOf({ source }: Fields, mediaType: string): MediaSource {
  const { bytes, s3Location } = source as Fields;
  return bytes ? { base64: String(bytes), mediaType } : { url: String((s3Location as Fields).uri) };
}
