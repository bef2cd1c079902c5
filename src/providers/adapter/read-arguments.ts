import type { ToolCallRequest } from "../../contracts/message.ts";

/**
 * Reads the arguments of a call. None are those of a tool that takes none. Whether a text that cannot be read was cut off
 * or is wrong, `tellUnreadable` tells.
 *
 * @example
 * readArguments('{"zone":"UTC"}'); // { input: { zone: "UTC" } }
 * readArguments(""); // { input: {} }
 * readArguments("{"); // { input: {}, unreadable: { text: "{", reason: "malformed" } }
 */
export function readArguments(text: string): Pick<ToolCallRequest, "input" | "unreadable"> {
  try {
    return { input: JSON.parse(text.trim() || "{}") ?? {} };
  } catch {
    return { input: {}, unreadable: { text, reason: "malformed" } };
  }
}
