/** What a test knows of an object, and does to it, over all the instances that the object has. */
export interface ObjectLife {
  /** How often each effect was had. */
  readonly effects: Map<string, number>;
  readonly effect: (name: string) => Promise<void>;
  /** How often it died at a write, and how many writes there were. */
  deaths: number;
  writes: () => number;
  /** Ends the object; set by the test. */
  die: () => void;
  /** Waits until the test opens the gate, which then stays open. */
  readonly gate: () => Promise<void>;
  readonly open: () => void;
}

declare global {
  /** Tests and objects run in one isolate, but not always on one copy of a module. */
  var objectLives: Map<string, ObjectLife> | undefined;
}

/** The life of the object of a name. */
export function objectLife(name: string): ObjectLife {
  globalThis.objectLives ??= new Map();
  const known = globalThis.objectLives.get(name);
  if (known) return known;
  const effects = new Map<string, number>();
  let isOpen = false;
  const life: ObjectLife = {
    effects,
    async effect(effect) {
      effects.set(effect, (effects.get(effect) ?? 0) + 1);
    },
    deaths: 0,
    writes: () => 0,
    die: () => undefined,
    // Looked at again and again: a promise of one request cannot be settled by another.
    async gate() {
      while (!isOpen) await new Promise((resolve) => setTimeout(resolve, 2));
    },
    open() {
      isOpen = true;
    },
  };
  globalThis.objectLives.set(name, life);
  return life;
}
