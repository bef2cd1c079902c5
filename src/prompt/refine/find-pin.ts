import type { AgentReport } from "../../contracts/agent.ts";
import type { Model } from "../../contracts/model.ts";
import type {
  PromptLock,
  PromptRefinement,
  PromptRefineOptions,
  RefinedPin,
} from "../../contracts/refined-prompt.ts";
import type { Store } from "../../contracts/store.ts";
import { PromptRefinementError } from "../../core/errors/prompt-errors.ts";
import type { Usage } from "../../core/usage.ts";
import { formatPlaceholder, placeholdersOf } from "../grammar.ts";
import { checkRewrite } from "./certificate.ts";
import { criteriaOf, pinKey } from "./pin-key.ts";
import { checkPin, type PinOwner, pinRecord } from "./pin-record.ts";
import { atomicStore, type PinShelf, pinShelf } from "./pin-shelf.ts";
import type { FoundPin, RefineState } from "./refine-options.ts";

/** A search that knows the signal under which it goes on. */
type Within = PromptRefineOptions & { readonly signal: AbortSignal };

type Found = Extract<PromptRefinement, { readonly error?: undefined }>;

/**
 * Finds the pin of a prompt in the lockfile or in the store, or compiles it and stores it. Never rejects.
 *
 * @param fresh compiles whatever is pinned
 */
export async function findPin(state: RefineState, within: Within, fresh: boolean): Promise<PromptRefinement> {
  const search = new PinSearch(state, within);
  try {
    const { pin, from } = await search.find(fresh);
    return { pin, text: pin.text, from, ...search.account() };
  } catch (cause) {
    const error =
      cause instanceof PromptRefinementError
        ? cause
        : new PromptRefinementError(`The prompt could not be compiled: ${messageOf(cause)}`, {
            reason: "model",
            cause,
          });
    return { error, ...search.account() };
  }
}

/** One search, and what it has to tell. */
class PinSearch {
  readonly #state: RefineState;
  readonly #within: Within;
  readonly #warnings: Set<string> = new Set();
  #usage: Usage = {};
  #report: AgentReport | undefined;
  #owner: PinOwner = { key: "", source: "", model: "" };
  #shelf: PinShelf = pinShelf({}, "", undefined);

  constructor(state: RefineState, within: Within) {
    this.#state = state;
    this.#within = within;
  }

  account(): Pick<Found, "warnings" | "usage" | "report"> {
    const report = this.#report;
    return { warnings: [...this.#warnings], usage: this.#usage, ...(report && { report }) };
  }

  async find(fresh: boolean): Promise<Pick<Found, "pin" | "from">> {
    const { source, options, pin } = this.#state;
    const { model, params, criteria, frozen, trust, store } = options;
    const { blocks } = source;
    if (trust) (await import("./trust.ts")).checkTrust(trust);
    const text = templateOf(blocks.map((block) => block.resolve()));
    const key = await pinKey({ model, params, criteria, blocks });
    this.#owner = { key, source: text, model: `${model.provider}:${model.name}`, trust };
    this.#shelf = pinShelf(options, key, this.#within.signal);
    if (text === "") {
      const { certificate } = checkRewrite("", "");
      return { pin: await pinRecord(this.#owner, { text, certificate, usage: {} }), from: "memory" };
    }
    const locked = fresh ? undefined : await this.#inLockfiles([options.lock, this.#within.lock]);
    if (locked) return { pin: locked, from: "lock" };
    let answers = store !== undefined;
    if (store && !fresh) {
      const found = await this.#read().catch((error) => this.#warn("The store gave no pin", error));
      if (found?.pin) return { pin: found.pin, from: "store" };
      answers = found !== undefined;
    }
    // It is looked up again because another process may have written at the same time; it stays where none has.
    if (pin && !fresh) return { pin, from: answers ? "store" : "memory" };
    if (frozen || !model.complete || (trust?.verify && !trust.sign)) {
      throw new PromptRefinementError(
        "The prompt has no pin, and none may be made here. Compile it elsewhere, and keep its pin in the lockfile.",
        { reason: "frozen" },
      );
    }
    const atomic = fresh ? undefined : atomicStore(options);
    return atomic ? this.#compileOnce(model, atomic) : this.#compileAlone(model, fresh || !answers);
  }

  async #inLockfiles(locks: readonly (PromptLock | undefined)[]): Promise<RefinedPin | undefined> {
    for (const { pins } of locks.filter((lock) => lock !== undefined)) {
      const { key } = this.#owner;
      if (!Object.hasOwn(pins ?? {}, key)) continue;
      const locked = await checkPin(pins[key], this.#owner);
      if (typeof locked === "object") return locked;
      this.#warn(`The pin of the lockfile was passed over: ${locked}.`);
    }
    return undefined;
  }

  /** Has one of all that share the store compile. */
  async #compileOnce(model: Model, store: Store): Promise<Pick<Found, "pin" | "from">> {
    const { compileOnce } = await import("./single-flight.ts");
    const { key, timeoutMs, write } = this.#shelf;
    const warn = (message: string) => this.#warn(message);
    return compileOnce(
      { store, key, signal: this.#within.signal, timeoutMs, warn },
      () => this.#read(),
      ({ signal }) => this.#compile(model, signal),
      write,
    );
  }

  /** @param overwrites a pin that somebody else stored meanwhile is written over */
  async #compileAlone(model: Model, overwrites: boolean): Promise<Pick<Found, "pin" | "from">> {
    const pin = await this.#compile(model, this.#within.signal);
    if (!this.#state.options.store) return { pin, from: "model" };
    try {
      const other = overwrites ? undefined : (await this.#read()).pin;
      if (other) return { pin: other, from: "store" };
      await this.#shelf.write(pin);
    } catch (error) {
      this.#warn("The pin was not stored", error);
    }
    return { pin, from: "model" };
  }

  async #compile(model: Model, signal: AbortSignal): Promise<RefinedPin> {
    const { params, criteria, refinerTimeoutMs: timeoutMs = 120_000, trust } = this.#state.options;
    const { sessionId, parent } = this.#within;
    const { source } = this.#owner;
    const { askRefiner } = await import("./ask-refiner.ts");
    const rules = criteriaOf(criteria);
    const task = { model, params, criteria: rules, source, timeoutMs, signal, sessionId, parent };
    const outcome = await askRefiner(task);
    this.#usage = outcome.usage;
    this.#report = outcome.report;
    if (outcome.error) throw outcome.error;
    for (const warning of outcome.warnings) this.#warn(warning);
    const pin = await pinRecord(this.#owner, outcome);
    return trust ? (await import("./trust.ts")).sealPin(pin, trust) : pin;
  }

  async #read(): Promise<FoundPin> {
    const { value, version = null } = await this.#shelf.read();
    if (value === undefined) return { version };
    const checked = await checkPin(value, this.#owner);
    if (typeof checked === "object") return { pin: checked, version };
    this.#warn(`What the store has for the prompt was passed over: ${checked}.`);
    return { version };
  }

  #warn(message: string, error?: unknown): void {
    this.#warnings.add(error === undefined ? message : `${message}: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
