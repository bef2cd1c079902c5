export { type LocalEmbedderConfig, localEmbedder } from "./local-embedder.ts";
export { type LocalModelConfig, localModel } from "./local-model.ts";
export { LocalSDK } from "./local-sdk.ts";
export { restructurePrompt } from "./restructure-prompt.ts";
