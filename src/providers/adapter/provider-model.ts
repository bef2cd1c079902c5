import type { Message } from "../../contracts/message.ts";
import type { Model, ModelCallOptions, ModelChunk } from "../../contracts/model.ts";
import { type LinkedSignal, linkSignal } from "../../core/abort.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import { explainFailure } from "./failure.ts";
import { logCall } from "./log-call.ts";
import type { AnswerDecoder, Protocol } from "./protocol.ts";
import type { AnswerReader, AnswerSource, Transport } from "./transport.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** What a model is made of. */
export interface ProviderModelSetup<Piece>
  extends Required<Pick<Model, "name" | "provider" | "capabilities">> {
  readonly pricing: Model["pricing"];
  /** Whose log entries they are: `openai` for `ai.openai`. */
  readonly adapter: string;
  /** Loads the protocol; asked by every call. */
  protocol(): Protocol | Promise<Protocol>;
  readonly transport: Transport<Piece>;
  /** What every call is made with, unless it says otherwise. */
  readonly defaults: ModelCallOptions;
}

/**
 * Makes a model out of a provider's protocol and what carries its requests.
 *
 * `complete` rejects, and the iteration of `stream` throws after the chunks that came before, with the error of the
 * failure's kind: `PROVIDER_RATE_LIMIT`, `PROVIDER_QUOTA_EXCEEDED`, `PROVIDER_AUTH`, `PROVIDER_TIMEOUT`,
 * `CONTEXT_LENGTH_EXCEEDED`, `CONTENT_FILTER`, `PROVIDER_INVALID_REQUEST`, `PROVIDER_ERROR`; `INVALID_CONFIG` for a tool
 * that has no JSON Schema; `AGENT_CANCELLED` where the signal aborted. A stream makes its request with the first `next()`;
 * leaving its loop, `return()` and aborting the signal cancel the body at once.
 *
 * @example
 * const model = providerModel({
 *   name: "gpt-4o",
 *   provider: "openai",
 *   capabilities: {},
 *   pricing: undefined,
 *   adapter: "openai",
 *   protocol: () => chatProtocol({ name: "gpt-4o", capabilities: {}, service: () => OPENAI }),
 *   transport: connect("https://api.openai.com/v1", { authorization: "Bearer sk-test" }, {}),
 *   defaults: { maxTokens: 100 },
 * });
 */
export function providerModel<Piece>({
  protocol: protocolFor,
  transport,
  defaults,
  pricing,
  adapter,
  ...identity
}: ProviderModelSetup<Piece>): Model {
  async function ask(
    messages: readonly Message[],
    call: ModelCallOptions,
    linked: LinkedSignal,
    stream: boolean,
  ): Promise<Asked<Piece>> {
    const { tools = [], headers } = call;
    // Conversations that were kept by others have null where there is no text.
    const said = messages.some(({ content }) => !content && content !== "")
      ? messages.map((message) => (message.content ? message : { ...message, content: "" }))
      : messages;
    for (const { name, input } of tools) {
      if (jsonSchemaOf(input)) continue;
      (await import("../../schema/require-json-schema.ts")).requireJsonSchema(input, `tool "${name}"`);
    }
    // Together, because both are loaded with the first call; later calls wait for nothing that is there.
    const loading = protocolFor();
    const reading = transport.reader();
    const [protocol, reader] =
      loading instanceof Promise || reading instanceof Promise
        ? await Promise.all([loading, reading])
        : [loading, reading];
    const encoded = protocol.encode(said, call, stream);
    const { request, decoder: decoderFor } = encoded instanceof Promise ? await encoded : encoded;
    logCall(adapter, identity, "request", { stream });
    // What reads the answer is loaded while the service makes it; what goes wrong at once goes wrong before it is asked.
    const decoder = decoderFor({
      target: identity,
      pricing,
      toolNames: tools.map((tool) => tool.name),
      knownIds: messages.flatMap(({ toolCalls }) => toolCalls?.map(({ id }) => id) ?? []),
    });
    const sending = transport.send({ headers, ...request, stream }, linked);
    if (!(decoder instanceof Promise)) return { source: await sending, reader, decoder };
    // Together, because whichever fails first fails the call.
    const [source, read] = await Promise.all([sending, decoder]);
    return { source, reader, decoder: read };
  }

  async function explain(failure: unknown, { signal }: ModelCallOptions): Promise<AIError> {
    const error = await explainFailure(failure, identity, signal);
    logCall(adapter, identity, "error", error);
    return error;
  }

  async function* chunksOf(
    messages: readonly Message[],
    call: ModelCallOptions,
    waiting: { stop?: (() => void) | undefined },
  ): AsyncGenerator<ModelChunk, void> {
    const linked = linkSignal(call.signal);
    let hasLeft = false;
    const stop = (): void => {
      hasLeft = true;
      linked.abort();
    };
    waiting.stop = stop;
    let source: AnswerSource<Piece> | undefined;
    try {
      const asked = await ask(messages, call, linked, true);
      source = asked.source;
      const take = asked.reader.streamReader(source, asked.decoder, identity);
      for (;;) {
        const taken = take(await source.read());
        const chunks = taken instanceof Promise ? await taken : taken;
        if (!chunks) break;
        waiting.stop = undefined;
        for (const chunk of chunks) {
          linked.signal.throwIfAborted();
          if (chunk.type === "done") logCall(adapter, identity, "response", chunk);
          yield chunk;
        }
        waiting.stop = stop;
      }
    } catch (error) {
      linked.abort();
      if (!hasLeft) throw await explain(error, call);
    } finally {
      source?.close();
      linked.release();
    }
  }

  return {
    ...identity,
    ...(pricing && { pricing }),
    async complete(messages, options = {}) {
      const call = merge(defaults, options);
      const linked = linkSignal(call.signal);
      try {
        const { reader, source, decoder } = await ask(messages, call, linked, false);
        const response = await reader.readResponse(source, decoder, identity);
        logCall(adapter, identity, "response", response);
        return response;
      } catch (error) {
        linked.abort();
        throw await explain(error, call);
      } finally {
        linked.release();
      }
    },
    stream(messages, options = {}) {
      const waiting: { stop?: (() => void) | undefined } = {};
      const chunks = chunksOf(messages, merge(defaults, options), waiting);
      const leave = chunks.return.bind(chunks);
      // A generator alone would hear of it only after the read that it waits for.
      chunks.return = (value) => {
        waiting.stop?.();
        return leave(value);
      };
      return chunks;
    },
  };
}

/** A request that the service has begun to answer, and what it takes to read the answer. */
interface Asked<Piece> {
  readonly reader: AnswerReader<Piece>;
  readonly source: AnswerSource<Piece>;
  readonly decoder: AnswerDecoder;
}

/** The options of a call over the defaults of its model; options that are `undefined` do not count. */
function merge(defaults: ModelCallOptions, options: ModelCallOptions): ModelCallOptions {
  return {
    ...defaults,
    ...withoutUndefined(options),
    headers: { ...defaults.headers, ...options.headers },
    providerOptions: { ...defaults.providerOptions, ...options.providerOptions },
  };
}
