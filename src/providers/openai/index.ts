export type { ModelConfig as OpenAIModelConfig } from "../adapter/configured-model.ts";
export type { FetchFunction } from "../adapter/transport.ts";
export type {
  OpenAIEmbedderConfig,
  OpenAIImageConfig,
  OpenAISpeechConfig,
  OpenAITranscriptionConfig,
} from "./media-models.ts";
export { type OpenAIOptions, OpenAISDK } from "./openai-sdk.ts";
export type { Quirks as OpenAIQuirks } from "./quirks.ts";
