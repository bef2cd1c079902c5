/** Gives what was loaded: a promise of it the first time, the thing itself from then on. */
export type Lazy<Loaded> = () => Loaded | Promise<Loaded>;

/**
 * Loads something on first use and hands it over at once from then on. `import()` alone asks the runtime's loader every
 * time, which costs more than a small run. What failed to load is tried again by the next call.
 *
 * @example
 * const greeting = lazy(async () => ({ text: "hello" })); // or () => import("./greeting.ts")
 * await greeting();
 * greeting(); // { text: "hello" }
 */
export function lazy<Loaded extends object>(load: () => Promise<Loaded>): Lazy<Loaded> {
  let loaded: Loaded | undefined;
  return () =>
    loaded ??
    load().then((value) => {
      loaded = value;
      return value;
    });
}

/**
 * Goes on with what was loaded: at once where it is there already, so that no promise is made and waited for.
 *
 * @example
 * const greeting = lazy(async () => ({ text: "hello" }));
 * await whenLoaded(greeting(), ({ text }) => text.length); // 5
 */
export function whenLoaded<Loaded, Result>(
  loaded: Loaded | Promise<Loaded>,
  next: (loaded: Loaded) => Result | Promise<Result>,
): Result | Promise<Result> {
  return loaded instanceof Promise ? loaded.then(next) : next(loaded);
}
