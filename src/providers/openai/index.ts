export type { FetchFunction } from "../adapter/transport.ts";
export type { OpenAIClientLike } from "./client.ts";
export type {
  OpenAIEmbedderConfig,
  OpenAIImageConfig,
  OpenAISpeechConfig,
  OpenAITranscriptionConfig,
} from "./media-models.ts";
export { type OpenAIApi, type OpenAIModelConfig, type OpenAIOptions, OpenAISDK } from "./openai-sdk.ts";
export type { Quirks as OpenAIQuirks } from "./quirks.ts";
