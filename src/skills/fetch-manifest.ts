import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { fetchTextWithPolicy } from "../net/fetch-text-with-policy.ts";
import type { UrlSkillSource } from "./skills-config.ts";

/** What a JSON manifest lists as skills, unchecked. */
export async function fetchManifest({ url, headers, policy }: UrlSkillSource): Promise<readonly unknown[]> {
  const { ok, status, text } = await fetchTextWithPolicy(
    url,
    policy,
    headers ? { headers: { ...headers } } : {},
  );
  if (!ok) throw new InvalidRequestError(`The manifest of skills answered with the status ${status}.`);
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new InvalidRequestError("The manifest of skills is no JSON.");
  }
  const list = Array.isArray(manifest) ? manifest : Object(manifest).skills;
  if (!Array.isArray(list)) throw new InvalidRequestError("The manifest of skills has no list of skills.");
  return list;
}
