/** An event: its name in `type`, the run it belongs to, and its payload. */
export interface RunEvent {
  readonly type: string;
  readonly runId: string;
  readonly rootRunId: string;
}

/** Handlers by event name. What a handler returns is ignored, what it throws is reported and does no harm. */
export type EventHandlers<Event extends RunEvent> = {
  readonly [Name in Event["type"]]?: (event: Extract<Event, { readonly type: Name }>) => unknown;
};

/** Subscribes to one event by name, or to several by a record. Returns the function that unsubscribes. */
export interface Subscribe<Event extends RunEvent> {
  <Name extends Event["type"]>(
    name: Name,
    handler: (event: Extract<Event, { readonly type: Name }>) => unknown,
  ): () => void;
  (handlers: EventHandlers<Event>): () => void;
}

type AnyHandler<Event> = (event: Event) => unknown;

/** The handlers that were added to one object after it was made, such as an agent or a stream. */
export class Subscriptions<Event extends RunEvent> {
  readonly #handlers: Set<EventHandlers<Event>> = new Set();

  get size(): number {
    return this.#handlers.size;
  }

  /** Adds a handler for one name, or a record of handlers. */
  readonly on: Subscribe<Event> = (
    first: string | EventHandlers<Event>,
    handler?: AnyHandler<never>,
  ): (() => void) => {
    const handlers = (typeof first === "string" ? { [first]: handler } : first) as EventHandlers<Event>;
    this.#handlers.add(handlers);
    return () => void this.#handlers.delete(handlers);
  };

  [Symbol.iterator](): IterableIterator<EventHandlers<Event>> {
    return this.#handlers.values();
  }
}

/** The listeners of one run. */
export interface EventListeners<Event extends RunEvent> {
  /** In the order in which they hear of an event: definition, instance, call, stream. */
  readonly tiers: readonly (EventHandlers<Event> | Subscriptions<Event> | undefined)[];
  /** Hear everything, after the tiers: the queue of a stream, the log. */
  readonly sinks: readonly ((event: Event) => void)[];
  /** Told of what a handler threw or rejected with. */
  readonly onHandlerError: (event: Event, error: unknown) => void;
}

/** Sends the events of one run to its listeners. Ask `active` before making an event: nobody may listen. */
export class EventDispatcher<Event extends RunEvent> {
  readonly #listeners: EventListeners<Event>;
  readonly #subscriptions: readonly Subscriptions<Event>[];
  readonly #handled: boolean;

  constructor(listeners: EventListeners<Event>) {
    this.#listeners = listeners;
    this.#subscriptions = listeners.tiers.filter((tier) => tier instanceof Subscriptions);
    this.#handled = listeners.tiers.some((tier) => tier !== undefined && !(tier instanceof Subscriptions));
  }

  /** Whether anybody listens now. */
  get active(): boolean {
    return this.#listeners.sinks.length > 0 || this.#hasHandlers;
  }

  emit(event: Event): void {
    if (this.#hasHandlers) {
      for (const tier of this.#listeners.tiers) {
        if (tier instanceof Subscriptions) for (const handlers of tier) this.#send(handlers, event);
        else if (tier) this.#send(tier, event);
      }
    }
    for (const sink of this.#listeners.sinks) sink(event);
  }

  get #hasHandlers(): boolean {
    return this.#handled || this.#subscriptions.some((subscriptions) => subscriptions.size > 0);
  }

  #send(handlers: EventHandlers<Event>, event: Event): void {
    const handler = (handlers as Readonly<Record<string, AnyHandler<Event> | undefined>>)[event.type];
    if (handler === undefined) return;
    try {
      const returned = handler(event);
      if (returned instanceof Promise) {
        returned.catch((error: unknown) => this.#listeners.onHandlerError(event, error));
      }
    } catch (error) {
      this.#listeners.onHandlerError(event, error);
    }
  }
}
