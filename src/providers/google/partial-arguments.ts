import type { ToolCallRequest } from "../../contracts/message.ts";
import type { OpenCall } from "./function-calls.ts";
import type { WirePartialArgument } from "./wire.ts";

/** A step of a path: `.name`, `[0]`, `['name']` or `["name"]` (RFC 9535, section 2.3). */
const STEP: RegExp = /\.([^.[\]]{1,200})|\[(\d{1,6})\]|\['([^']{1,200})'\]|\["([^"]{1,200})"\]/g;

type Container = Record<string, unknown> | unknown[];

/**
 * Puts together arguments that came in pieces: texts of one path are joined, everything else is set. A call that was still
 * open is told to be cut off, unless the answer ended by itself and no argument was open.
 *
 * @param isEnded whether the answer ended by itself.
 *
 * @example
 * const pieces = [{ jsonPath: "$.city", stringValue: "Par" }, { jsonPath: "$.city", stringValue: "is" }];
 * joinArguments({ id: "1", name: "weather", signature: undefined, args: undefined, pieces, isOpen: false }, true);
 * // { input: { city: "Paris" } }
 */
export function joinArguments(
  call: OpenCall,
  isEnded: boolean,
): Pick<ToolCallRequest, "input" | "unreadable"> {
  const input: Container = { ...Object(call.args) };
  for (const piece of call.pieces) place(input, piece);
  const isCut = call.isOpen && !(isEnded && !call.pieces.at(-1)?.willContinue);
  if (!isCut) return { input };
  return { input: {}, unreadable: { text: JSON.stringify(input), reason: "truncated" } };
}

function place(root: Container, piece: WirePartialArgument): void {
  const steps = Array.from(
    String(piece.jsonPath).matchAll(STEP),
    ([, name, index, single, double]) => name ?? single ?? double ?? Number(index),
  );
  let at: Container = root;
  for (const [depth, step] of steps.entries()) {
    // A list has no members with names.
    if (Array.isArray(at) && typeof step === "string") return;
    const after = steps[depth + 1];
    if (after === undefined) put(at, step, argumentOf(piece, get(at, step)));
    else {
      let inner = get(at, step);
      if (typeof inner !== "object" || inner === null) {
        inner = typeof after === "number" ? [] : {};
        put(at, step, inner);
      }
      at = inner as Container;
    }
  }
}

function get(container: Container, key: string | number): unknown {
  return Object.getOwnPropertyDescriptor(container, key)?.value;
}

/** Defined, not assigned: a model may name a property `__proto__`. */
function put(container: Container, key: string | number, value: unknown): void {
  if (value === undefined) return;
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A piece without a value only tells that the argument is over. */
function argumentOf(piece: WirePartialArgument, known: unknown): unknown {
  const { stringValue, numberValue, boolValue } = piece;
  if (typeof stringValue === "string") return typeof known === "string" ? known + stringValue : stringValue;
  return numberValue ?? boolValue ?? ("nullValue" in piece ? null : known);
}
