import type { ContentPart, Json, Message, ToolCallRequest } from "../../contracts/message.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { MediaPart } from "./encode-media.ts";
import { ownMetadata } from "./metadata.ts";
import type { GoogleMetadata, Place } from "./wire.ts";

/** What a conversation is encoded for, and with. */
export interface ContentTarget {
  readonly model: string;
  readonly generation: number;
  /** Encodes a part that is neither text nor reasoning. Left out, such parts are. */
  readonly media?: ((part: MediaPart) => WireRequest) | undefined;
}

/** One turn. */
interface WireContent {
  readonly role: "user" | "model";
  readonly parts: readonly WireRequest[];
}

/** A conversation as Google wants it: system messages apart. */
export interface EncodedContents {
  readonly contents: WireContent[];
  readonly system: WireRequest[];
}

/** From this generation on, calls are refused without a signature, and results may hold media. */
const SIGNED_SINCE = 3;
/** What Google documents for calls whose signature is not to be had, such as those of another model. */
const NO_SIGNATURE = "skip_thought_signature_validator";
/** From this generation on, an answer that was begun is refused at the end; the light models came first. */
const NO_PREFILL_SINCE = { flash: 3.6, lite: 3.5 } as const;
/** What models are asked that do not go on by themselves. */
const CONTINUE = "Continue.";
/** The media that may stand in the result of a call. */
const IN_RESULT: RegExp = /^(?:image\/(?:png|jpeg|webp)|application\/pdf|text\/plain)$/;

/**
 * Encodes messages. The results of the calls of one turn come together, directly after it. What a model of this name said
 * before goes back with its signatures, part by part as it came.
 *
 * @example
 * const target = { model: "gemini-2.5-flash", generation: 2.5 };
 * encodeContents([{ role: "system", content: "Be brief." }, { role: "user", content: "Hi" }], target).system;
 * // [{ text: "Be brief." }]
 */
export function encodeContents(messages: readonly Message[], target: ContentTarget): EncodedContents {
  const contents: WireContent[] = [];
  const system: WireRequest[] = [];
  const names = new Map<string, string>();
  let results: WireRequest[] = [];
  let media: WireRequest[] = [];
  const addContent = (role: WireContent["role"], parts: WireRequest[]): void => {
    if (parts.length > 0) contents.push({ role, parts });
  };
  const sendResults = (): void => {
    addContent("user", results);
    addContent("user", media);
    results = [];
    media = [];
  };

  for (const message of messages) {
    const { role, toolCalls = [] } = message;
    if (role === "tool") {
      const result = encodeResult(message, names, target);
      results.push(result.part);
      media.push(...result.media);
      continue;
    }
    sendResults();
    for (const { id, name } of toolCalls) names.set(id, name);
    if (role === "assistant") addContent("model", encodeTurn(message, target));
    // The small open models know no system instruction.
    else if (role === "system" && !/gemma-[1-3]/.test(target.model)) system.push(...partsOf(message, target));
    else {
      const parts = partsOf(message, target);
      // A question of nothing is still a turn.
      addContent("user", parts.length > 0 || role === "system" ? parts : [{ text: "" }]);
    }
  }
  sendResults();
  if (isPrefilled(contents.at(-1), target)) addContent("user", [{ text: CONTINUE }]);
  return { contents, system };
}

/** Whether the conversation ends with an answer that was begun, and the model does not go on with it. */
function isPrefilled(last: WireContent | undefined, { model, generation }: ContentTarget): boolean {
  const since = NO_PREFILL_SINCE[model.includes("lite") ? "lite" : "flash"];
  return last?.role === "model" && generation >= since && last.parts.at(-1)?.text !== undefined;
}

/** Empty texts are left out, unless they carry a signature. */
function partsOf({ content }: Message, target: ContentTarget): WireRequest[] {
  if (typeof content === "string") return content ? [{ text: content }] : [];
  return content.flatMap((part) => partOf(part, target));
}

function partOf(part: ContentPart, { model, media }: ContentTarget): WireRequest[] {
  const own = ownMetadata("providerMetadata" in part ? part.providerMetadata : undefined, model);
  if (part.type === "text") return part.text || own.thoughtSignature ? [{ text: part.text, ...own }] : [];
  // Without a signature, thoughts are of no use to the service.
  if (part.type === "reasoning")
    return own.thoughtSignature ? [{ text: part.text, thought: true, ...own }] : [];
  return media ? [{ ...media(part), ...own }] : [];
}

function encodeTurn(message: Message, target: ContentTarget): WireRequest[] {
  const { toolCalls = [], providerMetadata } = message;
  const { parts: places }: GoogleMetadata = ownMetadata(providerMetadata, target.model);
  const encoded = partsOf(message, target);
  const calls = new Map(toolCalls.map((call) => [call.id, encodeCall(call, target)]));
  const parts = places ? putInPlace(places, encoded, calls) : [...encoded, ...calls.values()];
  const first = parts.find(({ functionCall }) => functionCall);
  if (first && target.generation >= SIGNED_SINCE) first.thoughtSignature ??= NO_SIGNATURE;
  return parts;
}

function encodeCall(
  { id, name, input, providerMetadata }: ToolCallRequest,
  { model }: ContentTarget,
): WireRequest {
  return { functionCall: { id, name, args: input ?? {} }, ...ownMetadata(providerMetadata, model) };
}

/** Puts texts and calls where they stood among the parts that only the service reads. */
function putInPlace(
  places: readonly Place[],
  encoded: readonly WireRequest[],
  calls: Map<string, WireRequest>,
): WireRequest[] {
  const parts = encoded.filter(({ thought, text }) => thought || text === undefined);
  let text = encoded.map((part) => (part.thought ? "" : (part.text ?? ""))).join("");
  const length = places.reduce(
    (sum, place) => sum + ("textLength" in place ? Number(place.textLength) : 0),
    0,
  );
  // A text that was changed since is no longer what was signed.
  const isSame = length === text.length;
  for (const place of places) {
    if ("callId" in place) {
      const id = String(place.callId);
      const call = calls.get(id);
      if (call) parts.push(call);
      calls.delete(id);
    } else if ("textLength" in place) {
      const { textLength, ...signature } = place;
      const own = isSame ? text.slice(0, Number(textLength)) : text;
      text = text.slice(own.length);
      if (own || (isSame && place.thoughtSignature)) parts.push({ text: own, ...(isSame && signature) });
    } else parts.push(place);
  }
  if (text) parts.push({ text });
  return [...parts, ...calls.values()];
}

function encodeResult(
  message: Message,
  names: ReadonlyMap<string, string>,
  target: ContentTarget,
): { readonly part: WireRequest; readonly media: WireRequest[] } {
  const { toolCallId: id = "", toolName, isError } = message;
  const parts = partsOf(message, target);
  const text = parts.map((part) => part.text ?? "").join("");
  const media = parts.filter((part) => part.text === undefined);
  const inside = target.generation >= SIGNED_SINCE ? media.filter(fitsIntoResult) : [];
  const response = isError ? { error: text } : responseOf(text);
  const part = {
    functionResponse: {
      id: id || undefined,
      name: toolName ?? names.get(id) ?? "tool",
      response,
      parts: inside.length > 0 ? inside : undefined,
    },
  };
  return { part, media: media.filter((one) => !inside.includes(one)) };
}

function fitsIntoResult({ inlineData, fileData }: WireRequest): boolean {
  return IN_RESULT.test(Object(inlineData ?? fileData).mimeType);
}

/** An object is sent as one where that loses nothing; every other result as the text that it is. */
function responseOf(text: string): Json {
  if (text.startsWith("{")) {
    try {
      const value: Json = JSON.parse(text);
      if (JSON.stringify(value) === text) return value;
    } catch {}
  }
  return { output: text };
}
