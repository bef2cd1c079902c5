export type { FetchFunction } from "../adapter/transport.ts";
export { type BedrockModelConfig, type BedrockOptions, BedrockSDK } from "./bedrock-sdk.ts";
export type { BedrockEmbedderConfig } from "./embedder.ts";
export type { AwsCredentials } from "./sign.ts";
