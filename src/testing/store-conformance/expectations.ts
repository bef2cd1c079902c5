import type { Json } from "../../contracts/message.ts";
import type { Store } from "../../contracts/store.ts";
import { StoreError, type StoreErrorCode } from "../../core/errors/store-errors.ts";

/** Says what was expected of a store where a condition does not hold. */
export function expectThat(condition: boolean, expectation: string): asserts condition {
  if (!condition) throw new Error(`The store breaks a rule: ${expectation}.`);
}

/** Compares two JSON values, or what is like them, by their contents. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (sameJson(actual, expected)) return;
  throw new Error(`The store breaks a rule: ${what} should be ${shown(expected)} and is ${shown(actual)}.`);
}

/** Expects a key to hold a value, and gives its version. */
export async function expectValue(
  store: Store,
  key: string,
  value: Json,
  what: string = key,
): Promise<string> {
  const entry = await store.get(key);
  expectThat(entry !== undefined, `${what} should have a value`);
  expectEqual(entry.value, value, what);
  return entry.version;
}

/** Expects a key to hold nothing. */
export async function expectAbsent(store: Store, key: string, what: string = key): Promise<void> {
  const entry = await store.get(key);
  expectThat(entry === undefined, `${what} should be absent`);
}

/** Expects an operation to be refused with one of these codes, and gives the error. */
export async function expectRefusal(
  operation: Promise<unknown>,
  codes: StoreErrorCode | readonly StoreErrorCode[],
  what: string,
): Promise<StoreError> {
  const list: readonly string[] = typeof codes === "string" ? [codes] : codes;
  const wanted = list.join(" or ");
  try {
    await operation;
  } catch (error) {
    if (error instanceof StoreError && list.includes(error.code)) return error;
    throw new Error(`The store breaks a rule: ${what} should end with ${wanted} and ended with ${error}.`, {
      cause: error,
    });
  }
  throw new Error(`The store breaks a rule: ${what} should end with ${wanted} and was done.`);
}

/** How racing operations ended: how many were done, how many lost; anything but a lost race is rethrown. */
export async function raced(
  operations: readonly Promise<unknown>[],
): Promise<{ readonly won: number; readonly lost: number }> {
  let won = 0;
  let lost = 0;
  for (const outcome of await Promise.allSettled(operations)) {
    if (outcome.status === "fulfilled") won += 1;
    else if (isConflict(outcome.reason)) lost += 1;
    else throw outcome.reason;
  }
  return { won, lost };
}

/** Whether an error says that somebody else was first. */
export function isConflict(error: unknown): boolean {
  return error instanceof StoreError && error.code === "STORE_CONFLICT";
}

function sameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every(
      (name) => Object.hasOwn(right, name) && sameJson(propertyOf(left, name), propertyOf(right, name)),
    )
  );
}

function propertyOf(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
