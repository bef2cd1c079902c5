import { type EventHandlers, type RunEvent, type Subscribe, Subscriptions } from "./events.ts";

/** How many events may wait for their reader before the producer pauses. */
const HIGH_WATER = 128;

/**
 * The events of a run, to iterate once, and its result. It never rejects: a failure is the last event and the result.
 * Leaving the loop early cancels the run. Reading only `result`, or only listening with `on`, runs it to its end.
 */
export interface RunStream<Event extends RunEvent, Result> extends AsyncIterableIterator<Event> {
  /** The result of the run. Resolves in every case. */
  readonly result: Promise<Result>;
  /** Adds handlers beside the iteration. Handlers added in the same turn as the stream hear the first event. */
  readonly on: Subscribe<Event>;
  /** Stops the run and gives the reason. Unlike after leaving the loop, the last events still come. */
  cancel(reason?: unknown): void;
  return(): Promise<IteratorResult<Event>>;
}

/** What the producer of a stream gets: where its events go, and when to wait. */
export interface StreamSink<Event extends RunEvent> {
  /** What was added with `on`. */
  readonly handlers: Subscriptions<Event>;
  /** Takes the next event; bound, so that it can be handed on as a function. */
  readonly emit: (event: Event) => void;
  /** Whether the reader is behind; then await `drained()` before producing more. */
  readonly full: boolean;
  drained(): Promise<void>;
}

/** A run's stream as a queue between one producer and one reader, with back-pressure and without timers. */
export class EventQueue<Event extends RunEvent, Result>
  implements RunStream<Event, Result>, StreamSink<Event>
{
  readonly handlers: Subscriptions<Event> = new Subscriptions();
  readonly on: Subscribe<Event> = ((...added: [EventHandlers<Event>]) => {
    this.#listened = true;
    this.#resume();
    return this.handlers.on(...added);
  }) as Subscribe<Event>;
  readonly emit = (event: Event): void => {
    if (this.#closed) return;
    if (this.#readers.length > 0) this.#readers.shift()?.({ value: event, done: false });
    else this.#queue.push(event);
  };
  readonly #result: Promise<Result>;
  readonly #cancel: (reason: unknown) => void;
  #queue: Event[] = [];
  #head = 0;
  #resultWanted = false;
  #listened = false;
  #reading = false;
  #closed = false;
  readonly #readers: ((next: IteratorResult<Event>) => void)[] = [];
  #wakeProducer: (() => void) | undefined;

  /**
   * @param start makes the run; called in a microtask, so that handlers added right after are in time. Never rejects.
   * @param cancel aborts the run; called when the reader leaves early or says so.
   */
  constructor(start: (sink: StreamSink<Event>) => Promise<Result>, cancel: (reason: unknown) => void) {
    this.#cancel = cancel;
    this.#result = Promise.resolve()
      .then(() => start(this))
      .finally(() => this.#close());
  }

  get result(): Promise<Result> {
    this.#resultWanted = true;
    this.#resume();
    return this.#result;
  }

  get full(): boolean {
    if (this.#queue.length - this.#head < HIGH_WATER) return false;
    return !this.#resultWanted && (this.#reading || !this.#listened);
  }

  drained(): Promise<void> {
    if (!this.full) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wakeProducer = resolve;
    });
  }

  next(): Promise<IteratorResult<Event>> {
    this.#reading = true;
    const event = this.#queue[this.#head];
    if (event !== undefined) {
      this.#head += 1;
      if (this.#head === this.#queue.length || this.#head > 1024) {
        this.#queue = this.#queue.slice(this.#head);
        this.#head = 0;
      }
      if (this.#wakeProducer && !this.full) this.#resume();
      return Promise.resolve({ value: event, done: false });
    }
    if (this.#closed) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#readers.push(resolve);
    });
  }

  cancel(reason: unknown = "The stream was cancelled."): void {
    if (!this.#closed) this.#cancel(reason);
  }

  return(): Promise<IteratorResult<Event>> {
    if (!this.#closed) {
      this.#queue = [];
      this.#head = 0;
      this.#close();
      this.#cancel("The reader of the stream stopped.");
    }
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    this.#reading = true;
    return this;
  }

  #resume(): void {
    const wake = this.#wakeProducer;
    this.#wakeProducer = undefined;
    wake?.();
  }

  #close(): void {
    this.#closed = true;
    this.#resume();
    for (const read of this.#readers.splice(0)) read({ value: undefined, done: true });
  }
}
