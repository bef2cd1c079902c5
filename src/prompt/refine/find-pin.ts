import type { AgentReport } from "../../contracts/agent.ts";
import type { PromptRefinement, PromptRefineOptions, RefinedPin } from "../../contracts/refined-prompt.ts";
import type { Store } from "../../contracts/store.ts";
import { abortable, linkSignal } from "../../core/abort.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import { PromptRefinementError } from "../../core/errors/prompt-errors.ts";
import type { Usage } from "../../core/usage.ts";
import { formatPlaceholder, placeholdersOf } from "../grammar.ts";
import { checkRewrite } from "./certificate.ts";
import { checkTrust, mayCompile } from "./check-trust.ts";
import { criteriaOf, pinKey, pinPath } from "./pin-key.ts";
import { checkPin, type PinOwner, pinRecord } from "./pin-record.ts";
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
    const why = cause instanceof Error ? cause.message : String(cause);
    const error =
      cause instanceof PromptRefinementError
        ? cause
        : new PromptRefinementError(`The prompt could not be compiled: ${why}`, { reason: "model", cause });
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
  #store: Store | undefined;
  #at = "";
  #owner: PinOwner = { key: "", source: "" };

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
    const { model, params, criteria, frozen, trust } = options;
    const { blocks } = source;
    checkTrust(trust);
    const text = templateOf(blocks.map((block) => block.resolve()));
    const key = await pinKey({ model, params, criteria, blocks });
    this.#owner = { key, source: text, trust };
    this.#at = pinPath(key);
    if (text === "") {
      const { certificate } = checkRewrite("", "");
      return { pin: await this.#record({ text, certificate, usage: {} }), from: "memory" };
    }
    for (const lock of fresh ? [] : [options.lock, this.#within.lock]) {
      if (!lock || !Object.hasOwn(lock.pins ?? {}, key)) continue;
      const locked = await checkPin(lock.pins[key], this.#owner);
      if (typeof locked === "object") return { pin: locked, from: "lock" };
      this.#warn(`The pin of the lockfile was passed over: ${locked}.`);
    }
    this.#store = await this.#adapted();
    let answers = this.#store !== undefined;
    if (answers && !fresh) {
      const found = await this.#read().catch((error) => this.#warn("The store gave no pin", error));
      if (found?.pin) return { pin: found.pin, from: "store" };
      answers = found !== undefined;
    }
    // It is looked up again because another process may have written at the same time; it stays where none has.
    if (pin && !fresh) return { pin, from: answers ? "store" : "memory" };
    if (frozen || !mayCompile(trust)) {
      const why = frozen ? '"frozen" lets none be made' : "none that is trusted can be made here";
      const message = `The prompt has no pin, and ${why}. Compile it elsewhere, and keep its pin in the lockfile.`;
      throw new PromptRefinementError(message, { reason: "frozen" });
    }
    return answers && !fresh && this.#store?.traits.atomic
      ? this.#compileOnce(this.#store)
      : this.#compileAlone(fresh || !answers);
  }

  /** Has one of all that share the store compile. */
  async #compileOnce(store: Store): Promise<Pick<Found, "pin" | "from">> {
    const { compileOnce } = await import("./single-flight.ts");
    const place = {
      store,
      key: this.#at,
      signal: this.#within.signal,
      timeoutMs: this.#timeoutMs,
      warn: (message: string) => this.#warn(message),
    };
    return compileOnce(
      place,
      () => this.#read(),
      ({ signal }) => this.#compile(signal),
      (pin, ifVersion) => this.#write(pin, ifVersion),
    );
  }

  /** @param overwrites a pin that somebody else stored meanwhile is written over */
  async #compileAlone(overwrites: boolean): Promise<Pick<Found, "pin" | "from">> {
    const pin = await this.#compile(this.#within.signal);
    try {
      const { pin: other } = overwrites || !this.#store ? {} : await this.#read();
      if (other) return { pin: other, from: "store" };
      await this.#write(pin);
    } catch (error) {
      this.#warn("The pin was not stored", error);
    }
    return { pin, from: "model" };
  }

  async #compile(signal: AbortSignal): Promise<RefinedPin> {
    const { model, params, criteria, refinerTimeoutMs: timeoutMs = 120_000, trust } = this.#state.options;
    // Only a frozen prompt may have no more than the name of its refiner.
    if (!model.complete) throw new PromptRefinementError("There is no refiner.", { reason: "frozen" });
    const { askRefiner } = await import("./ask-refiner.ts");
    const { source } = this.#owner;
    const { sessionId, parent } = this.#within;
    const task = {
      model,
      params,
      criteria: criteriaOf(criteria),
      source,
      timeoutMs,
      signal,
      sessionId,
      parent,
    };
    const outcome = await askRefiner(task);
    const { usage, report, error } = outcome;
    this.#usage = usage;
    this.#report = report;
    if (error) throw error;
    for (const warning of outcome.warnings) this.#warn(warning);
    const pin = await this.#record(outcome);
    return trust ? (await import("./trust.ts")).sealPin(pin, trust) : pin;
  }

  #record({
    text,
    certificate,
    usage,
  }: Pick<RefinedPin, "text" | "certificate" | "usage">): Promise<RefinedPin> {
    const { provider, name } = this.#state.options.model;
    return pinRecord(this.#owner, { model: `${provider}:${name}`, text, certificate, usage });
  }

  async #adapted(): Promise<Store | undefined> {
    const { store } = this.#state.options;
    if (!store || "traits" in store) return store as Store | undefined;
    const { storeFrom } = await import("../../store/key-value-store.ts");
    const get = async (key: string): Promise<unknown> => {
      const value = await store.get(key);
      if (value === null) this.#warn("The store had null for the prompt.");
      return value;
    };
    // Every call has its limit here anyway.
    const options = { timeoutMs: Number.POSITIVE_INFINITY };
    return storeFrom({ get, set: (key, value) => store.set(key, value) }, options);
  }

  async #read(): Promise<FoundPin> {
    const entry = await this.#bounded(async (store) => store.get(this.#at));
    if (!entry) return { version: null };
    const { value, version } = entry;
    const checked = await checkPin(value, this.#owner);
    if (typeof checked === "object") return { pin: checked, version };
    this.#warn(`What the store has for the prompt was passed over: ${checked}.`);
    return { version };
  }

  async #write(pin: RefinedPin, ifVersion?: string | null): Promise<boolean> {
    try {
      await this.#bounded(async (store) =>
        store.set(this.#at, JSON.parse(JSON.stringify(pin)), { ifVersion }),
      );
      return true;
    } catch (error) {
      if (AIError.is(error) && error.code === "STORE_CONFLICT") return false;
      throw error;
    }
  }

  async #bounded<Value>(work: (store: Store) => Promise<Value>): Promise<Value | undefined> {
    if (!this.#store) return undefined;
    const limit = linkSignal(this.#within.signal, this.#timeoutMs);
    try {
      return await abortable(work(this.#store), limit.signal);
    } finally {
      limit.release();
    }
  }

  get #timeoutMs(): number {
    return this.#state.options.timeoutMs ?? 5000;
  }

  #warn(message: string, error?: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#warnings.add(error === undefined ? message : `${message}: ${why}`);
  }
}

/** The text that is compiled: the blocks in one, as the model gets to see them. */
function templateOf(texts: readonly string[]): string {
  const template = texts.filter((text) => text.trim() !== "").join("\n\n");
  const apart = new Set(texts.flatMap(placeholdersOf).map(formatPlaceholder));
  const torn = placeholdersOf(template)
    .map(formatPlaceholder)
    .find((token) => !apart.has(token));
  if (torn === undefined) return template;
  throw new PromptRefinementError(
    "A placeholder begins in one block and ends in another. Close it in its block.",
    {
      reason: "parity",
      issues: [`The placeholder ${torn} spans two blocks.`],
    },
  );
}
