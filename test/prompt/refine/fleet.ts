import type { RefinedPin } from "../../../src/contracts/refined-prompt.ts";
import type { Store } from "../../../src/contracts/store.ts";
import type {
  CompiledOnce,
  CompileFence,
  FoundPin,
  PinPlace,
} from "../../../src/prompt/refine/refine-options.ts";
import { compileOnce, type LeaseTiming } from "../../../src/prompt/refine/single-flight.ts";

/** The key that the fleets of the tests compile. */
export const PIN_KEY = "refine/prompt";

/** One of those who want a pin: its own handle of the store, and how it compiles. */
export interface Member {
  readonly store: Store;
  readonly compile: (fence: CompileFence) => Promise<RefinedPin>;
  readonly timing?: LeaseTiming;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly warnings?: Set<string>;
}

/** What one member of a fleet does for its pin, as a compiled prompt does it. */
export function wantPin(member: Member): Promise<CompiledOnce> {
  const { store, compile, timing, warnings = new Set() } = member;
  const place: PinPlace = {
    store,
    key: PIN_KEY,
    signal: member.signal ?? new AbortController().signal,
    timeoutMs: member.timeoutMs ?? Number.POSITIVE_INFINITY,
    warnings,
  };
  return compileOnce(
    place,
    () => readPin(store),
    compile,
    async (pin, ifVersion) => void (await store.set(PIN_KEY, { ...pin } as never, { ifVersion })),
    timing,
  );
}

/** What stands under the key. */
export async function readPin(store: Store): Promise<FoundPin> {
  const entry = await store.get(PIN_KEY);
  if (!entry) return { version: null };
  return { pin: entry.value as unknown as RefinedPin, version: entry.version };
}

/** A pin with a text. */
export function pinOf(text: string): RefinedPin {
  const kept = { placeholder: 0, number: 0, url: 0, literal: 0, heading: 0, obligation: 0 };
  return {
    v: 1,
    key: "a".repeat(64),
    text,
    sourceHash: "b".repeat(64),
    paritySet: [],
    recipe: "1",
    model: "mock:refiner",
    createdAt: "2026-01-01T00:00:00.000Z",
    usage: { input: 1, output: 1, total: 2 },
    certificate: { v: 1, ok: true, kept, lost: [], added: [] },
  };
}
