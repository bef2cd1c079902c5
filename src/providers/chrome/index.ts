export {
  ChromeAI,
  type ChromeAIOptions,
  type ChromeModelConfig,
  type ChromePrepareOptions,
} from "./chrome-ai.ts";
export type {
  ChromeAvailability,
  ChromeContent,
  ChromeCreateOptions,
  ChromeExpected,
  ChromeLanguageModel,
  ChromeMessage,
  ChromeParams,
  ChromePromptOptions,
  ChromeSession,
  ChromeSessionOptions,
} from "./language-model.ts";
