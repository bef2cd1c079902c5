export { type OpenAIModelConfig, type OpenAIOptions, OpenAISDK } from "./openai-sdk.ts";
export type { Quirks as OpenAIQuirks } from "./quirks.ts";
export type { FetchFunction } from "./transport.ts";
