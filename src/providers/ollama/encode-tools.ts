import type { ModelCallOptions } from "../../contracts/model.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { toolParameters } from "../adapter/tool-parameters.ts";

export { askForJson } from "../adapter/ask-for-json.ts";

/**
 * Encodes the tools of a call. There is no tool choice on this wire: `none` offers no tools, a named tool is the only one
 * offered.
 *
 * @example
 * const tool = { name: "now", description: "Tells the time.", input: { type: "object" } };
 * encodeTools({ tools: [tool], toolChoice: "none" }); // []
 */
export function encodeTools({ tools = [], toolChoice }: ModelCallOptions): WireRequest[] {
  const only = typeof toolChoice === "object" ? toolChoice.tool : undefined;
  const offered = toolChoice === "none" ? [] : tools.filter(({ name }) => name === (only ?? name));
  return offered.map(({ name, description, input }) => ({
    type: "function",
    function: { name, description, parameters: toolParameters(jsonSchemaOf(input) ?? {}) },
  }));
}
