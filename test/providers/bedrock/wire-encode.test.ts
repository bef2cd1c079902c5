import { describeEncoding } from "../wire/encode-suite.ts";
import { nameOf } from "./converse-rows.ts";
import { neutralConversation } from "./neutral-conversation.ts";
import { modelOver } from "./support.ts";

type Fields = Record<string, unknown>;

await describeEncoding<string>({
  api: "bedrock-converse",
  name: "Converse",
  modelOf: (row, fetch) => modelOver(fetch, { name: nameOf(row) }),
  neutral: (row) => neutralConversation(JSON.parse(row.request), nameOf(row)),
  comparable: (body) => comparable(typeof body === "string" ? JSON.parse(body) : body),
  unsayable: [
    ["test_bedrock_model_other_parameters", "the recorded request is no JSON"],
    ["uploaded_file-video-bedrock_claude]#1", "a video inside a tool result, which the service refused"],
    ["uploaded_file-video-bedrock_nova]#1", "a video inside a tool result, which the service refused"],
  ],
});

/** A request without what says nothing: empty fields, defaults, and what is the adapter's own choice. */
function comparable(body: Fields): unknown {
  const { messages, system, inferenceConfig, toolConfig, outputConfig, ...rest } = body;
  return withoutEmpty({
    ...rest,
    messages: (messages as Fields[]).map((turn) => ({
      ...turn,
      content: (turn.content as Fields[]).map(comparableBlock),
    })),
    system,
    inferenceConfig,
    toolConfig: toolConfig && comparableTools(toolConfig as Fields),
    outputConfig: outputConfig && comparableFormat(outputConfig as Fields),
  });
}

/** Success is the status of a result that has none. */
function comparableBlock(block: Fields): Fields {
  const result = block.toolResult as Fields | undefined;
  if (!result || result.type) return block;
  const { status, ...others } = result;
  return { toolResult: status === "error" ? result : others };
}

/** Whether a tool is strict is the adapter's own choice, and so is, then, how its schema says it. */
function comparableTools({ tools, toolChoice }: Fields): Fields {
  return withoutEmpty({
    tools: (tools as Fields[]).map(({ toolSpec, ...other }) => {
      if (!toolSpec) return other;
      const { name, description, inputSchema } = toolSpec as Fields;
      const { properties, required } = (inputSchema as Fields).json as Fields;
      return withoutEmpty({ name, description, properties: Object.keys(Object(properties)), required });
    }),
    toolChoice: Object(toolChoice).auto ? undefined : toolChoice,
  });
}

function comparableFormat(config: Fields): Fields {
  const { name, description, schema } = Object(config).textFormat.structure.jsonSchema;
  return { name, description, properties: Object.keys(JSON.parse(schema).properties) };
}

function withoutEmpty(value: Fields): Fields {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, field]) =>
        field !== undefined && Object.keys(Object(field)).length + Number(typeof field !== "object") > 0,
    ),
  );
}
