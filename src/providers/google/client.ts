import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { type ClientCall, clientTransport } from "../adapter/client-transport.ts";
import type { Transport } from "../adapter/transport.ts";

/** As much of the official client (`new GoogleGenAI(...)` of `@google/genai`) as the adapter uses. */
export interface GoogleClient {
  readonly models: {
    generateContent(parameters: object): PromiseLike<unknown>;
    generateContentStream(parameters: object): PromiseLike<unknown>;
    embedContent(parameters: object): PromiseLike<unknown>;
    generateImages(parameters: object): PromiseLike<unknown>;
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a body that the client has a name for in its configuration. Others go into the body as they are. */
const NAMED: RegExp =
  /^(?:systemInstruction|safetySettings|tools|toolConfig|cachedContent|labels|modelArmorConfig|serviceTier)$/;

/**
 * Carries requests through the official client: what is encoded for the service is told in the client's words, and what it
 * calls otherwise in its answers is named as the service does.
 *
 * @example
 * const answer = { candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "STOP" }] };
 * const method = async () => answer;
 * const models = { generateContent: method, generateContentStream: method, embedContent: method, generateImages: method };
 * const transport = googleTransport({ models });
 */
export function googleTransport({ models }: GoogleClient): Transport<unknown> {
  const ask: ClientCall = async (body, { signal, headers }, stream, path) => {
    const end = path.lastIndexOf(":");
    const model = path.slice(0, end);
    const method = path.slice(end + 1);
    const common = { abortSignal: signal, httpOptions: { headers } };
    if (method === "batchEmbedContents") return models.embedContent(embedding(model, body, common));
    if (method === "predict") return predictions(await models.generateImages(pictures(model, body, common)));
    const parameters = generation(model, body, common);
    return stream ? models.generateContentStream(parameters) : models.generateContent(parameters);
  };
  return clientTransport(async (...request) => {
    try {
      return await ask(...request);
    } catch (thrown) {
      throw refusalOf(thrown) ?? thrown;
    }
  });
}

/** What the client refuses by itself, before it asks, is an error of no class. */
function refusalOf(thrown: unknown): InvalidRequestError | undefined {
  const { name, status, message } = Object(thrown);
  if (name !== "Error" || status !== undefined) return undefined;
  return new InvalidRequestError(`The official client refuses the request: ${message}`, { cause: thrown });
}

function generation(model: string, body: Fields, common: { readonly httpOptions: object }): object {
  const { contents, generationConfig, ...others } = body;
  const named = Object.entries(others).filter(([field]) => NAMED.test(field));
  const rest = Object.entries(others).filter(([field]) => !NAMED.test(field));
  const httpOptions = {
    ...common.httpOptions,
    ...(rest.length > 0 && { extraBody: Object.fromEntries(rest) }),
  };
  const config = {
    ...Object(generationConfig),
    ...Object.fromEntries(named),
    ...common,
    httpOptions,
    // Calls are the agent's to run.
    automaticFunctionCalling: { disable: true },
  };
  return { model, contents, config };
}

/** All texts of a request have the same options. */
function embedding(model: string, { requests }: Fields, common: object): object {
  const all: readonly Fields[] = Array.isArray(requests) ? requests : [];
  const { content: _content, model: _model, ...options } = all[0] ?? {};
  return { model, contents: all.map(({ content }) => content), config: { ...options, ...common } };
}

function pictures(model: string, { instances, parameters }: Fields, common: object): object {
  const [instance] = Array.isArray(instances) ? instances : [];
  const { sampleCount, sampleImageSize, outputOptions, ...options } = Object(parameters);
  const config = {
    ...options,
    numberOfImages: sampleCount,
    imageSize: sampleImageSize,
    outputMimeType: outputOptions?.mimeType,
    ...common,
  };
  return { model, prompt: Object(instance).prompt, config };
}

function predictions(answer: unknown): object {
  const { generatedImages } = Object(answer);
  const images: readonly Fields[] = Array.isArray(generatedImages) ? generatedImages : [];
  return {
    predictions: images.map(({ image, enhancedPrompt, raiFilteredReason }) => {
      const { imageBytes, mimeType } = Object(image);
      return { bytesBase64Encoded: imageBytes, mimeType, prompt: enhancedPrompt, raiFilteredReason };
    }),
  };
}
