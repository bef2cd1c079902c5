import { ConfigError } from "../../core/errors/config-error.ts";
import type { ServiceFailure } from "../adapter/failure.ts";

/** What browsers say where a request did not get through; they do not say why. */
const BLOCKED: RegExp = /^(?:Failed to fetch|NetworkError|Load failed)/;

/**
 * Explains why a page or an extension did not reach the service, which answers them only when they ask for it: gives a
 * `ConfigError` (`INVALID_CONFIG`) that says how. Everything else that was thrown is given back.
 *
 * An extension with host permissions, and a proxy that hands the page's origin on, are told so by the service: with the
 * status of a wrong key.
 *
 * @param isOnline whether this is a page that has a network, told by the runtime.
 *
 * @example
 * Object(explainPage(new TypeError("Failed to fetch"), true)).code; // "INVALID_CONFIG"
 */
export function explainPage(thrown: unknown, isOnline: boolean = isOnlinePage()): unknown {
  const { status, body } = Object(thrown) as Partial<ServiceFailure>;
  const isTold = status === 401 && String(body).includes("dangerous-direct-browser-access");
  const isBlocked = isOnline && thrown instanceof TypeError && BLOCKED.test(thrown.message);
  if (!isTold && !isBlocked) return thrown;
  return new ConfigError(
    'Anthropic answers a page only if asked to: set "browser: true" where users bring their keys, or use a proxy ("baseURL") that sends no "origin".',
    { cause: thrown },
  );
}

/** Only pages, extensions and their workers have both. */
function isOnlinePage(): boolean {
  return "location" in globalThis && Object(globalThis.navigator).onLine === true;
}
