export type { FetchFunction } from "../adapter/transport.ts";
export type { OllamaClient } from "./client.ts";
export type { OllamaEmbedderConfig } from "./embedder.ts";
export { type OllamaModelConfig, type OllamaOptions, OllamaSDK } from "./ollama-sdk.ts";
