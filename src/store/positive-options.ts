import { ConfigError } from "../core/errors/config-error.ts";

/** Refuses options that are no number above 0. Throws `ConfigError` (`INVALID_CONFIG`) that names the option. */
export function checkPositive(of: string, options: Readonly<Record<string, number | undefined>>): void {
  for (const [name, number] of Object.entries(options)) {
    if (number === undefined || number > 0) continue;
    throw new ConfigError(`The "${name}" of ${of} is ${number}. Use more than 0, or leave it out.`);
  }
}
