import { ConfigError } from "../../core/errors/config-error.ts";

/** Refuses what cannot begin keys. Throws `ConfigError` (`INVALID_CONFIG`). */
export function checkNamespace(of: string, namespace: string): void {
  if (/^[A-Za-z_][\w.:-]{0,47}$/.test(namespace)) return;
  const message = `The "namespace" of ${of} is ${JSON.stringify(namespace)}. Use a letter or _, then letters, digits, _ - . and :, at most 48.`;
  throw new ConfigError(message);
}
