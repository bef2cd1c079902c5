/** Counters for what a run may leave behind. They use nothing that one of the four runtimes lacks. */

/** A signal that counts the listeners it has. */
export interface WatchedSignal {
  readonly signal: AbortSignal;
  readonly abort: (reason?: unknown) => void;
  /** How many were ever added; a test that counts none watches nothing. */
  readonly added: () => number;
  readonly left: () => number;
}

/** Makes a signal whose listeners are counted. */
export function watchSignal(): WatchedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Map<unknown, number>();
  const once = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  let added = 0;
  Object.assign(signal, {
    addEventListener(...[type, listener, options]: Parameters<typeof add>) {
      added += 1;
      listeners.set(listener, (listeners.get(listener) ?? 0) + 1);
      if (typeof options === "object" && options.once) once.add(listener);
      add(type, listener, options);
    },
    removeEventListener(...[type, listener, options]: Parameters<typeof remove>) {
      listeners.delete(listener);
      remove(type, listener, options);
    },
  });
  return {
    signal,
    abort(reason) {
      controller.abort(reason);
      // These are gone by themselves when they were called.
      for (const listener of once) listeners.delete(listener);
    },
    added: () => added,
    left: () => [...listeners.values()].reduce((sum, count) => sum + count, 0),
  };
}

/** What happened to timers since the watch began. */
export interface TimerWatch {
  readonly started: () => number;
  /** Those that neither fired nor were cleared. */
  readonly left: () => number;
  readonly restore: () => void;
}

/** Counts the timers that are started from now on, until `restore`. */
export function watchTimers(): TimerWatch {
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const running = new Set<unknown>();
  let started = 0;
  const note = (id: unknown): void => {
    started += 1;
    running.add(id);
  };
  const patched = {
    setTimeout(callback: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) {
      const id = setTimeout(() => {
        running.delete(id);
        callback(...values);
      }, delay);
      note(id);
      return id;
    },
    setInterval(callback: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) {
      const id = setInterval(callback, delay, ...values);
      note(id);
      return id;
    },
    clearTimeout(id: ReturnType<typeof setTimeout> | undefined) {
      running.delete(id);
      clearTimeout(id);
    },
    clearInterval(id: ReturnType<typeof setInterval> | undefined) {
      running.delete(id);
      clearInterval(id);
    },
  };
  Object.assign(globalThis, patched);
  return {
    started: () => started,
    left: () => running.size,
    restore: () => void Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval }),
  };
}

/** The part of Node's process that tells of rejections; Deno has it too. */
interface RejectingProcess {
  on(event: "unhandledRejection", listener: (reason: unknown) => void): void;
  off(event: "unhandledRejection", listener: (reason: unknown) => void): void;
}

/** Collects rejections that nobody handled, until `restore`. The test runner would report them too, without a name. */
export function watchRejections(): { readonly seen: unknown[]; readonly restore: () => void } {
  const seen: unknown[] = [];
  const onEvent = (event: Event): void => {
    if ("reason" in event) seen.push(event.reason);
  };
  const onRejection = (reason: unknown): void => void seen.push(reason);
  const { process } = globalThis as { readonly process?: Partial<RejectingProcess> };
  globalThis.addEventListener?.("unhandledrejection", onEvent);
  process?.on?.("unhandledRejection", onRejection);
  return {
    seen,
    restore() {
      globalThis.removeEventListener?.("unhandledrejection", onEvent);
      process?.off?.("unhandledRejection", onRejection);
    },
  };
}

/** What a reader did to a body. */
export interface BodyWatch {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Resolves when the fetch was called. */
  readonly asked: Promise<void>;
  pulls: number;
  cancels: number;
}

/** How a body behaves. */
export interface BodyPlan {
  readonly chunks: readonly Uint8Array[];
  /** What follows the chunks: an end, or a read that never comes back. */
  readonly last: "ends" | "hangs";
  /** Waits for this before the response is there. */
  readonly after?: Promise<unknown>;
}

/** A `fetch` that ignores its signal, as wrappers and mocks do, and counts what becomes of its one body. */
export function watchBody({ chunks, last, after }: BodyPlan): BodyWatch {
  const asked = Promise.withResolvers<void>();
  const watch: BodyWatch = {
    asked: asked.promise,
    pulls: 0,
    cancels: 0,
    async fetch() {
      asked.resolve();
      await after;
      let next = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            watch.pulls += 1;
            const chunk = chunks[next];
            next += 1;
            if (chunk) controller.enqueue(chunk);
            else if (last === "ends") controller.close();
            return chunk || last === "ends" ? undefined : new Promise(() => {});
          },
          cancel() {
            watch.cancels += 1;
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { status: 200, headers: { "content-type": "text/event-stream" } });
    },
  };
  return watch;
}

/** Lets everything run that is due: microtasks, streams, and the runtime's own look for unhandled rejections. */
export async function settle(milliseconds = 30): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
