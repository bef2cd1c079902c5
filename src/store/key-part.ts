import { StoreError } from "../core/errors/store-errors.ts";
import { sha256 } from "../core/hash.ts";

/** Two of them, a prefix and a number fit into the shortest keys that a store takes. */
const LONGEST_PART = 120;
/** `encodeURIComponent` never gives this sign, so that no name can pass for the hash of another. */
const HASHED = "=";

/**
 * A name or an id as one part of a key, without `/`: percent-encoded, or hashed (SHA-256) where that is too long. Different
 * texts give different parts. Rejects with `STORE_INVALID_KEY` where the text is empty or not well-formed Unicode.
 *
 * @param what what the text is, for the error
 */
export async function keyPart(store: string, what: string, text: string): Promise<string> {
  const encoded = encodedText(text);
  if (!encoded) {
    const message = `The ${what} must be well-formed text that is not empty.`;
    throw new StoreError("STORE_INVALID_KEY", message, { store });
  }
  return encoded.length <= LONGEST_PART ? encoded : HASHED + (await sha256(text));
}

/** The text of a key's part. `undefined` where it was hashed, or made by something else: then the record tells. */
export function textOfPart(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return part !== "" && encodeURIComponent(text) === part ? text : undefined;
  } catch {
    return undefined;
  }
}

/** What the parts of texts with a common beginning begin with. */
export function partPrefixes(beginning: string): readonly string[] {
  const encoded = encodedText(beginning);
  // Part of an escape may be cut off; what is found is compared with the whole beginning anyway.
  return encoded ? [encoded.slice(0, LONGEST_PART), HASHED] : [""];
}

function encodedText(text: unknown): string {
  try {
    return typeof text === "string" ? encodeURIComponent(text) : "";
  } catch {
    return "";
  }
}
