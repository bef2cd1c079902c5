import type { ContentPart, MediaSource, Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities, ModelTool } from "../../contracts/model.ts";
import { fromBase64 } from "../../core/base64.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type {
  ChromeContent,
  ChromeCreateOptions,
  ChromeExpected,
  ChromeMessage,
  ChromePromptOptions,
} from "./language-model.ts";

/** What the configuration of a model adds to its calls. */
export interface ChromeTarget {
  readonly capabilities: ModelCapabilities;
  readonly expectedInputs?: readonly ChromeExpected[] | undefined;
  readonly expectedOutputs?: readonly ChromeExpected[] | undefined;
  readonly topK?: number | undefined;
  readonly responseConstraint?: object | undefined;
  readonly omitResponseConstraintInput?: boolean | undefined;
}

/** A target, and how tools and calls are written, where there are any. */
interface EncodeTarget extends ChromeTarget {
  readonly words?: typeof import("./text-tools.ts") | undefined;
}

/** One call, in the words of the Prompt API. */
export interface ChromeRequest extends WireRequest {
  /** What the session is made with; without signal and monitor. */
  readonly create: ChromeCreateOptions;
  /** Only extensions may set it. */
  readonly sampling: { readonly temperature?: number; readonly topK?: number };
  readonly input: readonly ChromeMessage[];
  readonly prompt: ChromePromptOptions;
}

/**
 * Encodes a conversation and its options. All system messages become the one that a session begins with, since no other
 * place takes one; the tools stand in it, calls and results in the turns. `providerOptions` go to `create()`.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for a conversation without a turn to answer, for documents,
 * and for media by URL.
 *
 * @example
 * encode([{ role: "user", content: "Hi" }], {}, { capabilities: {} }).input; // [{ role: "user", content: "Hi" }]
 */
export function encode(
  messages: readonly Message[],
  options: ModelCallOptions,
  target: EncodeTarget,
): ChromeRequest {
  const { words } = target;
  const { toolChoice, temperature, providerOptions = {}, reasoning } = options;
  const named = typeof toolChoice === "object" ? toolChoice.tool : undefined;
  const tools = (toolChoice === "none" ? [] : (options.tools ?? [])).filter(
    ({ name }) => !named || name === named,
  );
  const input = messages.flatMap((message) => encodeTurn(message, messages, words));
  if (input.length === 0) {
    throw new InvalidRequestError(
      "There is no turn that the browser's model could answer. Pass a user message.",
    );
  }
  const system = messages.filter(({ role }) => role === "system").map(textOf);
  if (words && tools.length > 0) system.push(words.toolInstruction(tools, options));
  const { topK = target.topK, ...more } = providerOptions;
  const effort = target.capabilities.reasoning ? reasoning?.effort : undefined;
  const text = system.filter((part) => part !== "").join("\n\n");
  return {
    create: withoutUndefined({
      expectedInputs: expectedFor(input, target.expectedInputs),
      expectedOutputs: target.expectedOutputs,
      thinking: effort && { effort, includeThoughts: effort !== "none" },
      ...more,
      initialPrompts: text ? [{ role: "system" as const, content: text }] : undefined,
    }),
    sampling: withoutUndefined({ temperature, topK: typeof topK === "number" ? topK : undefined }),
    input,
    prompt: constraintFor(tools, options, target),
  };
}

function constraintFor(
  tools: readonly ModelTool[],
  { toolChoice, responseSchema }: ModelCallOptions,
  { capabilities, responseConstraint, omitResponseConstraintInput, words }: EncodeTarget,
): ChromePromptOptions {
  const schema = capabilities.structuredOutput ? responseSchema : undefined;
  const mustCall = toolChoice === "required" || typeof toolChoice === "object";
  let constraint: object | undefined = schema ?? responseConstraint;
  if (words && tools.length > 0) {
    constraint = mustCall || schema ? words.callConstraint(tools, mustCall ? undefined : schema) : undefined;
  }
  if (!constraint) return {};
  return {
    responseConstraint: constraint,
    ...(omitResponseConstraintInput && { omitResponseConstraintInput }),
  };
}

/** Kinds of content that no session expects fail, and so does `availability()` that was asked without them. */
function expectedFor(
  input: readonly ChromeMessage[],
  expected: readonly ChromeExpected[] = [],
): readonly ChromeExpected[] | undefined {
  const kinds = new Set(
    input.flatMap(({ content }) => (typeof content === "string" ? [] : content.map(({ type }) => type))),
  );
  const missing = (["image", "audio"] as const).filter(
    (kind) => kinds.has(kind) && !expected.some(({ type }) => type === kind),
  );
  const all = [...expected, ...missing.map((type) => ({ type }))];
  return all.length > 0 ? all : undefined;
}

function encodeTurn(
  message: Message,
  messages: readonly Message[],
  words: EncodeTarget["words"],
): ChromeMessage[] {
  const { role, content, toolCalls } = message;
  if (role === "system") return [];
  if (role === "assistant") {
    // Its own thoughts do not go back, and a model that only writes cannot have sent media.
    const text = [textOf(message), words?.callsText(toolCalls) ?? ""]
      .filter((part) => part !== "")
      .join("\n");
    return text ? [{ role, content: text }] : [];
  }
  const parts = typeof content === "string" ? [] : content.filter(({ type }) => type !== "reasoning");
  const isText = parts.every(({ type }) => type === "text");
  const lead = role === "tool" ? `${resultHead(message, messages)}\n` : "";
  if (isText) {
    const text = lead + textOf(message);
    return text ? [{ role: "user", content: text }] : [];
  }
  const encoded = parts.flatMap(encodePart);
  return [{ role: "user", content: lead ? [{ type: "text", value: lead }, ...encoded] : encoded }];
}

function resultHead({ toolCallId, toolName, isError }: Message, messages: readonly Message[]): string {
  const call = messages.flatMap(({ toolCalls = [] }) => toolCalls).find(({ id }) => id === toolCallId);
  return `${isError ? "Error" : "Result"} of the tool "${toolName ?? call?.name ?? "unknown"}":`;
}

function encodePart(part: ContentPart): ChromeContent[] {
  if (part.type === "reasoning") return [];
  if (part.type === "text") return part.text ? [{ type: "text", value: part.text }] : [];
  const kind = "url" in part.source ? "" : part.source.mediaType.split("/", 1)[0];
  const type = part.type === "image" || part.type === "audio" ? part.type : kind;
  if (type === "image" || type === "audio") return [{ type, value: blobOf(part.source, type) }];
  throw new InvalidRequestError(
    "The browser's model takes text, pictures and sounds. Pass the text of the document instead.",
  );
}

function blobOf(source: MediaSource, what: string): Blob {
  if ("url" in source) {
    throw new InvalidRequestError(
      `The browser's model takes ${what === "image" ? "pictures" : "sounds"} as bytes only. Fetch the URL yourself and pass { base64, mediaType }.`,
    );
  }
  try {
    return new Blob([fromBase64(source.base64)], { type: source.mediaType });
  } catch (cause) {
    throw new InvalidRequestError("The base64 of a picture or a sound cannot be read.", { cause });
  }
}

function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
