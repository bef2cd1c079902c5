import { clientTransport } from "../adapter/client-transport.ts";
import type { Transport } from "../adapter/transport.ts";

/** As much of the official client (`new Anthropic(...)` of `@anthropic-ai/sdk`) as the adapter uses. */
export interface AnthropicClient {
  readonly messages: {
    create(
      body: object,
      options?: { readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> },
    ): PromiseLike<unknown>;
  };
}

/**
 * Carries requests through the official client.
 *
 * @param own headers of every request, such as `anthropic-beta`; those of a call win.
 *
 * @example
 * const message = { type: "message", content: [{ type: "text", text: "Hi" }], stop_reason: "end_turn" };
 * const client = { messages: { create: async () => message } };
 * const transport = anthropicTransport(client, {});
 */
export function anthropicTransport(
  client: AnthropicClient,
  own: Readonly<Record<string, string>>,
): Transport<unknown> {
  return clientTransport((body, { signal, headers }) =>
    client.messages.create(body, { signal, headers: { ...own, ...headers } }),
  );
}
