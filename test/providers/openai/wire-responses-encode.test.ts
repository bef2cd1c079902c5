import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { quirksOf } from "../../../src/providers/openai/quirks.ts";
import { describeEncoding } from "../wire/encode-suite.ts";
import { neutralResponse } from "./neutral-response.ts";
import { type ResponsesRequest, responsesURLOf } from "./responses-rows.ts";

type Fields = Record<string, unknown>;

await describeEncoding<ResponsesRequest>({
  api: "openai-responses",
  name: "responses",
  modelOf(row, fetch) {
    const baseURL = responsesURLOf(row) ?? "";
    return new OpenAISDK({ baseURL, fetch, api: "responses" }).model({
      name: row.request.model,
      structuredOutput: true,
      reasoning: usesReasoning(row.request),
    });
  },
  neutral: (row) => neutralResponse(row, quirksOf(responsesURLOf(row) ?? "").family),
  comparable,
});

/** Whether its reasoning is to be asked for encrypted, or how much of it there shall be. */
function usesReasoning({ include, reasoning, temperature }: ResponsesRequest): boolean {
  const isAsked = JSON.stringify(include ?? []).includes("encrypted_content");
  return reasoning !== undefined || (temperature === undefined && isAsked);
}

/** A request without what says nothing: nulls, defaults, and the several ways to write one thing. */
function comparable(body: unknown): unknown {
  const { input, instructions, tools, tool_choice, include, stream, text, store, ...rest } = body as Fields;
  const items = typeof input === "string" ? [{ role: "user", content: input }] : (input as readonly Fields[]);
  // Instructions may stand before everything else, too.
  const first = items.findIndex(({ role }) => role !== "system");
  const head = items.slice(0, first < 0 ? items.length : first).map(({ content }) => content);
  return withoutNull({
    ...rest,
    stream: stream || undefined,
    store: store === true ? undefined : store,
    instructions: [instructions, ...head].filter(Boolean).join("\n\n") || undefined,
    input: items.slice(head.length).flatMap(comparableItem),
    tools: Array.isArray(tools) && tools.length > 0 ? tools.map(comparableTool) : undefined,
    tool_choice: comparableChoice(tool_choice),
    // What else reasoning models are asked to give is the adapter's own choice.
    include: ((include ?? []) as string[]).filter((name) => !name.startsWith("reasoning.")),
    text: comparableText(text),
  });
}

function comparableItem({ content, arguments: json, output, status: _status, ...rest }: Fields): unknown {
  if (rest.role === "assistant" && (content === "" || content === null)) return [];
  return withoutNull({
    ...rest,
    role: rest.role === "developer" ? "system" : rest.role,
    type: rest.type === "message" && rest.role !== "assistant" ? undefined : rest.type,
    content: comparableContent(content),
    output: comparableContent(output),
    arguments: typeof json === "string" ? JSON.parse(json) : json,
  });
}

function comparableContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const parts = content.map((part: Fields) =>
    withoutNull({ detail: part.type === "input_image" ? "auto" : null, ...part }),
  );
  const [only] = parts;
  const isText = parts.length === 1 && only?.type === "input_text" && Object.keys(only).length === 2;
  return isText ? only?.text : parts;
}

/** Whether a tool is strict is the adapter's own choice; so is, then, what may be left out. */
function comparableTool(tool: Fields): unknown {
  const { type, name, description, parameters } = tool;
  if (type !== "function") return tool;
  const { properties } = parameters as Fields;
  return { name, description: description ?? "", properties: Object.keys(properties ?? {}).sort() };
}

function comparableChoice(choice: unknown): unknown {
  const { type, name } = Object(choice) as Fields;
  return type === "function" ? name : choice;
}

function comparableText(text: unknown): unknown {
  const { format, ...rest } = (text ?? {}) as Fields;
  const { type, name, schema } = (format ?? {}) as Fields;
  const said =
    type === "json_schema" ? { name, properties: Object.keys((schema as Fields).properties ?? {}) } : format;
  return type === "text" && Object.keys(rest).length === 0
    ? undefined
    : withoutNull({ ...rest, format: said });
}

function withoutNull(value: Fields): Fields {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  );
}
