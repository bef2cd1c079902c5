export type {
  AnswerContent,
  AnswerStreamPart,
  AnswerWarning,
} from "./answer-types.ts";
export {
  type AISDKEmbeddingModel,
  type AISDKEmbeddingOptions,
  type EmbeddingModelOf,
  type FromEmbeddingModelConfig,
  fromEmbeddingModel,
  toEmbeddingModel,
} from "./embedding-models.ts";
export { type FromLanguageModelConfig, fromLanguageModel } from "./from-language-model.ts";
export type {
  AISDKAnswer,
  AISDKAnswerPart,
  AISDKCallOptions,
  AISDKLanguageModel,
  AISDKMetadata,
  AISDKPromptMessage,
  AISDKPromptPart,
  AISDKTool,
  AISDKUsage,
  SpecificationVersion,
} from "./language-model.ts";
export {
  type LanguageModelAnswer,
  type LanguageModelOf,
  type ToLanguageModelOptions,
  toLanguageModel,
} from "./to-language-model.ts";
