import type { Message } from "../../contracts/message.ts";
import type { ModelCapabilities } from "../../contracts/model.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Dialect } from "../../schema/dialects/dialect.ts";
import type { Protocol, ProviderRequest } from "../adapter/protocol.ts";
import { spendOn, strictBudget } from "../anthropic/strict-budget.ts";
import { encode } from "./encode.ts";
import { converseTraits, withoutRegion } from "./traits.ts";

const dialects: Lazy<typeof import("../../schema/dialects/anthropic.ts")> = /* @__PURE__ */ lazy(
  () => import("../../schema/dialects/anthropic.ts"),
);
const toolWords: Lazy<typeof import("../adapter/tool-parameters.ts")> = /* @__PURE__ */ lazy(
  () => import("../adapter/tool-parameters.ts"),
);
const mediaEncoder: Lazy<typeof import("./encode-media.ts")> = /* @__PURE__ */ lazy(
  () => import("./encode-media.ts"),
);
const converseDecoder: Lazy<typeof import("./decoder.ts")> = /* @__PURE__ */ lazy(
  () => import("./decoder.ts"),
);

/** Who is asked. */
export interface ConverseTarget {
  /** The identifier or the ARN that stands in the address. */
  readonly name: string;
  /** The identifier of the model behind an ARN that does not tell it. */
  readonly base: string;
  readonly capabilities: ModelCapabilities;
}

/**
 * Converse and ConverseStream, the one API of Bedrock for all its chat models.
 *
 * @example
 * const protocol = converseProtocol({ name: "m:0", base: "m:0", capabilities: {} });
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], {}, true);
 * request.path; // "model/m%3A0/converse-stream"
 */
export function converseProtocol({ name, base, capabilities }: ConverseTarget): Protocol {
  const model = withoutRegion(base);
  const traits = converseTraits(model);
  const isClaude = traits.claude !== undefined;
  return {
    async encode(messages, call, stream) {
      const { tools, responseSchema } = call;
      const { structuredOutput } = capabilities;
      const isHeld = responseSchema !== undefined && structuredOutput === true;
      const needsDialect = isHeld || (tools?.length && (isClaude || structuredOutput));
      const dialect = needsDialect ? (await dialects()).anthropicDialect : undefined;
      const parameters = tools?.length ? await parametersOf(isClaude, dialect) : undefined;
      const strict = structuredOutput ? strictBudget() : undefined;
      const form = isHeld ? dialect?.(responseSchema) : undefined;
      const format = form?.strict && strict && spendOn(form.schema, strict) ? form.schema : undefined;
      // What the service cannot hold the model to is told in words.
      const said =
        isHeld && !format
          ? (await import("../adapter/ask-for-json.ts")).askForJson(messages, responseSchema)
          : messages;
      const media = messages.some(hasMedia) ? (await mediaEncoder()).encodeMedia : undefined;
      const target = { model, traits, capabilities, format, dialect, strict, parameters, media };
      const body = encode(said, call, target);
      return {
        request: { ...operationOf(name, stream && !(traits.noToolStream && body.toolConfig)), body },
        decoder: async (context) => (await converseDecoder()).converseDecoder({ ...context, model }),
      };
    },
  };
}

function operationOf(name: string, isStream: boolean): Omit<ProviderRequest, "body"> {
  return {
    path: `model/${encodeURIComponent(name)}/converse${isStream ? "-stream" : ""}`,
    accept: `application/${isStream ? "vnd.amazon.eventstream" : "json"}`,
  };
}

async function parametersOf(
  isClaude: boolean,
  dialect: ((schema: JsonSchema) => Dialect) | undefined,
): Promise<(schema: JsonSchema) => JsonSchema> {
  if (isClaude && dialect) return (schema) => dialect(schema).plain;
  return (await toolWords()).toolParameters;
}

function hasMedia({ content }: Message): boolean {
  return typeof content === "object" && content.some(({ type }) => type !== "text" && type !== "reasoning");
}
