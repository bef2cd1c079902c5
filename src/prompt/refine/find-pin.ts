import type { Model } from "../../contracts/model.ts";
import type {
  PromptLock,
  PromptRefinement,
  PromptRefineOptions,
  RefinedPin,
} from "../../contracts/refined-prompt.ts";
import { messageOf } from "../../core/errors/message-of.ts";
import { PromptRefinementError } from "../../core/errors/prompt-errors.ts";
import { formatPlaceholder, placeholdersOf } from "../grammar.ts";
import { criteriaOf, pinKey } from "./pin-key.ts";
import { checkPin, type PinOwner, pinRecord } from "./pin-record.ts";
import { atomicStore, type PinShelf, pinShelf } from "./pin-shelf.ts";
import type { CompiledOnce, FoundPin, RefineAccount, RefineState } from "./refine-options.ts";

/** One search, under a signal of its own, and what it has to tell. */
interface Search extends PromptRefineOptions {
  readonly signal: AbortSignal;
  readonly state: RefineState;
  readonly account: RefineAccount;
  readonly owner: PinOwner;
  readonly shelf: PinShelf;
}

type Found = Pick<Extract<PromptRefinement, { readonly error?: undefined }>, "pin" | "from">;

/**
 * Finds the pin of a prompt in the lockfile or in the store, or compiles it and stores it. Never rejects.
 *
 * @param fresh compiles whatever is pinned
 */
export async function findPin(
  state: RefineState,
  within: PromptRefineOptions & { readonly signal: AbortSignal },
  fresh: boolean,
): Promise<PromptRefinement> {
  const account: RefineAccount = { usage: {}, warnings: new Set() };
  const told = (): Pick<PromptRefinement, "usage" | "warnings" | "report"> => ({
    ...account,
    warnings: [...account.warnings],
  });
  try {
    const { source, options } = state;
    const { model, params, criteria, trust } = options;
    const { blocks } = source;
    if (trust) (await import("./trust.ts")).checkTrust(trust);
    const template = templateOf(blocks.map((block) => block.resolve()));
    const key = await pinKey({ model, params, criteria, blocks });
    const owner: PinOwner = { key, source: template, model: `${model.provider}:${model.name}`, trust };
    const shelf = pinShelf(options, key, within.signal);
    const { pin, from } = await find({ ...within, state, account, owner, shelf }, fresh);
    return { pin, text: pin.text, from, ...told() };
  } catch (cause) {
    const error =
      cause instanceof PromptRefinementError
        ? cause
        : new PromptRefinementError(`The prompt could not be compiled: ${messageOf(cause)}`, {
            reason: "model",
            cause,
          });
    return { error, ...told() };
  }
}

async function find(search: Search, fresh: boolean): Promise<Found> {
  const { state, account, owner, shelf } = search;
  const { options, pin } = state;
  const { model, frozen, trust, store } = options;
  if (owner.source === "") {
    const { checkRewrite } = await import("./certificate.ts");
    const { certificate } = checkRewrite("", "");
    return { pin: await pinRecord(owner, { text: "", certificate, usage: {} }), from: "memory" };
  }
  const locked = fresh ? undefined : await inLockfiles(search, [options.lock, search.lock]);
  if (locked) return { pin: locked, from: "lock" };
  let answers = store !== undefined;
  if (store && !fresh) {
    try {
      const found = await read(search);
      if (found.pin) return { pin: found.pin, from: "store" };
    } catch (error) {
      account.warnings.add(`The store gave no pin: ${messageOf(error)}`);
      answers = false;
    }
  }
  // It is looked up again because another process may have written at the same time; it stays where none has.
  if (pin && !fresh) return { pin, from: answers ? "store" : "memory" };
  if (frozen || !model.complete || (trust?.verify && !trust.sign)) {
    throw new PromptRefinementError(
      "The prompt has no pin, and none may be made here. Compile it elsewhere, into the lockfile.",
      { reason: "frozen" },
    );
  }
  const atomic = fresh ? undefined : atomicStore(options);
  if (!atomic) return compileAlone(search, model, fresh || !answers);
  // Has one of all that share the store compile.
  const { compileOnce } = await import("./single-flight.ts");
  const place = { ...shelf, store: atomic, signal: search.signal, warnings: account.warnings };
  return compileOnce(
    place,
    () => read(search),
    ({ signal }) => compile(search, model, signal),
    shelf.write,
  );
}

async function inLockfiles(
  { owner, account }: Search,
  locks: readonly (PromptLock | undefined)[],
): Promise<RefinedPin | undefined> {
  for (const lock of locks) {
    if (!lock || !Object.hasOwn(lock.pins ?? {}, owner.key)) continue;
    const locked = await checkPin(lock.pins[owner.key], owner);
    if (typeof locked === "object") return locked;
    account.warnings.add(`The pin of the lockfile was passed over: ${locked}.`);
  }
  return undefined;
}

/** @param overwrites a pin that somebody else stored meanwhile is written over */
async function compileAlone(search: Search, model: Model, overwrites: boolean): Promise<CompiledOnce> {
  const pin = await compile(search, model, search.signal);
  try {
    const other = overwrites ? undefined : (await read(search)).pin;
    if (other) return { pin: other, from: "store" };
    await search.shelf.write(pin);
  } catch (error) {
    search.account.warnings.add(`The pin was not stored: ${messageOf(error)}`);
  }
  return { pin, from: "model" };
}

async function compile(search: Search, model: Model, signal: AbortSignal): Promise<RefinedPin> {
  const { state, account, owner, sessionId, parent } = search;
  const { params, criteria, refinerTimeoutMs: timeoutMs = 120_000, trust } = state.options;
  const { askRefiner } = await import("./ask-refiner.ts");
  const { source } = owner;
  const rules = criteriaOf(criteria);
  const task = { model, params, criteria: rules, source, timeoutMs, signal, sessionId, parent };
  const pin = await pinRecord(owner, { ...(await askRefiner(task, account)), usage: { ...account.usage } });
  return trust ? (await import("./trust.ts")).sealPin(pin, trust) : pin;
}

async function read({ shelf, owner, account }: Search): Promise<FoundPin> {
  const { value, version = null } = await shelf.read();
  if (value === undefined) return { version };
  const checked = await checkPin(value, owner);
  if (typeof checked === "object") return { pin: checked, version };
  account.warnings.add(`The pin of the store was passed over: ${checked}.`);
  return { version };
}

/** The text that is compiled: the blocks in one, as the model gets to see them. */
function templateOf(texts: readonly string[]): string {
  const template = texts.filter((text) => text.trim() !== "").join("\n\n");
  const tokensOf = (parts: readonly string[]): string[] => [
    ...new Set(parts.flatMap(placeholdersOf).map(formatPlaceholder)),
  ];
  if (tokensOf(texts).join() === tokensOf([template]).join()) return template;
  const message = "A placeholder begins in one block and ends in another. Close it in its block.";
  throw new PromptRefinementError(message, { reason: "parity", issues: [message] });
}
