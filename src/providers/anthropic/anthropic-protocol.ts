import type { Message } from "../../contracts/message.ts";
import type { ModelCapabilities } from "../../contracts/model.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Protocol } from "../adapter/protocol.ts";
import { encode } from "./encode.ts";
import { spendOn, strictBudget } from "./strict-budget.ts";

const anthropicDialect: Lazy<typeof import("../../schema/dialects/anthropic.ts")> = /* @__PURE__ */ lazy(
  () => import("../../schema/dialects/anthropic.ts"),
);
const messageDecoder: Lazy<typeof import("./decoder.ts")> = /* @__PURE__ */ lazy(
  () => import("./decoder.ts"),
);

/**
 * Messages, as Anthropic and all that speak its protocol have them.
 *
 * @example
 * const protocol = anthropicProtocol("claude-opus-5", {});
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], {}, false);
 * request.path; // "messages"
 */
export function anthropicProtocol(model: string, capabilities: ModelCapabilities): Protocol {
  return {
    async encode(messages, call, stream) {
      const { tools, responseSchema } = call;
      const isHeld = responseSchema !== undefined && capabilities.structuredOutput === true;
      // All of these are large, or seldom needed.
      const dialect = tools?.length || isHeld ? (await anthropicDialect()).anthropicDialect : undefined;
      const strict = capabilities.structuredOutput ? strictBudget() : undefined;
      const form = isHeld ? dialect?.(responseSchema) : undefined;
      const format = form?.strict && strict && spendOn(form.schema, strict) ? form.schema : undefined;
      // What the service cannot hold the model to is told in words.
      const said =
        isHeld && !format
          ? (await import("../adapter/ask-for-json.ts")).askForJson(messages, responseSchema)
          : messages;
      const media = messages.some(hasMedia) ? (await import("./media.ts")).encodeMedia : undefined;
      const body = encode(said, call, { model, capabilities, stream, dialect, strict, format, media });
      return {
        request: { path: "messages", body },
        decoder: async (context) => (await messageDecoder()).messageDecoder(context),
      };
    },
  };
}

function hasMedia({ content }: Message): boolean {
  return typeof content === "object" && content?.some(({ type }) => type !== "text" && type !== "reasoning");
}
