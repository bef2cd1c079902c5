import type { WireRequest } from "../adapter/protocol.ts";
import type { Turn } from "./encode-messages.ts";

/** The service allows no more. */
const MOST = 4;
const CACHE_POINT: WireRequest = { cachePoint: { type: "default" } };

/**
 * Marks up to where the service shall cache a prompt: the system prompt, which changes least and with which what comes
 * before it is cached, such as tools, and the latest turns of the user. In place.
 *
 * @param tools those that may be marked where there is no system prompt.
 *
 * @example
 * const system = [{ text: "You know the tides." }];
 * markForCache(1, system, [], []);
 * system; // [{ text: "You know the tides." }, { cachePoint: { type: "default" } }]
 */
export function markForCache(
  breakpoints: number,
  system: WireRequest[],
  tools: WireRequest[],
  turns: readonly Turn[],
): void {
  const users = turns.filter(({ role }) => role === "user").reverse();
  const places = [system.length > 0 ? system : tools, ...users.map(({ content }) => content)];
  for (const place of places.slice(0, Math.min(breakpoints, MOST))) {
    const last = place.at(-1);
    if (last && !("cachePoint" in last)) place.push(CACHE_POINT);
  }
}
