import type { Schema } from "../contracts/schema.ts";
import type { ToolContext, ToolContract } from "../contracts/tool.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import type { ExecuteOptions } from "../core/run.ts";
import { tool } from "./tool.ts";

/** What comes out of anything that runs. */
interface ExecutableResult {
  readonly data?: unknown;
  readonly text?: string;
  readonly error?: AIError | undefined;
}

/** Anything that runs and can be made a tool, such as an agent, a workflow or a supervisor. */
export interface AdaptableExecutable {
  readonly name: string;
  readonly type?: string;
  readonly description?: string | undefined;
  readonly version?: string | undefined;
  readonly inputSchema?: Schema | undefined;
  execute(input: never, options?: ExecuteOptions): Promise<ExecutableResult>;
}

/** What a tool made of an executable is called, and what it takes. */
export interface AsToolOptions {
  readonly name?: string;
  readonly description?: string;
  readonly inputSchema?: Schema;
}

/**
 * Makes a tool of anything that runs. Its report nests under the tool call; its error becomes the tool's.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where something other than an agent has no input schema.
 * @example
 * const model = new LocalSDK().model({ name: "local" });
 * const translator = agent({ name: "translator", model, systemPrompt: "Translate into {{language|Arabic}}." });
 * const concierge = agent({ model, tools: [asTool(translator, { description: "Translates a text." })] });
 */
export function asTool(executable: AdaptableExecutable, options: AsToolOptions = {}): ToolContract {
  const input =
    options.inputSchema ?? executable.inputSchema ?? (executable.type === "agent" ? TEXT_INPUT : undefined);
  const name = options.name ?? executable.name;
  if (!input) {
    throw new ConfigError(`"${name}" needs an "inputSchema" before it can be a tool.`);
  }
  return tool({
    name: name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64),
    description: options.description ?? executable.description ?? `Runs "${executable.name}".`,
    ...(executable.version === undefined ? {} : { version: executable.version }),
    input,
    execute: (value, context) => runAsTool(executable, value, context),
  });
}

/** A tool as it is, and anything else made one. */
export function toTool(entry: ToolContract | AdaptableExecutable): ToolContract {
  return "invoke" in entry ? entry : asTool(entry);
}

const TEXT_INPUT: Schema<{ input: string }> = {
  type: "object",
  properties: { input: { type: "string", description: "The task, as text." } },
  required: ["input"],
  additionalProperties: false,
};

async function runAsTool(
  executable: AdaptableExecutable,
  value: unknown,
  context: ToolContext,
): Promise<unknown> {
  const input = executable.type === "agent" ? textOf(value) : value;
  const result = await executable.execute(input as never, { parent: context, signal: context.signal });
  if (result.error) throw result.error;
  return result.data ?? result.text;
}

/** An agent takes text: the one text of the value, or the value as JSON. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const [only, ...others] = Object.values(value ?? {});
  return typeof only === "string" && others.length === 0 ? only : JSON.stringify(value);
}
