/**
 * The key that a prompt is registered under, and the label that it leaves in `composedFrom`: its name, and its version where it
 * has one.
 *
 * @example
 * promptKey("support", "2"); // "support@2"
 */
export function promptKey(name: string, version?: string | undefined): string {
  return version === undefined ? name : `${name}@${version}`;
}
