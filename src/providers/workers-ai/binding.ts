import type { WireRequest } from "../adapter/protocol.ts";
import { byteAnswers, type Transport } from "../adapter/transport.ts";

/** The third argument of `env.AI.run`, as far as the adapter uses it. */
export interface AiRunOptions {
  /** Sends the call through an AI Gateway, such as `{ id: "my-gateway", skipCache: true }`. */
  readonly gateway?: { readonly id: string; readonly [option: string]: unknown };
  /** Sent to the service, such as `x-session-affinity`, which keeps a conversation near its prompt cache. */
  readonly extraHeaders?: Readonly<Record<string, string>>;
  /** Labels in Cloudflare's dashboard. */
  readonly tags?: readonly string[];
  readonly returnRawResponse?: boolean;
  readonly signal?: AbortSignal;
}

/** The AI binding of a Worker, `env.AI`, as far as the adapter uses it. */
export interface AiLike {
  run(model: string, inputs: Record<string, unknown>, options?: object): PromiseLike<unknown>;
}

/**
 * Carries requests through the AI binding of a Worker. The path of a request is the name of the model. It asks for the raw
 * `Response`, which alone tells the status; a binding that gives what it has parsed, a stream, or throws, will do as well.
 *
 * @example
 * const ai = { run: async () => ({ response: "Hi" }) };
 * const transport = bindingTransport(ai, { gateway: { id: "my-gateway" } }, 60_000);
 */
export function bindingTransport(
  binding: AiLike,
  { extraHeaders, ...options }: AiRunOptions,
  timeoutMs: number | undefined,
): Transport<Uint8Array> {
  return {
    reader: byteAnswers,
    async send({ path, body, headers }, linked) {
      if (body instanceof FormData) throw new TypeError("The binding takes no form.");
      const sent = { ...extraHeaders, ...headers };
      try {
        const { openAnswer } = await byteAnswers();
        return await openAnswer(
          (signal) =>
            run(binding, path, body, {
              ...options,
              ...(Object.keys(sent).length > 0 && { extraHeaders: sent }),
              returnRawResponse: true,
              signal,
            }),
          linked,
          timeoutMs,
        );
      } catch (thrown) {
        if (linked.signal.aborted) throw thrown;
        throw (await import("./binding-failure.ts")).bindingFailure(thrown);
      }
    },
  };
}

async function run(
  binding: AiLike,
  model: string,
  inputs: WireRequest,
  options: AiRunOptions,
): Promise<Response> {
  const answer = await binding.run(model, inputs, options);
  if (answer instanceof Response) return answer;
  const isBody =
    answer instanceof ReadableStream || answer instanceof ArrayBuffer || ArrayBuffer.isView(answer);
  if (isBody) return new Response(answer as BodyInit);
  return new Response(JSON.stringify(answer ?? null), { headers: { "content-type": "application/json" } });
}
