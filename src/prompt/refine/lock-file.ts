import type { PromptLock } from "../../contracts/refined-prompt.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { isNamed } from "../../store/is-named.ts";

/** A lockfile whose two parts are there. */
export type WholePromptLock = Required<PromptLock>;

/** Where a lockfile is unless somebody says otherwise. */
export const LOCK_PATH: string = "prompts.lock.json";

/**
 * Reads a lockfile. Its pins are not checked: who serves one does that.
 *
 * @throws InvalidRequestError (`PROVIDER_INVALID_REQUEST`) for what is no lockfile, or one of a later version.
 *
 * @example
 * readPromptLock('{"v":1,"pins":{}}').prompts; // {}
 */
export function readPromptLock(file: string | PromptLock, path: string = LOCK_PATH): WholePromptLock {
  const lock = typeof file === "string" ? parsed(file) : file;
  if (isNamed(lock) && lock.v === 1 && isNamed(lock.pins)) {
    const { pins, prompts = {} } = lock;
    if (isNamed(prompts) && Object.values(prompts).every((key) => typeof key === "string")) {
      return { v: 1, prompts: prompts as WholePromptLock["prompts"], pins };
    }
  }
  const message = `"${path}" is no lockfile of prompts that this version reads. Take it from your version control again, or delete it and compile anew.`;
  throw new InvalidRequestError(message, { context: { path } });
}

/** Reads a file; `undefined` where Node, Deno, or a page says that there is none. */
export async function readIfThere(read: () => Promise<string>): Promise<string | undefined> {
  try {
    return await read();
  } catch (error) {
    const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
    if (code === "ENOENT" || name === "NotFound" || name === "NotFoundError") return undefined;
    throw error;
  }
}

/**
 * The text of a lockfile: keys sorted, two spaces deep, with a line end at the end.
 *
 * @example
 * promptLockText({ v: 1, prompts: {}, pins: {} }); // '{\n  "pins": {},\n  "prompts": {},\n  "v": 1\n}\n'
 */
export function promptLockText(lock: WholePromptLock): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(lock)), null, 2)}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
