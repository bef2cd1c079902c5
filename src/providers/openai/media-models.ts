import type { ImageModelPricing } from "../../contracts/image-model.ts";
import type { Json } from "../../contracts/message.ts";
import type { SpeechModelPricing } from "../../contracts/speech-model.ts";
import type { TranscriptionModelPricing } from "../../contracts/transcription-model.ts";
import type { ModelPricing } from "../../core/usage.ts";
import type { ServiceTarget } from "../adapter/call-service.ts";
import type { EmbedderConfig } from "../adapter/embedder.ts";
import type { Transport } from "../adapter/transport.ts";

/** An embedder of OpenAI, or of a service that speaks its language. */
export interface OpenAIEmbedderConfig extends EmbedderConfig {
  /** The most texts in one request. Default 2,048, which is OpenAI's limit; other services have lower ones. */
  readonly batchSize?: number;
  /** Fields merged into every request as they are. */
  readonly options?: Readonly<Record<string, Json>>;
}

/** An image model of OpenAI. The name is not checked here: the service refuses one that it does not have. */
export interface OpenAIImageConfig {
  readonly name: string;
  readonly pricing?: ImageModelPricing | undefined;
}

/** A speech model of OpenAI. */
export interface OpenAISpeechConfig {
  readonly name: string;
  /** Default `alloy`. */
  readonly voice?: string | undefined;
  readonly pricing?: SpeechModelPricing | undefined;
}

/** A transcription model of OpenAI. */
export interface OpenAITranscriptionConfig {
  readonly name: string;
  readonly pricing?: TranscriptionModelPricing | undefined;
}

/** A model that streams, as all of OpenAI do; some in one piece. */
export type Streaming<Model extends { readonly stream?: unknown }> = Model & Required<Pick<Model, "stream">>;

/** Which model is asked, and over what. */
export interface MediaTarget extends ServiceTarget {
  readonly transport: Pick<Transport<unknown>, "send">;
  /** Tells whether OpenAI itself is asked. */
  readonly baseURL?: string | undefined;
  /** The prices of the SDK, by model. */
  readonly pricing?: Readonly<Record<string, ModelPricing>> | undefined;
}
