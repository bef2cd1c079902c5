import type { ModelCallOptions } from "../../contracts/model.ts";
import type { JsonSchema } from "../../contracts/schema.ts";
import { type Lazy, lazy, whenLoaded } from "../../core/lazy.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import type { OpenAITarget } from "./openai-protocol.ts";
import type { Service } from "./service.ts";

/** The tools of a call, and the form that its answer shall have, in the words of a service. */
export interface EncodedSchemas {
  readonly tools?: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonSchema;
    /** Whether the service holds the model to the parameters. */
    readonly strict: boolean;
  }[];
  readonly format?: {
    readonly name: string;
    readonly schema: JsonSchema;
    /** Whether the service holds the model to the schema. */
    readonly strict: boolean;
  };
}

const strictDialect: Lazy<typeof import("../../schema/dialects/openai.ts")> = /* @__PURE__ */ lazy(
  () => import("../../schema/dialects/openai.ts"),
);

/**
 * Encodes the schemas of a call: strict where they can be and the service takes such, else as they are.
 *
 * @example
 * const input = { type: "object", properties: {} };
 * const { tools } = await encodeSchemas({ tools: [{ name: "now", description: "", input }] }, OPENAI, {});
 * tools?.[0]?.strict; // true
 */
export function encodeSchemas(
  { tools, responseSchema }: ModelCallOptions,
  service: Service,
  { structuredOutput }: OpenAITarget["capabilities"],
): EncodedSchemas | Promise<EncodedSchemas> {
  const schema = structuredOutput && responseSchema;
  const isStrict = (service.strictTools && tools?.length) || schema;
  return whenLoaded(isStrict ? strictDialect() : { openaiDialect: asItIs }, ({ openaiDialect: dialect }) => {
    const ofTools = service.strictTools ? dialect : asItIs;
    return {
      ...(tools?.length && {
        tools: tools.map(({ name, description, input }) => {
          const { schema: parameters, strict } = ofTools(jsonSchemaOf(input) ?? {});
          return { name, description, parameters, strict };
        }),
      }),
      ...(schema && { format: formatOf(schema, dialect(schema)) }),
    };
  });
}

function asItIs(schema: JsonSchema): { readonly schema: JsonSchema; readonly strict: boolean } {
  return { schema, strict: false };
}

/** Its name is the title, in the characters that services take. */
function formatOf(
  { title }: JsonSchema,
  { schema, strict }: ReturnType<typeof asItIs>,
): NonNullable<EncodedSchemas["format"]> {
  const name = String(title || "answer")
    .replace(/[^\w-]/g, "_")
    .slice(0, 64);
  return { name, schema, strict };
}
