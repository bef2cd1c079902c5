import { lazy } from "../../core/lazy.ts";
import { priceOf } from "./price-of.ts";

/** A method as far as it is handed on. */
type Method = (...given: readonly unknown[]) => unknown;

/**
 * Makes a model of which only the name, the label and the price are there at first: what its methods do is loaded with the
 * first call of one. Keeps what few programs use out of what all of them load.
 *
 * @param config the model's name, and its own price, which wins over the list of its maker.
 * @param methods the names of the methods; `stream` gives an iterable at once, the others a promise.
 *
 * @example
 * const audio = { type: "base64", base64: "AAAA", mediaType: "audio/mpeg" } as const;
 * const load = async () => ({ synthesize: async () => ({ audio }) });
 * const model: SpeechModel = deferredModel({ name: "tts-1" }, { provider: "openai" }, ["synthesize"], load);
 * (await model.synthesize("Hello")).audio.base64; // "AAAA"
 */
export function deferredModel<Model extends { readonly name: string; readonly provider: string }>(
  config: { readonly name: string; readonly pricing?: unknown },
  maker: { readonly provider: string; readonly pricing?: Readonly<Record<string, unknown>> | undefined },
  methods: readonly (keyof Model & string)[],
  load: () => Promise<Omit<Model, "name" | "provider" | "pricing">>,
): Model {
  const { provider } = maker;
  const { name, pricing = priceOf(name, maker.pricing) } = config;
  const model: Record<string, unknown> = { name, provider, ...(pricing ? { pricing } : {}) };
  const loaded = lazy(load);
  for (const method of methods) {
    const call = async (given: readonly unknown[]): Promise<unknown> =>
      ((await loaded()) as Record<string, Method>)[method]?.(...given);
    model[method] =
      method === "stream"
        ? async function* (...given: readonly unknown[]): AsyncGenerator {
            yield* (await call(given)) as AsyncIterable<unknown>;
          }
        : (...given: readonly unknown[]) => call(given);
  }
  // Its methods hand on what they are given to those of the same names, which have their types.
  return model as unknown as Model;
}
