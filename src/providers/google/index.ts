export type { ModelConfig as GoogleModelConfig } from "../adapter/configured-model.ts";
export type { FetchFunction } from "../adapter/transport.ts";
export type { GoogleClient } from "./client.ts";
export { type GoogleOptions, GoogleSDK } from "./google-sdk.ts";
export type { GoogleEmbedderConfig, GoogleImageConfig, GoogleSpeechConfig } from "./media-models.ts";
export type { VertexOptions } from "./service.ts";
