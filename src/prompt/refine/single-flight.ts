import type { RefinedPin } from "../../contracts/refined-prompt.ts";
import type { StoreEntry } from "../../contracts/store.ts";
import { linkSignal } from "../../core/abort.ts";
import { bounded } from "../../core/bounded.ts";
import { messageOf } from "../../core/errors/message-of.ts";
import { randomId } from "../../core/ids.ts";
import { wait } from "../../core/wait.ts";
import { isConflict } from "../../store/is-conflict.ts";
import { isNamed } from "../../store/is-named.ts";
import type { CompiledOnce, CompileFence, CompileOnce, FoundPin, PinPlace } from "./refine-options.ts";
import { inWebLock, type WebLocks } from "./web-lock.ts";

/** How the lease of a compilation goes. Times are in milliseconds. */
export interface LeaseTiming {
  /** How long a lease stays after its holder last gave a sign of life. Default 12,000. */
  readonly leaseMs?: number | undefined;
  /**
   * How long one holder gives signs of life, and waits for the lock of its tabs. After twice as long a call compiles beside the
   * others. Default 300,000.
   */
  readonly waitMs?: number | undefined;
  readonly now?: (() => number) | undefined;
  readonly wait?: typeof wait | undefined;
  /** The locks between tabs; those of the browser by default, `null` for none. */
  readonly locks?: WebLocks | null | undefined;
}

type Lease = { readonly owner: string; readonly fence: number; readonly expiresAt: number };

/** The wait between two looks grows from the first to the last. */
const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 1000;

/** `CompileOnce`, with a clock and locks that a test may set. */
export function compileOnce(
  place: PinPlace,
  read: Parameters<CompileOnce>[1],
  compile: Parameters<CompileOnce>[2],
  write: Parameters<CompileOnce>[3],
  timing: LeaseTiming = {},
): Promise<CompiledOnce> {
  const flight = new Flight(place, read, compile, write, timing);
  return inWebLock(place, timing.locks, flight.waitMs, () => flight.run());
}

/**
 * One call's way to a pin. The lease spares the others a compilation; what makes the pin one is that it is written over the
 * version that its writer saw, so that of several who compile all the same the first one wins, and the others get its pin.
 */
class Flight {
  readonly waitMs: number;
  readonly #place: PinPlace;
  readonly #read: () => Promise<FoundPin>;
  readonly #compile: (fence: CompileFence) => Promise<RefinedPin>;
  readonly #write: (pin: RefinedPin, ifVersion: string | null) => Promise<unknown>;
  readonly #leaseMs: number;
  readonly #now: () => number;
  readonly #wait: typeof wait;
  readonly #owner: string = randomId();
  readonly #until: number;
  /** What this call compiled before its lease was lost. */
  #compiled: RefinedPin | undefined;
  /** The lease of another, and since when it is known so. */
  #seen: { readonly version: string; readonly since: number } | undefined;
  /** The own lease: its version, and when its holder last gave a sign of life. */
  #version = "";
  #number = 0;
  #alive = 0;

  constructor(
    place: PinPlace,
    read: Parameters<CompileOnce>[1],
    compile: Parameters<CompileOnce>[2],
    write: Parameters<CompileOnce>[3],
    timing: LeaseTiming,
  ) {
    this.#place = place;
    this.#read = read;
    this.#compile = compile;
    this.#write = write;
    this.#leaseMs = timing.leaseMs ?? 12_000;
    this.waitMs = timing.waitMs ?? 300_000;
    this.#now = timing.now ?? Date.now;
    this.#wait = timing.wait ?? wait;
    this.#until = this.#now() + 2 * this.waitMs;
  }

  async run(): Promise<CompiledOnce> {
    const { signal, warnings } = this.#place;
    let version: string | null = null;
    for (let look = FIRST_LOOK_MS; ; look = Math.min(look * 1.6, LAST_LOOK_MS)) {
      signal.throwIfAborted();
      let isMine: boolean;
      try {
        const found = await this.#read();
        if (found.pin) return { pin: found.pin, from: "store" };
        version = found.version;
        isMine = await this.#take();
      } catch (error) {
        warnings.add(`The store keeps no lease, so that others may compile the same: ${messageOf(error)}`);
        return this.#alone(version);
      }
      const done = isMine && (await this.#hold(version));
      if (done) return done;
      if (this.#now() >= this.#until) {
        warnings.add(
          `No pin came while others compiled it for ${2 * this.waitMs} ms: it was compiled beside them.`,
        );
        return this.#alone(version);
      }
      await this.#wait(look, signal);
    }
  }

  /** Takes the lease where it is free, or where its holder gave no sign of life for as long as a lease lasts. */
  async #take(): Promise<boolean> {
    const found = await this.#entry();
    const lease = leaseIn(found);
    // A write without an answer may have been done.
    if (found && lease?.owner === this.#owner) return this.#holds(found.version, lease.fence);
    if (found && lease && this.#isLive(found.version, lease)) return false;
    try {
      await this.#sign((lease?.fence ?? 0) + 1, found?.version ?? null);
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      const now = await this.#entry();
      const own = leaseIn(now);
      if (!now || own?.owner !== this.#owner) throw error;
      return this.#holds(now.version, own.fence);
    }
  }

  /** Clocks of machines differ: what counts is how long a lease stood unchanged here, or that it is over beyond doubt. */
  #isLive(version: string, { expiresAt }: Lease): boolean {
    const now = this.#now();
    if (this.#seen?.version !== version) this.#seen = { version, since: now };
    return now - this.#seen.since < this.#leaseMs && now < expiresAt + this.#leaseMs;
  }

  #holds(version: string, number: number): true {
    this.#version = version;
    this.#number = number;
    this.#alive = this.#now();
    return true;
  }

  /** Compiles under the lease. Gives nothing where the lease was lost to another. */
  async #hold(before: string | null): Promise<CompiledOnce | undefined> {
    const { signal } = this.#place;
    const fence = linkSignal(signal);
    const stop = linkSignal(signal);
    let isLost = false;
    const lose = (): void => {
      isLost = true;
      fence.abort(new DOMException("Another one compiles this prompt by now.", "AbortError"));
    };
    const renewing = this.#renew(stop.signal, lose);
    const rest = async (): Promise<void> => {
      stop.abort();
      await renewing;
    };
    try {
      // Somebody may have been done in between.
      const { pin, version } = await this.#read().catch((): FoundPin => ({ version: before }));
      if (pin) return { pin, from: "store" };
      this.#compiled ??= await this.#compile({ number: this.#number, signal: fence.signal });
      await rest();
      // A process that slept for long has to ask whether it is the holder still.
      const isSure = this.#now() - this.#alive < this.#leaseMs / 2;
      if (isLost || !(isSure || (await this.#isHolder()))) {
        isLost = true;
        return undefined;
      }
      return await this.#keep(this.#compiled, version);
    } catch (error) {
      if (isLost && !signal.aborted) return undefined;
      throw error;
    } finally {
      await rest();
      fence.release();
      stop.release();
      if (!isLost) await this.#free();
    }
  }

  /** Gives signs of life. A compilation that hangs gives none after a while: then another one may try. */
  async #renew(stop: AbortSignal, lose: () => void): Promise<void> {
    for (const until = this.#now() + this.waitMs; this.#now() < until; ) {
      try {
        await this.#wait(this.#leaseMs / 3, stop);
      } catch {
        return;
      }
      if (!(await this.#isHolder())) return lose();
    }
  }

  /** Gives a sign of life. A store that does not answer leaves it open whether the lease was lost: then it was not. */
  async #isHolder(): Promise<boolean> {
    try {
      await this.#sign(this.#number, this.#version);
    } catch (error) {
      if (!isConflict(error)) return true;
      // What is in the way may be an own sign of life whose answer was lost.
      const now = await this.#entry().catch(() => undefined);
      const lease = leaseIn(now);
      if (!now || lease?.owner !== this.#owner) return false;
      this.#version = now.version;
    }
    return true;
  }

  async #sign(fence: number, ifVersion: string | null): Promise<void> {
    const { store } = this.#place;
    const at = this.#now();
    const lease: Lease = { owner: this.#owner, fence, expiresAt: at + this.#leaseMs };
    // The lease of a dead one whose prompt nobody wants any more goes by itself.
    const ttlMs = store.traits.ttl ? this.#leaseMs * 10 : undefined;
    const { version } = await this.#bounded(store.set(this.#key, lease, { ifVersion, ttlMs }));
    this.#holds(version, fence);
    this.#alive = at;
  }

  async #free(): Promise<void> {
    const { store } = this.#place;
    const freed = this.#bounded(store.delete(this.#key, { ifVersion: this.#version }));
    // What cannot be freed, others take over.
    await freed.catch(() => undefined);
  }

  async #alone(version: string | null): Promise<CompiledOnce> {
    const { signal } = this.#place;
    this.#compiled ??= await this.#compile({ number: this.#number, signal });
    return this.#keep(this.#compiled, version);
  }

  /** Writes the pin, unless another one stands there by now: then that one holds. */
  async #keep(pin: RefinedPin, version: string | null): Promise<CompiledOnce> {
    try {
      try {
        await this.#write(pin, version);
      } catch (error) {
        if (!isConflict(error)) throw error;
        const found = await this.#read();
        if (found.pin) return { pin: found.pin, from: "store" };
        // What came in between is no pin that may be served.
        await this.#write(pin, found.version);
      }
    } catch (error) {
      this.#place.warnings.add(`The pin was not stored: ${messageOf(error)}`);
    }
    return { pin, from: "model" };
  }

  #entry(): Promise<StoreEntry | undefined> {
    return this.#bounded(this.#place.store.get(this.#key));
  }

  get #key(): string {
    return `${this.#place.key}/lease`;
  }

  #bounded<Value>(work: Promise<Value>): Promise<Value> {
    return bounded(work, this.#place.timeoutMs);
  }
}

function leaseIn(entry: StoreEntry | undefined): Lease | undefined {
  const value: unknown = entry?.value;
  if (!isNamed(value)) return undefined;
  const { owner, fence, expiresAt } = value;
  const isLease = typeof owner === "string" && typeof fence === "number" && typeof expiresAt === "number";
  return isLease ? { owner, fence, expiresAt } : undefined;
}
