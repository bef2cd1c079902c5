import { readPythonCalls, type TextCall } from "./read-python-calls.ts";
import { scanJson } from "./scan-json.ts";

export type { TextCall } from "./read-python-calls.ts";

/**
 * Reads the tool calls that a text consists of, in the forms that models without calls of their own write: one or more
 * JSON values such as `{"name": …, "arguments": …}`, also in lists, in `tool_calls` or in OpenAI's `function`, and Python
 * such as `[get_weather(city="x")]` or `print(default_api.get_weather(city="x"))`. Empty where any part of it is not a
 * call of a tool that is known. Takes the text without the delimiters or the fence around it; never evaluates.
 *
 * @example
 * readTextCalls('[weather(city="Kyoto")]', (name) => name === "weather");
 * // [{ name: "weather", input: { city: "Kyoto" } }]
 */
export function readTextCalls(text: string, isTool: (name: string) => boolean): TextCall[] {
  const values = readValues(text);
  if (!values) return readPythonCalls(text, (given) => toolName(given, isTool)) ?? [];
  const calls = values.flatMap((value) => callsIn(value, isTool) ?? [undefined]);
  return calls.every((call) => call !== undefined) ? calls : [];
}

/** JSON values one after another; `undefined` where there is anything else. */
function readValues(text: string): unknown[] | undefined {
  const values: unknown[] = [];
  const gap = /[\s,;]*/y;
  for (let at = 0; ; ) {
    gap.lastIndex = at;
    gap.test(text);
    at = gap.lastIndex;
    if (at === text.length) return values;
    const { state, start, end } = scanJson(text, at);
    if (state !== "complete") return undefined;
    values.push(JSON.parse(text.slice(start, end)));
    at = end;
  }
}

/** Lists and wrappers nest a few times only; the depth is bounded because the text is anybody's. */
function callsIn(value: unknown, isTool: (name: string) => boolean, depth = 0): TextCall[] | undefined {
  if (depth > 4) return undefined;
  if (Array.isArray(value)) {
    const calls = value.flatMap((item) => callsIn(item, isTool, depth + 1) ?? [undefined]);
    return calls.every((call) => call !== undefined) ? calls : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { tool_calls, tool_uses, function: inner, ...own }: Record<string, unknown> = { ...value };
  if (Array.isArray(tool_calls ?? tool_uses)) return callsIn(tool_calls ?? tool_uses, isTool, depth + 1);
  if (typeof inner === "object") return callsIn(inner, isTool, depth + 1);
  const given = [own.name, own.tool, own.tool_name, own.recipient_name, inner].find(
    (name) => typeof name === "string",
  );
  const name = typeof given === "string" ? toolName(given, isTool) : undefined;
  const input = readInput(own.arguments ?? own.parameters ?? own.input ?? own.args ?? {});
  return name !== undefined && input ? [{ name, input }] : undefined;
}

/** The name of a known tool, also behind a name space such as `functions.`. */
function toolName(given: string, isTool: (name: string) => boolean): string | undefined {
  return [given, given.slice(given.lastIndexOf(".") + 1)].find(isTool);
}

function readInput(given: unknown): object | undefined {
  if (typeof given === "object" && given !== null) return given;
  if (given === "") return {};
  try {
    const parsed: unknown = JSON.parse(String(given));
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
