import type {
  GeneratedImageData,
  ImageModel,
  ImageModelChunk,
  ImageModelOptions,
  ImageModelPricing,
  ImageModelResponse,
} from "../contracts/image-model.ts";
import type { Usage } from "../core/usage.ts";
import { nextScripted, type ScriptedAnswer } from "./scripted.ts";

/** One scripted answer of an image model. */
export interface MockImageResponse extends ScriptedAnswer {
  /** Default one PNG of three zero bytes for each picture that was asked for. */
  readonly images?: readonly GeneratedImageData[];
  /** Rough pictures that a stream shows before. */
  readonly partials?: readonly GeneratedImageData[];
  readonly usage?: Usage;
}

/** What a mock image model was asked. */
export interface MockImageCall {
  readonly prompt: string;
  readonly options: ImageModelOptions;
}

/**
 * An image model that answers from a script, one answer per call; the last one repeats. No network, no key.
 *
 * @example
 * const model = new MockImageModel("mock-image", [{}], { perImage: 0.04 });
 * (await model.generate("a red bicycle")).images;
 * // [{ type: "base64", base64: "AAAA", mediaType: "image/png" }]
 * model.calls.length; // 1
 */
export class MockImageModel implements ImageModel {
  readonly name: string;
  readonly provider: string;
  readonly pricing?: ImageModelPricing;
  readonly #script: readonly MockImageResponse[];
  readonly #calls: MockImageCall[] = [];

  constructor(
    name = "mock-image",
    responses: readonly MockImageResponse[] = [],
    pricing?: ImageModelPricing,
    provider = "mock",
  ) {
    this.name = name;
    this.provider = provider;
    if (pricing) this.pricing = pricing;
    this.#script = responses;
  }

  /** What it was asked, in order. */
  get calls(): readonly MockImageCall[] {
    return this.#calls;
  }

  async generate(prompt: string, options: ImageModelOptions = {}): Promise<ImageModelResponse> {
    return responseOf(await this.#next(prompt, options), options);
  }

  async *stream(prompt: string, options: ImageModelOptions = {}): AsyncGenerator<ImageModelChunk, void> {
    const scripted = await this.#next(prompt, options);
    for (const [index, image] of (scripted.partials ?? []).entries()) yield { type: "partial", index, image };
    yield { type: "done", ...responseOf(scripted, options) };
  }

  #next(prompt: string, options: ImageModelOptions): Promise<MockImageResponse> {
    return nextScripted(this.#script, this.#calls, { prompt, options }, options.signal);
  }
}

function responseOf(
  { images, usage }: MockImageResponse,
  { count = 1 }: ImageModelOptions,
): ImageModelResponse {
  const made =
    images ??
    Array.from(
      { length: count },
      () => ({ type: "base64", base64: "AAAA", mediaType: "image/png" }) as const,
    );
  return { images: made, ...(usage && { usage }) };
}
