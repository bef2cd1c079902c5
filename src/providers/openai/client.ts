import { ConfigError } from "../../core/errors/config-error.ts";
import { clientTransport } from "../adapter/client-transport.ts";
import type { Transport } from "../adapter/transport.ts";

/** What a method of an official client is given beside the body. */
interface ClientCallOptions {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

/** A part of a client that creates something. Each takes a body of its own type. */
interface Creates {
  create(body: never, options: ClientCallOptions): PromiseLike<unknown>;
}

/**
 * The official `openai` client, version 6 or 7, `AzureOpenAI` among them, or anything of its shape. All but `chat` may be
 * missing where it is not used.
 */
export interface OpenAIClientLike {
  /** Tells which service it is. */
  readonly baseURL?: string;
  readonly chat: { readonly completions: Creates };
  readonly responses?: Creates;
  readonly embeddings?: Creates;
  readonly images?: { generate(body: never, options: ClientCallOptions): PromiseLike<unknown> };
  readonly audio?: { readonly speech?: Creates; readonly transcriptions?: Creates };
  readonly moderations?: Creates;
}

/**
 * Carries requests through an official client. Throws a `ConfigError` (`INVALID_CONFIG`) for what it has no method for.
 *
 * @example
 * const create = async () => ({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });
 * const transport = openaiClientTransport({ chat: { completions: { create } } });
 */
export function openaiClientTransport(client: OpenAIClientLike): Transport<unknown> {
  return clientTransport((body, options, _stream, path) => {
    const { images } = client;
    if (path === "images/generations" && images) return images.generate(body as never, options);
    const creator = creatorOf(client, path);
    if (!creator)
      throw new ConfigError(
        `The client passed in cannot ask for "${path}". Update it, or pass a key instead.`,
      );
    // The bodies are ours, of the types that the API documents; the client's own are not imported.
    return creator.create(body as never, options);
  });
}

function creatorOf(client: OpenAIClientLike, path: string): Creates | undefined {
  switch (path) {
    case "chat/completions":
      return client.chat.completions;
    case "responses":
      return client.responses;
    case "embeddings":
      return client.embeddings;
    case "audio/speech":
      return client.audio?.speech;
    case "audio/transcriptions":
      return client.audio?.transcriptions;
    case "moderations":
      return client.moderations;
    default:
      return undefined;
  }
}
