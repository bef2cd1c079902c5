import type { Message } from "../../contracts/message.ts";
import { callIdMap } from "../adapter/call-ids.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { type BlockTarget, encodeBlocks, ownMetadata } from "./encode-blocks.ts";
import type { Traits } from "./traits.ts";

/** A conversation as the service takes it. */
export interface Turns {
  /** What stands before the conversation. */
  readonly system: readonly WireRequest[];
  readonly messages: readonly WireRequest[];
  /** Where the service's own tools go on with what they did in the turn that the conversation ends in. */
  readonly container: unknown;
}

/** What messages are encoded for, and with. */
export type MessageTarget = Omit<BlockTarget, "idOf"> & {
  readonly traits: Pick<Traits, "prefill" | "midSystem">;
};

interface Turn extends Record<string, unknown> {
  readonly role: string;
  readonly content: WireRequest[];
}

/** What is said to a model that shall go on and does not take an answer that was begun. */
const CONTINUE = "Continue.";

/**
 * Encodes messages into turns of the user and the model, which alternate: messages of one side become one turn, results
 * of tools first. System messages between the others stay where they are, behind the turn of the user, where the model
 * takes them there; else they go before the conversation.
 *
 * @example
 * const traits = traitsOf("claude-opus-5");
 * encodeMessages([{ role: "user", content: "Hi" }], { model: "claude-opus-5", traits }).messages;
 * // [{ role: "user", content: [{ type: "text", text: "Hi" }] }]
 */
export function encodeMessages(messages: readonly Message[], { traits, ...target }: MessageTarget): Turns {
  const ids = messages.flatMap(({ toolCallId = [], toolCalls = [] }) =>
    toolCalls.map(({ id }) => id).concat(toolCallId),
  );
  const blockTarget: BlockTarget = { ...target, idOf: callIdMap(ids, CALL_ID) };
  const system: WireRequest[] = [];
  const turns: Turn[] = [];
  let waiting: WireRequest[][] = [];
  let container: unknown;

  /** Instructions may stand behind a turn of the user only. */
  function instruct(): void {
    if (turns.at(-1)?.role === "assistant") return;
    turns.push(...waiting.map((content) => ({ role: "system", content })));
    waiting = [];
  }

  for (const message of messages) {
    const { role } = message;
    const content = encodeBlocks(message, blockTarget);
    if (content.length === 0) continue;
    if (role === "system") {
      if (turns.length > 0 && traits.midSystem) waiting.push(content);
      else system.push(...content);
      continue;
    }
    if (role === "assistant") {
      instruct();
      container = Object(ownMetadata(message.providerMetadata).container).id ?? container;
    }
    if (role === "user") container = undefined;
    addTo(turns, role === "assistant" ? role : "user", content);
  }
  instruct();
  system.push(...waiting.flat());
  // The service wants results before what else is said.
  for (const { content } of turns) content.sort((one, other) => rank(one) - rank(other));
  endWithUser(turns, traits.prefill);
  return { system, messages: turns, container };
}

/** What the service takes for the identifier of a call. */
const CALL_ID: RegExp = /^[\w-]{1,128}$/;

function addTo(turns: Turn[], role: string, content: WireRequest[]): void {
  const last = turns.at(-1);
  if (last?.role === role) last.content.push(...content);
  else turns.push({ role, content });
}

function rank({ type }: WireRequest): number {
  return type === "tool_result" ? 0 : 1;
}

/** An answer that was begun ends without blanks where the model goes on with it; else it is asked to. */
function endWithUser(turns: Turn[], prefill: boolean): void {
  const last = turns.at(-1);
  const end = last?.content.at(-1);
  // A turn that was paused inside the service's own tools goes on as it is.
  if (last?.role !== "assistant" || end?.type !== "text") return;
  if (prefill) end.text = String(end.text).trimEnd();
  else turns.push({ role: "user", content: [{ type: "text", text: CONTINUE }] });
}
