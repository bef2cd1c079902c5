import type { ModelPricing, Usage } from "../core/usage.ts";
import type { Json } from "./message.ts";

/** A picture that a model made: its bytes as base64, or an address where the provider keeps them for a while. */
export type GeneratedImageData =
  | {
      readonly type: "base64";
      readonly base64: string;
      readonly mediaType: string;
      /** The prompt as the provider rewrote it. */
      readonly revisedPrompt?: string;
    }
  | {
      readonly type: "url";
      readonly url: string;
      readonly mediaType?: string;
      readonly revisedPrompt?: string;
    };

/** US dollars for each picture, or for 1,000,000 tokens where the provider counts tokens. */
export interface ImageModelPricing extends Partial<ModelPricing> {
  /** For each picture. */
  readonly perImage?: number;
  /** For each picture of a size, such as `{ "1792x1024": 0.08 }`; wins over `perImage`. */
  readonly perImageBySize?: Readonly<Record<string, number>>;
}

/** What a picture shall be like. A model ignores what its service has no word for. */
export interface ImageModelOptions {
  /** How many pictures. */
  readonly count?: number;
  /** Width and height, such as `1024x1024`. */
  readonly size?: string;
  readonly quality?: string;
  /** Such as `16:9`. */
  readonly aspectRatio?: string;
  readonly negativePrompt?: string;
  /** The container: `png`, `jpeg` or `webp`. */
  readonly format?: string;
  readonly signal?: AbortSignal | undefined;
  /** Fields merged into the request as they are. */
  readonly options?: Readonly<Record<string, Json>>;
}

/** What an image model answers. */
export interface ImageModelResponse {
  readonly images: readonly GeneratedImageData[];
  /** Missing where the provider counts no tokens. With `cost` where the adapter has priced it. */
  readonly usage?: Usage;
}

/** One event of pictures that come in steps: rough ones first, then the whole answer. */
export type ImageModelChunk =
  | { readonly type: "partial"; readonly index: number; readonly image: GeneratedImageData }
  | ({ readonly type: "done" } & ImageModelResponse);

/** Makes pictures of a text. Rejects with an `AIError`. */
export interface ImageModel {
  readonly name: string;
  readonly provider: string;
  readonly pricing?: ImageModelPricing;
  generate(prompt: string, options?: ImageModelOptions): Promise<ImageModelResponse>;
  /** Missing where the service does not stream. */
  stream?(prompt: string, options?: ImageModelOptions): AsyncIterable<ImageModelChunk>;
}

/** The same as `ImageModel`, under the name that goes with `ModelContract`. */
export type ImageModelContract = ImageModel;
