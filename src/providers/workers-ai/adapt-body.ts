import type { JsonSchema } from "../../contracts/schema.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import type { WireRequest } from "../adapter/protocol.ts";

/** For which model a body is adapted, and with what. */
interface AdaptTarget {
  readonly name: string;
  /** Whether it speaks chat completions in full, or the older form. */
  readonly isChat: boolean;
  /** Puts the JSON Schema of a tool into words that models take. */
  readonly parameters?: ((schema: JsonSchema) => JsonSchema) | undefined;
}

/**
 * Changes the body of a chat completion into the inputs of a model of Workers AI. In place, without the model's name. The
 * models of the older form take a schema without an envelope, which they do not stream, texts instead of lists of them,
 * and images as data.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for media that those models do not take.
 *
 * @example
 * const body = { model: "m", messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }] };
 * adaptBody(body, { name: "@cf/meta/llama-3.1-8b-instruct", isChat: false });
 * // { messages: [{ role: "user", content: "Hi" }] }
 */
export function adaptBody({ model, ...body }: WireRequest, target: AdaptTarget): WireRequest {
  const { name, isChat, parameters } = target;
  for (const { function: tool } of recordsIn(body.tools)) {
    const { parameters: schema } = Object(tool);
    if (parameters && schema) Object.assign(Object(tool), { parameters: parameters(schema) });
  }
  if (body.reasoning_effort === "none") {
    body.reasoning_effort = undefined;
    // These always think.
    if (!/gpt-oss/.test(name)) body.chat_template_kwargs ??= { enable_thinking: false };
  }
  if (isChat) return body;
  const { type, json_schema } = Object(body.response_format);
  if (json_schema?.schema) {
    body.response_format = { type, json_schema: json_schema.schema };
    body.stream = undefined;
  }
  for (const message of recordsIn(body.messages)) {
    const parts = recordsIn(message.content);
    if (parts.length === 0) continue;
    for (const part of parts) checkPart(part, name);
    if (parts.every((part) => part.type === "text"))
      message.content = parts.map(({ text }) => text).join("\n");
  }
  return body;
}

function recordsIn(list: unknown): WireRequest[] {
  return Array.isArray(list) ? list : [];
}

function checkPart({ type, image_url }: WireRequest, name: string): void {
  if (type === "text") return;
  if (type !== "image_url") throw new InvalidRequestError(`"${name}" takes text and images, no other media.`);
  if (String(Object(image_url).url).startsWith("data:")) return;
  throw new InvalidRequestError(
    `"${name}" takes images as base64 only. Fetch the URL yourself and pass { base64, mediaType }.`,
  );
}
