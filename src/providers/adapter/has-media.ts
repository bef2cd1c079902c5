import type { Message } from "../../contracts/message.ts";

/**
 * Whether a message holds more than texts and thoughts, so that what encodes media must be loaded.
 *
 * @example
 * hasMedia({ role: "user", content: [{ type: "image", source: { url: "https://example.com/tide.png" } }] }); // true
 */
export function hasMedia({ content }: Message): boolean {
  return typeof content === "object" && content.some(({ type }) => type !== "text" && type !== "reasoning");
}
