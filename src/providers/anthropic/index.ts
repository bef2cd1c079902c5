export type { ModelConfig as AnthropicModelConfig } from "../adapter/configured-model.ts";
export type { FetchFunction } from "../adapter/transport.ts";
export { type AnthropicOptions, AnthropicSDK } from "./anthropic-sdk.ts";
export type { AnthropicClient } from "./client.ts";
