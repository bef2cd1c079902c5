import type { Message } from "../../contracts/message.ts";

/**
 * Gives tool calls the identifiers that a service takes: those of the form `form` stay, others are mapped to nine
 * letters and digits, the one length that every service takes. The same for the same conversation, never two to one.
 *
 * @param ids all identifiers of the conversation.
 *
 * @example
 * const idOf = callIdMap(["call_PTLP8", "gSIMJiOkT"], /^[a-zA-Z0-9]{9}$/);
 * idOf("gSIMJiOkT"); // "gSIMJiOkT"
 * idOf("call_PTLP8").length; // 9
 */
export function callIdMap(ids: Iterable<string>, form: RegExp): (id: string) => string {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  for (const id of ids) {
    if (form.test(id)) taken.add(id);
  }
  return (id) => {
    if (form.test(id)) return id;
    let mapped = known.get(id);
    if (mapped === undefined) {
      mapped = shortId(id);
      for (let round = 1; taken.has(mapped); round++) mapped = shortId(`${id} ${round}`);
      known.set(id, mapped);
      taken.add(mapped);
    }
    return mapped;
  };
}

/**
 * Messages whose calls, and the results that answer them, have identifiers of a form.
 *
 * @example
 * const [result] = withCallIds([{ role: "tool", toolCallId: "call_PTLP8", content: "1" }], /^[a-z0-9]{9}$/);
 * result?.toolCallId?.length; // 9
 */
export function withCallIds(messages: readonly Message[], form: RegExp): Message[] {
  const ids = messages.flatMap(({ toolCallId = "", toolCalls = [] }) => [
    toolCallId,
    ...toolCalls.map(({ id }) => id),
  ]);
  const idOf = callIdMap(ids, form);
  return messages.map(({ toolCallId, toolCalls, ...message }) => ({
    ...message,
    ...(toolCallId !== undefined && { toolCallId: idOf(toolCallId) }),
    ...(toolCalls && { toolCalls: toolCalls.map((call) => ({ ...call, id: idOf(call.id) })) }),
  }));
}

function shortId(text: string): string {
  return (hash(text, 0x811c9dc5) + hash(text, 0x1b873593)).slice(-9);
}

/** FNV-1a, 32 bits, as seven digits of base 36. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(36).padStart(7, "0");
}
