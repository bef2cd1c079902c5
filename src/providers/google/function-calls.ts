import type { ModelChunk } from "../../contracts/model.ts";
import type { DecodeContext } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { signed } from "./metadata.ts";
import type { WireFunctionCall, WirePartialArgument } from "./wire.ts";

type ToolCallChunk = Extract<ModelChunk, { type: "tool-call" }>;

/** Collects the calls of one answer. */
export interface FunctionCalls {
  readonly size: number;
  /** Takes a call, or a piece of the one that is open. Gives the identifier of a call that begins. */
  add(wire: WireFunctionCall, signature: unknown): string | undefined;
  /**
   * The calls in their order; a promise of them where their arguments came in pieces.
   *
   * @param isEnded whether the answer ended by itself.
   */
  finish(isEnded: boolean): ToolCallChunk[] | Promise<ToolCallChunk[]>;
}

/** A call whose arguments may come bit by bit. */
export interface OpenCall {
  readonly id: string;
  readonly name: string;
  signature: unknown;
  /** Missing where none were sent. */
  args: unknown;
  readonly pieces: WirePartialArgument[];
  isOpen: boolean;
}

/**
 * Makes what collects the calls of one answer. Identifiers that are missing, or used before, are made: the same for the same
 * conversation.
 *
 * @example
 * const target = { provider: "google", name: "gemini-2.5-flash" };
 * const calls = functionCalls({ target, toolNames: ["now"], knownIds: [] });
 * calls.add({ name: "now" }, undefined);
 * calls.finish(true); // [{ type: "tool-call", id: "call_1", name: "now", input: {} }]
 */
export function functionCalls({ target, knownIds, toolNames }: DecodeContext): FunctionCalls {
  const calls: OpenCall[] = [];
  const taken = new Set(knownIds);
  let next = knownIds.length;

  function freeId(given: unknown): string {
    let id = typeof given === "string" ? given : "";
    while (!id || taken.has(id)) id = `call_${++next}`;
    taken.add(id);
    return id;
  }

  /** At times, models write the name of the module in which they imagine the tools. */
  function nameOf(given: string): string {
    const bare = given.replace(/^default_api[.:]/, "");
    return toolNames.includes(bare) ? bare : given;
  }

  return {
    get size() {
      return calls.length;
    },
    add({ id, name, args, partialArgs, willContinue }, signature) {
      const goesOn = Boolean(willContinue);
      const last = calls.at(-1);
      // Pieces of several calls may alternate where they tell whose they are.
      const named = id ? calls.find((call) => call.isOpen && call.id === id) : undefined;
      const open = named ?? (name ? undefined : last);
      // An empty call closes one that came in pieces.
      if (open && (open.isOpen || !(args ?? partialArgs))) {
        open.pieces.push(...(partialArgs ?? []));
        open.args ??= args;
        open.signature ??= signature;
        open.isOpen = goesOn;
        return undefined;
      }
      if (!name) throw unreadableAnswer(target, "calls a tool without its name");
      if (last && !id) last.isOpen = false;
      const call: OpenCall = {
        id: freeId(id),
        name: nameOf(String(name)),
        signature,
        args,
        pieces: [...(partialArgs ?? [])],
        isOpen: goesOn,
      };
      calls.push(call);
      return call.id;
    },
    finish(isEnded) {
      const settle = (inputOf: (call: OpenCall) => Pick<ToolCallChunk, "input" | "unreadable">) =>
        calls.map((call): ToolCallChunk => {
          const { id, name, signature } = call;
          return { type: "tool-call", id, name, ...inputOf(call), ...signed(signature, target) };
        });
      // Seldom: a service must be asked to send arguments in pieces.
      return calls.some(({ pieces, isOpen }) => isOpen || pieces.length > 0)
        ? import("./partial-arguments.ts").then(({ joinArguments }) =>
            settle((call) => joinArguments(call, isEnded)),
          )
        : settle(({ args }) => ({ input: args ?? {} }));
    },
  };
}
