import type { Json } from "../../src/contracts/message.ts";
import { plainJson } from "../../src/store/plain-json.ts";

/**
 * A value as another Worker gets it: plain data. JSON of any depth, which the types of Cloudflare's stubs do not get through, is
 * some value here. What has a `Remote<Message>` has a `Message`.
 */
export type Remote<Value> = [Json] extends [Value]
  ? string | number | boolean | object | null
  : Value extends object
    ? { [Name in keyof Value]: Remote<Value[Name]> }
    : Value;

/** Makes plain data of a value. */
export function remote<Value>(value: Value): Remote<Value> {
  // JSON has the shape of what it was made of.
  return plainJson(value) as Json & Remote<Value>;
}
