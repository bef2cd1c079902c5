export type { ModelConfig as WorkersAIModelConfig } from "../adapter/configured-model.ts";
export type { AiLike, AiRunOptions } from "./binding.ts";
export type { WorkersAIEmbedderConfig } from "./embedder.ts";
export {
  type WorkersAIImageConfig,
  type WorkersAIOptions,
  WorkersAISDK,
  type WorkersAISpeechConfig,
  type WorkersAITranscriptionConfig,
} from "./workers-ai-sdk.ts";
