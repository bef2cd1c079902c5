import type {
  ContentPart,
  Json,
  MediaSource,
  Message,
  ToolCallRequest,
} from "../../../src/contracts/message.ts";
import type { ModelCallOptions, ModelTool, ToolChoice } from "../../../src/contracts/model.ts";
import type { Place } from "../../../src/providers/google/wire.ts";
import type { GoogleRequest } from "./google-rows.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a recorded request says in no service's own shape. */
export interface NeutralConversation {
  readonly messages: readonly Message[];
  readonly options: ModelCallOptions;
}

/** Rebuilds the conversation and the options that a recorded request was made of; `model` is the one that was asked. */
export function neutralConversation(recorded: GoogleRequest, model: string): NeutralConversation {
  const request = camelized(recorded) as Fields;
  const { contents, systemInstruction, tools, toolConfig, generationConfig, ...others } = request;
  const options: Record<string, unknown> = {};
  const providerOptions: Record<string, unknown> = { ...others };
  readConfig(Object(generationConfig), options, providerOptions);
  const declared = listOf(tools).flatMap(({ functionDeclarations }) => listOf(functionDeclarations));
  const serverTools = listOf(tools).filter(({ functionDeclarations }) => !functionDeclarations);
  if (declared.length > 0) options.tools = declared.map(toolOf);
  if (serverTools.length > 0) providerOptions.tools = serverTools;
  const { functionCallingConfig: calling, ...restOfTools } = Object(toolConfig);
  const choice = choiceOf(calling);
  if (choice) options.toolChoice = choice;
  if (choice ? Object.keys(restOfTools).length > 0 : toolConfig) {
    providerOptions.toolConfig = choice ? restOfTools : toolConfig;
  }
  const system = partsOf(Object(systemInstruction)).flatMap((part) => contentPartOf(part));
  return {
    messages: [
      ...(system.length > 0 ? [{ role: "system" as const, content: system }] : []),
      ...listOf(contents).flatMap((content, index) => messagesOf(content, index, model)),
    ],
    options: { ...options, providerOptions: providerOptions as Record<string, Json> },
  };
}

/** Fields are recorded in both spellings; what people named themselves stays as it is. */
export function camelized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelized);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const isTheirs = /^(?:args|response|properties|labels)$|Schema$|_schema$|^parameters$/.test(name);
      return [
        name.replace(/_([a-z])/g, (_all, letter) => letter.toUpperCase()),
        isTheirs ? field : camelized(field),
      ];
    }),
  );
}

function readConfig(
  config: Fields,
  options: Record<string, unknown>,
  providerOptions: Record<string, unknown>,
): void {
  const { temperature, topP, seed, stopSequences, maxOutputTokens, responseMimeType, ...others } = config;
  const { responseJsonSchema, responseSchema, thinkingConfig, ...rest } = others;
  const schema = responseJsonSchema ?? responseSchema;
  const named = {
    temperature,
    topP,
    seed,
    stop: stopSequences,
    maxTokens: maxOutputTokens,
    responseSchema: schema,
  };
  for (const [name, value] of Object.entries(named)) if (value !== undefined) options[name] = value;
  const left: Record<string, unknown> = { ...rest };
  if (responseMimeType && !schema) left.responseMimeType = responseMimeType;
  if (Object(thinkingConfig).thinkingBudget === 0) options.reasoning = { effort: "none" };
  else if (thinkingConfig) left.thinkingConfig = thinkingConfig;
  if (Object.keys(left).length > 0) providerOptions.generationConfig = left;
}

function toolOf({ name, description, parametersJsonSchema, parameters }: Fields): ModelTool {
  const schema = lowered(parametersJsonSchema ?? parameters ?? { type: "object", properties: {} });
  return { name: String(name), description: String(description ?? ""), input: schema as Fields };
}

/** The old words of a schema have their types in capitals. */
function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === "type" && typeof field === "string" ? field.toLowerCase() : lowered(field),
    ]),
  );
}

function choiceOf(calling: unknown): ToolChoice | undefined {
  const { mode, allowedFunctionNames: allowed } = Object(calling);
  if (mode === "ANY" && allowed?.length === 1) return { tool: allowed[0] };
  if (allowed) return undefined;
  return mode === "ANY" ? "required" : mode === "NONE" ? "none" : mode === "AUTO" ? "auto" : undefined;
}

function messagesOf({ role, parts: wire }: Fields, index: number, model: string): Message[] {
  const parts = listOf(wire);
  if (role === "model") return [turnOf(parts, index, model)];
  const results = parts.filter(({ functionResponse }) => functionResponse);
  const others = parts.filter(({ functionResponse }) => !functionResponse);
  const content = others.flatMap((part) => contentPartOf(part));
  return [
    ...results.map(({ functionResponse }) => resultOf(Object(functionResponse), index)),
    ...(content.length > 0 ? [{ role: "user" as const, content }] : []),
  ];
}

/** A turn as the decoder would have given it: signatures on what carried them, and the places of what is opaque. */
function turnOf(parts: readonly Fields[], index: number, model: string): Message {
  const toolCalls: ToolCallRequest[] = [];
  const places: Place[] = [];
  let text = "";
  let isPlain = true;
  for (const part of parts) {
    const { thoughtSignature, text: words, functionCall, ...data } = part;
    const signature = thoughtSignature ? { thoughtSignature } : {};
    if (functionCall) {
      const { id = `call_of_content_${index}`, name, args } = Object(functionCall);
      const kept = thoughtSignature ? { providerMetadata: { google: { thoughtSignature, model } } } : {};
      toolCalls.push({ id, name, input: args, ...kept });
      places.push({ callId: id });
    } else if (Object.keys(data).length === 0) {
      text += String(words ?? "");
      places.push({ textLength: String(words ?? "").length, ...signature });
      isPlain &&= !thoughtSignature && places.length === 1;
    } else {
      places.push(part);
      isPlain = false;
    }
  }
  return {
    role: "assistant",
    content: text,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(!isPlain && { providerMetadata: { google: { model, parts: places } } }),
  };
}

function resultOf({ id, name, response, parts }: Fields, index: number): Message {
  const { error, ...others } = Object(response);
  const isError = typeof error === "string" && Object.keys(others).length === 0;
  const text = isError ? error : JSON.stringify(response);
  const media = listOf(parts).flatMap((part) => contentPartOf(part));
  return {
    role: "tool",
    toolCallId: String(id ?? `call_of_content_${index - 1}`),
    toolName: String(name),
    content: media.length > 0 ? [{ type: "text", text }, ...media] : text,
    ...(isError && { isError }),
  };
}

function contentPartOf({ text, inlineData, fileData, ...own }: Fields): ContentPart[] {
  if (typeof text === "string") return [{ type: "text", text }];
  const { mimeType, data, fileUri } = Object(inlineData ?? fileData);
  const source: MediaSource = fileUri
    ? { url: fileUri, mediaType: mimeType }
    : { base64: data, mediaType: mimeType };
  const kept = Object.keys(own).length > 0 ? { providerMetadata: { google: own } } : {};
  return [{ type: kindOf(mimeType), source, ...kept }];
}

function kindOf(mimeType: unknown): "image" | "audio" | "pdf" | "file" {
  const [kind] = String(mimeType).split("/");
  return kind === "image" || kind === "audio" ? kind : mimeType === "application/pdf" ? "pdf" : "file";
}

function partsOf({ parts }: Fields): readonly Fields[] {
  return listOf(parts);
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value : value ? [value as Fields] : [];
}
