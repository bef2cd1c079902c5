export {
  type LocalEmbedderConfig,
  localEmbedder,
  type WordsFile,
  type WordsSource,
} from "./local-embedder.ts";
export { type LocalModelConfig, localModel } from "./local-model.ts";
export { LocalSDK } from "./local-sdk.ts";
export { restructurePrompt } from "./restructure-prompt.ts";
