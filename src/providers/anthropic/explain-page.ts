import { ConfigError } from "../../core/errors/config-error.ts";

/** What browsers say where a request did not get through; they do not say why. */
const BLOCKED: RegExp = /^(?:Failed to fetch|NetworkError|Load failed)/;

/**
 * Explains why a page or an extension did not reach the service, which answers them only when they ask for it: gives a
 * `ConfigError` (`INVALID_CONFIG`) that says how. Everything else that was thrown is given back.
 *
 * @param isOnline whether this is a page that has a network, told by the runtime.
 *
 * @example
 * Object(explainPage(new TypeError("Failed to fetch"), true)).code; // "INVALID_CONFIG"
 */
export function explainPage(
  thrown: unknown,
  isOnline: boolean = "location" in globalThis && Object(globalThis.navigator).onLine === true,
): unknown {
  if (!isOnline || !(thrown instanceof TypeError) || !BLOCKED.test(thrown.message)) return thrown;
  return new ConfigError(
    'Anthropic does not answer a page that does not ask for it. Set "browser: true" where each user brings a key of their own; else send requests through a proxy of yours ("baseURL"), so that no page holds your key.',
    { cause: thrown },
  );
}
