/** An answer of Workers AI, or one event of a streamed one, in any of its forms. */
interface WireAnswer {
  readonly result?: unknown;
  readonly choices?: readonly { readonly message?: unknown; readonly delta?: unknown }[] | null;
  readonly response?: unknown;
  readonly tool_calls?: readonly unknown[] | null;
  readonly usage?: unknown;
  readonly finish_reason?: unknown;
}

/**
 * Makes what turns an answer in Workers AI's own form, `{ response, tool_calls, usage }`, and each event of a streamed
 * one, into the form of a chat completion. What has that form already stays as it is, but for calls of the older form
 * inside it.
 *
 * @example
 * const toChatForm = chatForm();
 * toChatForm({ response: "Hi" }, false); // { choices: [{ message: { content: "Hi" } }] }
 */
export function chatForm(): (value: unknown, isPiece: boolean) => unknown {
  let count = 0;

  /** A call of the older form, `{ name, arguments }`, is whole: an index of its own keeps it apart from the others. */
  function toFunctionCall(call: unknown): unknown {
    if (!isFlat(call)) return call;
    const { name, arguments: input, ...rest } = Object(call);
    return { ...rest, index: `whole ${count++}`, function: { name, arguments: input } };
  }

  return function toChatForm(value: unknown, isPiece: boolean): unknown {
    if (typeof value === "string") return { choices: [{ message: { content: value } }] };
    const wire = Object(value) as WireAnswer;
    const { result, choices, response, tool_calls: calls, usage, finish_reason } = wire;
    if (choices) {
      const [{ delta, message, ...choice }] = [Object(choices[0])];
      const said = Object(delta ?? message);
      if (!Array.isArray(said.tool_calls) || !said.tool_calls.some(isFlat)) return value;
      const tool_calls = said.tool_calls.map(toFunctionCall);
      return { ...wire, choices: [{ ...choice, [delta ? "delta" : "message"]: { ...said, tool_calls } }] };
    }
    if (!isNative(value)) return result ? toChatForm(result, isPiece) : value;
    return {
      choices: [
        {
          [isPiece ? "delta" : "message"]: {
            content: textOf(response),
            ...(Array.isArray(calls) && { tool_calls: calls.map(toFunctionCall) }),
          },
          ...(finish_reason ? { finish_reason } : {}),
        },
      ],
      ...(usage ? { usage } : {}),
    };
  };
}

/**
 * Whether an answer, or one event of a streamed one, is in Workers AI's own form.
 *
 * @example
 * isNative({ response: "Hi", p: "abc" }); // true
 */
export function isNative(value: unknown): boolean {
  const { choices, response, tool_calls } = Object(value) as WireAnswer;
  return !choices && (response !== undefined || tool_calls !== undefined);
}

function isFlat(call: unknown): boolean {
  const { name, function: named } = Object(call);
  return Boolean(name) && !named;
}

/** JSON mode answers with a value instead of its text; models also answer with bare numbers. */
function textOf(response: unknown): string | undefined {
  if (typeof response === "object" && response !== null) return JSON.stringify(response);
  return response === undefined || response === null ? undefined : String(response);
}
