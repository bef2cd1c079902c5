import type { AgentEvent } from "../../src/contracts/agent.ts";
import type { StoredError, StoredEvent, StreamEnd } from "../../src/contracts/event-log.ts";
import type { Json, Message } from "../../src/contracts/message.ts";
import type { DurableOptions } from "../../src/contracts/snapshot.ts";
import type { Store } from "../../src/contracts/store.ts";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import { countedFetch } from "../../src/net/counted-fetch.ts";
import { plainJson } from "../../src/store/plain-json.ts";
import { checkPositive } from "../../src/store/positive-options.ts";
import { AgentSession } from "./agent-session.ts";
import type { AgentObjectState, ObjectSocket, SessionAgent } from "./object-state.ts";
import { type ObjectStorage, objectStorageStore } from "./object-storage-store.ts";
import { type Remote, remote } from "./remote.ts";
import { respond } from "./session-http.ts";
import { type PageOptions, pageOf } from "./session-page.ts";
import type { RunState } from "./session-records.ts";
import { publicError } from "./session-refusals.ts";
import { SessionSockets } from "./session-sockets.ts";

/** Options of an agent object. */
export interface AgentObjectOptions extends Pick<DurableOptions, "mode" | "maxAttempts"> {
  /**
   * `DurableObject` of `cloudflare:workers`. The runtime lets other Workers call the methods of an object whose class extends
   * it; without it the object is spoken to with `fetch` alone.
   */
  readonly base?: (abstract new (context: never, env: never) => object) | undefined;
  /** How many runs may wait for the one that is at work. Default 0: a second one is refused with `SESSION_BUSY`. */
  readonly queue?: number | undefined;
  /**
   * How many requests a run may make in one invocation before it is saved and goes on in the next one, counted by the `fetch`
   * that the agent is made with. Leave room for one trip below what the plan allows. No limit where it is missing.
   */
  readonly maxSubrequests?: number | undefined;
  /** How many messages of the conversation a run gets: the last ones, from a message of the user on. Default all. */
  readonly maxHistory?: number | undefined;
  /** How long an ended run and its events are kept, in milliseconds. Default 7 days. The conversation is kept until `clear()`. */
  readonly keepMs?: number | undefined;
  /** After how many milliseconds the alarm looks whether a run has lost its object. Default 30,000. */
  readonly wakeMs?: number | undefined;
  /** The longest body of a request, in bytes, and message of a socket, in characters. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * The origins whose pages may open a WebSocket, such as `https://app.example.com`, besides that of the address which the object
   * is asked at; `*` for all. Browsers send cookies with WebSockets from any page.
   */
  readonly origins?: readonly string[] | undefined;
  /** Which events are stored and can be read. Default all. */
  readonly keep?: ((event: AgentEvent) => boolean) | undefined;
  /** What clients get of an event, or `undefined` for nothing of it. Default all, also prompts and the results of tools. */
  readonly send?: ((event: StoredEvent<AgentEvent>) => Json | undefined) | undefined;
  /** What `GET …/messages` shows of a message, or `undefined` to leave it out. Default all, also the results of tools. */
  readonly sendMessage?: ((message: Message) => Json | undefined) | undefined;
  /** Sends a comment after so many quiet milliseconds of a stream of events. Off where it is missing. */
  readonly heartbeatMs?: number | undefined;
  /** Where the object keeps its state. Default `objectStorageStore(storage)`. */
  readonly store?: ((storage: ObjectStorage) => Store) | undefined;
}

/** What an agent is made with. */
export interface AgentObjectContext {
  /** The name of the object, or its id where it has none. */
  readonly sessionId: string;
  /** A `fetch` whose requests count against `maxSubrequests`: hand it to the model and to tools. */
  readonly fetch: typeof globalThis.fetch;
  /** Where the object keeps its state; tools may keep theirs there under keys of their own. */
  readonly store: Store;
}

/** A refusal, as a value: errors lose their codes on the way from one Worker to another. */
export interface Refusal {
  readonly error: StoredError;
  readonly status?: undefined;
  readonly text?: undefined;
  readonly outcome?: undefined;
}

/** A Durable Object that serves one session of an agent. What its methods return is plain data, with nothing to dispose of. */
export interface AgentObject {
  fetch(request: Request): Promise<Response>;
  alarm(): Promise<void>;
  webSocketMessage(socket: ObjectSocket, message: string | ArrayBuffer): Promise<void>;
  webSocketClose(socket: ObjectSocket): Promise<void>;
  webSocketError(socket: ObjectSocket): Promise<void>;
  /** Runs the agent to its end, or joins the run of that id. With `wait: false` it resolves when the run is sure to be made. */
  send(
    input: string,
    options?: { readonly runId?: string; readonly wait?: boolean },
  ): Promise<Remote<RunState | Refusal>>;
  /** The messages of all completed turns, or the last `limit` ones before an index. */
  messages(options?: { readonly limit?: number; readonly before?: number }): Promise<Remote<Message>[]>;
  /** Removes the conversation; ended runs and their events stay until their time is over. Refused while a run is open. */
  clear(): Promise<Remote<Refusal> | undefined>;
  /** Cancels a run for good, and waits until it has settled. */
  cancel(runId: string, reason?: string): Promise<Remote<StreamEnd | Refusal>>;
  /** Waits until a run has ended. */
  result(runId: string): Promise<Remote<RunState | Refusal>>;
}

/** The class of an agent object. */
export type AgentObjectClass<Env> = new (
  context: AgentObjectState,
  env: Env,
) => AgentObject & {
  /** Lets `DurableObjectNamespace<…>` of Cloudflare's types take the class. */
  readonly __DURABLE_OBJECT_BRAND: never;
};

/**
 * Makes the class of a Durable Object that serves one session of an agent: it keeps the conversation, runs that survive its
 * eviction, and their events, all in its own SQLite. Name it under `new_sqlite_classes`. The agent may be made by a function,
 * because keys are in the bindings.
 *
 * Over `fetch`, by the end of the path: `POST …/messages` with `{ input, runId? }` begins a run, or joins the one of that id, and
 * answers with its events (`Accept: text/event-stream`) or its end; `GET …/messages?limit=&before=` is the conversation, or the last so
 * many messages before an index, with `first`, `total` and the open `runs`; `DELETE …/messages` removes it; `GET …/runs/ID` is how a run
 * stands, `GET …/runs/ID/events` its events after `Last-Event-ID`, and `DELETE …/runs/ID?reason=` cancels it and waits until it has
 * settled. A client that leaves stops nothing. Failures are `{ error }`: 400, 403, 404, 405, 409 (`SESSION_BUSY`), 413, 415, 503, 507.
 *
 * Over a WebSocket (`Upgrade: websocket`) the same as JSON: `{ type: "send", input, runId? }`, `{ type: "resume", runId, after? }`,
 * `{ type: "cancel", runId, reason? }`; the answers are `run`, `event` with its `id`, `end`, `cancelled` and `error`. A socket that hibernates
 * gets the rest when the object is back.
 *
 * A run that loses its object is taken up by the object's alarm: settled calls are not repeated, and attempts are bounded
 * (`maxAttempts`). Runs that failed or were cancelled leave nothing in the conversation. An approval handler of the agent asks and
 * waits in the object: where it puts its request aside, the run ends as failed with `INTERRUPT_SUSPENDED`, and cannot go on.
 *
 * The object authorises nobody: whoever reaches it may read and write the session. Decide that in the Worker in front of it. It sends
 * no CORS headers either: pages of other sites can neither send nor read anything, unless that Worker lets them.
 *
 * Extend the class that you get, as below: then `wrangler types` can name it.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for options that no run could go on with.
 * @example
 * export class Chat extends agentObject(() => agent({ model: new LocalSDK().model({ name: "local" }) })) {}
 *
 * export default {
 *   async fetch(request: Request): Promise<Response> {
 *     const user = request.headers.get("cf-access-authenticated-user-email"); // whoever your login says it is
 *     if (!user) return new Response(null, { status: 401 });
 *     return env.CHAT.getByName(user).fetch(request);
 *   },
 * };
 */
export function agentObject<Env = unknown>(
  agent: SessionAgent | ((env: Env, context: AgentObjectContext) => SessionAgent),
  options: AgentObjectOptions = {},
): AgentObjectClass<Env> {
  const { store: storeOf = objectStorageStore, base: Base = class {} } = options;
  checkOptions(options);
  return class extends Base implements AgentObject {
    declare readonly __DURABLE_OBJECT_BRAND: never;
    readonly #session: AgentSession;
    readonly #sockets: SessionSockets;

    constructor(state: AgentObjectState, env: Env) {
      // The base asks for the runtime's own types, which are wider than what is asked for here.
      super(state as never, env as never);
      const requests = countedFetch();
      const store = storeOf(state.storage);
      if (!store.batch || !store.traits.atomic) {
        throw new ConfigError(
          `The ${store.name} store cannot keep a session: it needs compare-and-set and "batch", as objectStorageStore has them.`,
        );
      }
      let made: SessionAgent | undefined;
      const makeAgent = (sessionId: string): SessionAgent => {
        made ??=
          typeof agent === "function" ? agent(env, { sessionId, store, fetch: requests.fetch }) : agent;
        return made;
      };
      this.#session = new AgentSession({ state, store, requests, options, agent: makeAgent });
      this.#sockets = new SessionSockets(this.#session, state, options);
    }

    async fetch(request: Request): Promise<Response> {
      await this.#session.goOn().catch(() => undefined);
      if (request.headers.get("upgrade")?.toLowerCase() === "websocket") return this.#sockets.accept(request);
      return respond(this.#session, request, options);
    }

    alarm(): Promise<void> {
      return this.#session.alarm();
    }

    async webSocketMessage(socket: ObjectSocket, message: string | ArrayBuffer): Promise<void> {
      await this.#session.goOn().catch(() => undefined);
      await this.#sockets.message(socket, message);
    }

    async webSocketClose(socket: ObjectSocket): Promise<void> {
      this.#sockets.close(socket);
    }

    async webSocketError(socket: ObjectSocket): Promise<void> {
      this.#sockets.close(socket);
    }

    send(
      input: string,
      { runId, wait = true }: { readonly runId?: string; readonly wait?: boolean } = {},
    ): Promise<Remote<RunState | Refusal>> {
      return asValue(async () => {
        const run = await this.#session.send(input, runId);
        return remote(wait ? await this.#session.result(run.runId) : run);
      });
    }

    async messages(page: PageOptions = {}): Promise<Remote<Message>[]> {
      return pageOf(await this.#session.messages(), page).messages.map(remote);
    }

    clear(): Promise<Remote<Refusal> | undefined> {
      return asValue(() => this.#session.clear().then(() => undefined));
    }

    cancel(runId: string, reason?: string): Promise<Remote<StreamEnd | Refusal>> {
      return asValue(async () => remote(await this.#session.cancel(runId, reason)));
    }

    result(runId: string): Promise<Remote<RunState | Refusal>> {
      return asValue(async () => remote(await this.#session.result(runId)));
    }
  };
}

function checkOptions({ queue = 0, ...options }: AgentObjectOptions): void {
  const { maxSubrequests, maxAttempts, maxHistory, keepMs, wakeMs, maxBodyBytes, heartbeatMs } = options;
  const times = { keepMs, wakeMs, heartbeatMs };
  checkPositive("an agent object", { maxSubrequests, maxAttempts, maxHistory, maxBodyBytes, ...times });
  if (!(queue >= 0)) throw new ConfigError(`The "queue" of an agent object is ${queue}. Use 0 or more.`);
}

async function asValue<Value>(work: () => Promise<Value>): Promise<Value | Remote<Refusal>> {
  try {
    return await work();
  } catch (cause) {
    return { error: plainJson(publicError(cause)) as Json & Remote<StoredError> };
  }
}
