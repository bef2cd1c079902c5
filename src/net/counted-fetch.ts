/** A `fetch` that counts. */
export interface CountedFetch {
  readonly fetch: typeof globalThis.fetch;
  /** How many requests were made since the last `reset()`, with the redirects that were followed counted as one each. */
  used(): number;
  reset(): void;
}

/**
 * Makes a `fetch` that counts its requests, for platforms that allow one invocation only so many. A request counts before it
 * is sent. Of the hops of a followed redirect a response tells only that there were some: ask with `redirect: "manual"`, as
 * `guardedFetch` does, where they must count exactly.
 *
 * @example
 * const counted = countedFetch();
 * counted.used(); // 0
 */
export function countedFetch(): CountedFetch {
  let used = 0;
  return {
    async fetch(...request) {
      used += 1;
      const response = await globalThis.fetch(...request);
      if (response.redirected) used += 1;
      return response;
    },
    used: () => used,
    reset() {
      used = 0;
    },
  };
}
