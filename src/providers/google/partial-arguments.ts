import type { ToolCallRequest } from "../../contracts/message.ts";
import type { OpenCall } from "./function-calls.ts";
import type { WirePartialArgument } from "./wire.ts";

/** A step of a path: `.name`, `[0]`, `['name']` or `["name"]` (RFC 9535, section 2.3). */
const STEP: RegExp = /\.([^.[\]]{1,200})|\[(\d{1,6})\]|\['([^']{1,200})'\]|\["([^"]{1,200})"\]/g;

type Container = Record<string, unknown> | unknown[];

/**
 * Puts together arguments that came in pieces: texts of one path are joined, everything else is set. A call that was still
 * open is told to be cut off.
 *
 * @example
 * const pieces = [{ jsonPath: "$.city", stringValue: "Par" }, { jsonPath: "$.city", stringValue: "is" }];
 * joinArguments({ id: "1", name: "weather", signature: undefined, args: undefined, pieces, isOpen: false });
 * // { input: { city: "Paris" } }
 */
export function joinArguments(call: OpenCall): Pick<ToolCallRequest, "input" | "unreadable"> {
  const input: Container = { ...Object(call.args) };
  for (const piece of call.pieces) place(input, piece);
  if (!call.isOpen) return { input };
  return { input: {}, unreadable: { text: JSON.stringify(input), reason: "truncated" } };
}

function place(root: Container, piece: WirePartialArgument): void {
  const steps = Array.from(
    String(piece.jsonPath).matchAll(STEP),
    ([, name, index, single, double]) => name ?? single ?? double ?? Number(index),
  );
  let at: Container = root;
  for (const [depth, step] of steps.entries()) {
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
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}

function argumentOf({ stringValue, numberValue, boolValue }: WirePartialArgument, known: unknown): unknown {
  if (typeof stringValue === "string") return typeof known === "string" ? known + stringValue : stringValue;
  return numberValue ?? boolValue ?? null;
}
