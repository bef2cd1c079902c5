import { clientTransport } from "../adapter/client-transport.ts";
import type { Transport } from "../adapter/transport.ts";
import type { AnthropicOptions } from "./anthropic-sdk.ts";

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
 * Carries requests through the official client, with the SDK's betas and headers; those of a call win.
 *
 * @example
 * const message = { type: "message", content: [{ type: "text", text: "Hi" }], stop_reason: "end_turn" };
 * const client = { messages: { create: async () => message } };
 * const transport = anthropicTransport(client, { beta: ["context-management-2025-06-27"] });
 */
export function anthropicTransport(
  client: AnthropicClient,
  { beta, headers: own }: Pick<AnthropicOptions, "beta" | "headers">,
): Transport<unknown> {
  const betas = beta?.length ? { "anthropic-beta": beta.join(",") } : {};
  return clientTransport((body, { signal, headers }) =>
    client.messages.create(body, { signal, headers: { ...betas, ...own, ...headers } }),
  );
}
