/** Where a tool call may begin in a text, and how its end is found. */
export interface CallForm {
  /** How many characters before the body belong to the form, such as a delimiter. */
  readonly lead: number;
  /** What closes the body; left out where brackets do, `""` where only the end of the answer does. */
  readonly closer?: string;
  /** The brackets that must balance, and the quotes in which they do not count. */
  readonly brackets?: readonly [open: string, close: string, quotes: string];
}

/** Delimiters that models put around the calls that they write, by the makers' chat templates. */
const DELIMITERS: readonly (readonly [opener: string, closer: string])[] = [
  ["<tool_call>", "</tool_call>"], // Hermes, Qwen, Granite
  ["<tool_calls>", "</tool_calls>"],
  ["<function_call>", "</function_call>"],
  ["<|tool_call|>", "<|/tool_call|>"], // Phi, Granite
  ["<|tool_call_start|>", "<|tool_call_end|>"], // LFM
  ["<|python_tag|>", ""], // Llama
  ["[TOOL_CALLS]", ""], // Mistral
  ["```tool_code", "```"], // Gemma
  ["```tool_call", "```"],
];

const FENCE = "```";
/** What models put before the names of tools in Python. */
const NAME_SPACES: readonly string[] = ["", "default_api.", "functions.", "tools."];
/** Tokens that end an answer, where a server lets them through. */
const END_TOKENS: readonly string[] = [
  "<|eom_id|>",
  "<|eot_id|>",
  "<|im_end|>",
  "<|end|>",
  "<|endoftext|>",
  "</s>",
];

/**
 * Tells what form of a tool call begins at a place of a text: `undefined` for none, `"open"` where more text must come
 * before it can be told.
 *
 * @example
 * callFormAt("<tool_call>{}", 0, []); // { lead: 11, closer: "</tool_call>" }
 * callFormAt("<tool", 0, []); // "open"
 * callFormAt("[see](#a)", 0, ["search"]); // undefined
 */
export function callFormAt(
  text: string,
  at: number,
  toolNames: readonly string[],
): CallForm | "open" | undefined {
  const rest = text.slice(at, at + 256);
  let isOpen = false;
  for (const [opener, closer] of DELIMITERS) {
    if (rest.startsWith(opener)) return { lead: opener.length, closer };
    isOpen ||= opener.startsWith(rest);
  }
  const form = rest[0] === "`" ? fenceAt(text, at, toolNames) : bracketAt(rest, toolNames);
  return form ?? (isOpen ? "open" : undefined);
}

/**
 * Puts the body between delimiters into a form that `readTextCalls` reads: without a language tag, without the tokens that
 * end an answer, and Mistral's `name[ARGS]{…}` and Llama's `name.call(…)` as the others write them.
 *
 * @example
 * plainCalls('now[ARGS]{"zone": "UTC"}</s>'); // '{"name":"now","arguments":{"zone": "UTC"}}'
 */
export function plainCalls(body: string): string {
  let text = body.replace(/^s?\n/, "").trim();
  for (let token = endOf(text); token; token = endOf(text)) text = text.slice(0, -token.length).trimEnd();
  const parts = text.split("[TOOL_CALLS]").map((part) => {
    const [head = "", input] = part.split(/\[ARGS\](.*)/s);
    if (input === undefined) return part;
    const name = JSON.stringify(head.split("[")[0]?.trim());
    return `{"name":${name},"arguments":${input.trim() || "{}"}}`;
  });
  return parts.join("\n").replaceAll(".call(", "(");
}

function endOf(text: string): string | undefined {
  return END_TOKENS.find((token) => text.endsWith(token));
}

/** A JSON object, a list of them, or a list of Python calls of tools that are known. */
function bracketAt(rest: string, toolNames: readonly string[]): CallForm | "open" | undefined {
  if (rest[0] === "{") return { lead: 0, brackets: ["{", "}", '"'] };
  if (rest[0] !== "[") return undefined;
  const inner = rest.slice(1).trimStart();
  if (inner === "") return rest.length < 64 ? "open" : undefined;
  if (inner[0] === "{") return { lead: 0, brackets: ["[", "]", '"'] };
  let isOpen = false;
  for (const space of NAME_SPACES) {
    for (const name of toolNames) {
      const call = `${space}${name}(`;
      if (inner.startsWith(call)) return { lead: 0, brackets: ["[", "]", "\"'"] };
      isOpen ||= call.startsWith(inner);
    }
  }
  return isOpen ? "open" : undefined;
}

/** A fence line that has nothing but its language tag before a call. */
function fenceAt(text: string, at: number, toolNames: readonly string[]): CallForm | "open" | undefined {
  let end = at;
  while (text[end] === "`") end += 1;
  const ticks = end - at;
  // Fewer ticks at the very end may grow into a fence with the next chunk.
  if (ticks < FENCE.length) return end === text.length ? "open" : undefined;
  const [behind = ""] = /^[^{[`]*/.exec(text.slice(end, end + 64)) ?? [];
  const tag = behind.trim();
  if (ticks > FENCE.length || tag.length > 16 || tag.includes(" ")) return undefined;
  const start = end + behind.length;
  if (start === text.length) return "open";
  const form = text[start] === "`" ? undefined : bracketAt(text.slice(start, start + 256), toolNames);
  return typeof form === "object" ? { ...form, lead: start - at } : form;
}
