import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities, ModelTool } from "../../contracts/model.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type {
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

/** A target, and what writes what only some calls have. */
interface EncodeTarget extends ChromeTarget {
  readonly media?: typeof import("./encode-media.ts") | undefined;
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
  const { media, words, expectedInputs = [], expectedOutputs, capabilities } = target;
  const { toolChoice, temperature, providerOptions = {} } = options;
  const named = typeof toolChoice === "object" ? toolChoice.tool : undefined;
  const tools = (toolChoice === "none" ? [] : (options.tools ?? [])).filter(
    ({ name }) => !named || name === named,
  );
  const input = messages.flatMap((message) => encodeTurn(message, messages, target));
  if (input.length === 0) {
    throw new InvalidRequestError(
      "There is no turn that the browser's model could answer. Pass a user message.",
    );
  }
  const system = messages.filter(({ role }) => role === "system").map(textOf);
  if (words && tools.length > 0) system.push(words.toolInstruction(tools, options));
  const { topK = target.topK, ...more } = providerOptions;
  const effort = capabilities.reasoning ? options.reasoning?.effort : undefined;
  const content = joined(system, "\n\n");
  const expected = media?.expectedFor(input, expectedInputs) ?? expectedInputs;
  return {
    create: withoutUndefined({
      expectedInputs: expected.length > 0 ? expected : undefined,
      expectedOutputs,
      thinking: effort && { effort, includeThoughts: effort !== "none" },
      ...more,
      initialPrompts: content ? [{ role: "system" as const, content }] : undefined,
    }),
    sampling: withoutUndefined({ temperature, topK: typeof topK === "number" ? topK : undefined }),
    input,
    prompt: constraintFor(tools, options, target),
  };
}

/**
 * Whether a message holds what is neither text nor reasoning, and is not one of the model itself, which only writes.
 *
 * @example
 * hasMedia({ role: "user", content: "Hi" }); // false
 */
export function hasMedia({ role, content }: Message): boolean {
  const isHeard = role === "user" || role === "tool";
  return (
    isHeard &&
    typeof content === "object" &&
    content.some(({ type }) => type !== "text" && type !== "reasoning")
  );
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

function encodeTurn(
  message: Message,
  messages: readonly Message[],
  { media, words }: EncodeTarget,
): ChromeMessage[] {
  const { role, content, toolCalls } = message;
  if (role === "system") return [];
  const text = textOf(message);
  if (role === "assistant") {
    // Its own thoughts do not go back.
    const said = joined([text, words?.callsText(toolCalls) ?? ""], "\n");
    return said ? [{ role, content: said }] : [];
  }
  const lead = role === "tool" ? `${resultHead(message, messages)}\n` : "";
  if (media && typeof content === "object" && hasMedia(message)) {
    return [{ role: "user", content: media.encodeParts([{ type: "text", text: lead }, ...content]) }];
  }
  return lead || text ? [{ role: "user", content: lead + text }] : [];
}

function resultHead({ toolCallId, toolName, isError }: Message, messages: readonly Message[]): string {
  const calls = toolName ? [] : messages.flatMap(({ toolCalls = [] }) => toolCalls);
  const name = toolName ?? calls.find(({ id }) => id === toolCallId)?.name ?? "unknown";
  return `${isError ? "Error" : "Result"} of the tool "${name}":`;
}

function joined(texts: readonly string[], by: string): string {
  return texts.filter((text) => text !== "").join(by);
}

function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
