import { COMPLETION_TOKENS, MODEL, PROMPT_TOKENS, TOOL_NAME, toolInput } from "./script.ts";

/** Answers of a chat completions service, as it would send them. */

const USAGE = {
  prompt_tokens: PROMPT_TOKENS,
  completion_tokens: COMPLETION_TOKENS,
  total_tokens: PROMPT_TOKENS + COMPLETION_TOKENS,
};

/** One answer in its two forms: as a whole, and as the text of an event stream for those who always stream. */
export interface Body {
  readonly whole: string;
  readonly streamed: string;
}

/** An answer that calls the tool, after so many results. */
export function toolCallBody(results: number): Body {
  const call = {
    id: `call_${results}`,
    type: "function",
    function: { name: TOOL_NAME, arguments: JSON.stringify(toolInput(results)) },
  };
  const message = { role: "assistant", content: null, refusal: null };
  return {
    whole: wholeBody(`answer-${results}`, { ...message, tool_calls: [call] }, "tool_calls"),
    streamed: streamedText(
      `answer-${results}`,
      { ...message, tool_calls: [{ index: 0, ...call }] },
      "tool_calls",
    ),
  };
}

/** An answer in text. */
export function textBody(content: string): Body {
  const message = { role: "assistant", content, refusal: null };
  return {
    whole: wholeBody("answer", { ...message, annotations: [] }, "stop"),
    streamed: streamedText("answer", message, "stop"),
  };
}

/** A streamed answer, one network chunk for each event, as a service sends them that has a token at a time. */
export function streamedBody(deltas: readonly string[]): Uint8Array[] {
  const events = [
    event(
      [{ index: 0, delta: { role: "assistant", content: "", refusal: null }, finish_reason: null }],
      null,
    ),
    ...deltas.map((content) => event([{ index: 0, delta: { content }, finish_reason: null }], null)),
    event([{ index: 0, delta: {}, finish_reason: "stop" }], null),
    event([], USAGE),
    "data: [DONE]\n\n",
  ];
  const encoder = new TextEncoder();
  return events.map((text) => encoder.encode(text));
}

/** The pieces of a long text, short words as tokens are. */
export function words(count: number): string[] {
  // No white space at the end: some trim the whole answer.
  return Array.from({ length: count }, (_, index) => (index + 1 === count ? "end" : `w${index % 100} `));
}

function streamedText(id: string, delta: object, finishReason: string): string {
  return [
    event([{ index: 0, delta, finish_reason: null }], null, id),
    event([{ index: 0, delta: {}, finish_reason: finishReason }], null, id),
    event([], USAGE, id),
    "data: [DONE]\n\n",
  ].join("");
}

/** Every answer of a run has an identifier of its own: some take two with the same one for the same message. */
function wholeBody(id: string, message: object, finishReason: string): string {
  return JSON.stringify({
    id,
    object: "chat.completion",
    created: 1_760_000_000,
    model: MODEL,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage: USAGE,
    system_fingerprint: "fp_bench",
  });
}

function event(choices: readonly object[], usage: object | null, id = "answer"): string {
  const chunk = {
    id,
    object: "chat.completion.chunk",
    created: 1_760_000_000,
    model: MODEL,
    system_fingerprint: "fp_bench",
    choices,
    usage,
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
