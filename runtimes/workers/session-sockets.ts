import type { AgentObjectOptions } from "./agent-object.ts";
import type { AgentSession } from "./agent-session.ts";
import type { AgentObjectState, ObjectSocket } from "./object-state.ts";
import { fieldsOf } from "./session-fields.ts";
import { invalidInput, publicError, refuse } from "./session-refusals.ts";

/** What a socket remembers beyond the object's memory: the runs that it follows, and the last event that it got of each. */
type Follows = Readonly<Record<string, string>>;

const MESSAGE_UNITS = 1_048_576;
/** What a socket can remember is 2,048 bytes. */
const MAX_FOLLOWED = 8;

/**
 * The WebSockets of a session. They may outlive the object: what a socket follows is kept with it, and after hibernation or
 * eviction it gets the rest.
 */
export class SessionSockets {
  readonly #session: AgentSession;
  readonly #state: AgentObjectState;
  readonly #options: AgentObjectOptions;
  /** The runs that are being sent to a socket from this object. */
  readonly #sending: Map<ObjectSocket, Map<string, AbortController>> = new Map();

  constructor(session: AgentSession, state: AgentObjectState, options: AgentObjectOptions) {
    this.#session = session;
    this.#state = state;
    this.#options = options;
    for (const socket of state.getWebSockets()) {
      for (const runId of Object.keys(followsOf(socket))) this.#send(socket, runId);
    }
  }

  /** Answers the request for a WebSocket. Any page may open one with the user's cookies, so that it is asked where it is from. */
  accept(request: Request): Response {
    const origin = request.headers.get("origin");
    if (origin !== null && !this.#isAllowed(origin, request.url)) {
      const shown = JSON.stringify(origin.slice(0, 100));
      const message = `Pages of ${shown} may not open a WebSocket here. Name the origin under "origins" of the agent object.`;
      return refuse(invalidInput(message, 403));
    }
    const WebSocketPair: new () => { readonly 0: WebSocket; readonly 1: ObjectSocket } = Reflect.get(
      globalThis,
      "WebSocketPair",
    );
    const { 0: client, 1: server } = new WebSocketPair();
    this.#state.acceptWebSocket(server);
    const init = { status: 101, webSocket: client };
    return new Response(null, init);
  }

  /** Does what a client asks. Never rejects: what goes wrong is told to the client. */
  async message(socket: ObjectSocket, message: unknown): Promise<void> {
    let runId: string | undefined;
    try {
      const maxUnits = this.#options.maxBodyBytes ?? MESSAGE_UNITS;
      if (typeof message !== "string" || message.length > maxUnits) {
        throw invalidInput(`Send a text of JSON of at most ${maxUnits} characters.`);
      }
      const fields = fieldsOf(message, ["type", "input", "runId", "after", "reason"]);
      if (typeof fields.runId === "string") runId = fields.runId;
      if (fields.type === "send") {
        const run = await this.#session.send(fields.input, fields.runId);
        runId = run.runId;
        tell(socket, { type: "run", runId, status: run.status });
        this.#follow(socket, runId, "0");
        return;
      }
      if (runId === undefined || (fields.type !== "resume" && fields.type !== "cancel")) {
        throw invalidInput('"type" must be send with an input, or resume or cancel with a runId.');
      }
      if (fields.type === "resume") {
        await this.#session.run(runId);
        this.#follow(socket, runId, typeof fields.after === "string" ? fields.after : "0");
      } else {
        const end = await this.#session.cancel(runId, textOf(fields.reason));
        tell(socket, { type: "cancelled", runId, ...end });
      }
    } catch (cause) {
      tell(socket, { type: "error", runId, error: publicError(cause) });
    }
  }

  /** The client has gone: its runs go on. */
  close(socket: ObjectSocket): void {
    for (const sending of this.#sending.get(socket)?.values() ?? []) sending.abort();
    this.#sending.delete(socket);
    try {
      socket.close();
    } catch {
      // It was closed already.
    }
  }

  #isAllowed(origin: string, url: string): boolean {
    const { origins = [] } = this.#options;
    if (origins.includes(origin) || origins.includes("*")) return true;
    return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
  }

  #follow(socket: ObjectSocket, runId: string, after: string): void {
    const { [runId]: _before, ...others } = followsOf(socket);
    if (Object.keys(others).length >= MAX_FOLLOWED) {
      throw invalidInput(`A socket follows ${MAX_FOLLOWED} runs at most.`);
    }
    remember(socket, { ...others, [runId]: after });
    this.#sending.get(socket)?.get(runId)?.abort();
    this.#send(socket, runId);
  }

  /** Sends the events of a run as they come. Each one is remembered, so that none is sent twice. */
  async #send(socket: ObjectSocket, runId: string): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const ofSocket = this.#sending.get(socket) ?? new Map<string, AbortController>();
    this.#sending.set(socket, ofSocket.set(runId, controller));
    try {
      const { send = (event: object): unknown => event } = this.#options;
      const events = this.#session.events(runId, { after: followsOf(socket)[runId], signal });
      for (;;) {
        const step = await events.next();
        if (signal.aborted) return;
        if (step.done) {
          tell(socket, { type: "end", runId, ...step.value });
          break;
        }
        const { id, event } = step.value;
        const shown = send(event);
        if (shown !== undefined) socket.send(JSON.stringify({ type: "event", runId, id, event: shown }));
        remember(socket, { ...followsOf(socket), [runId]: id });
      }
    } catch (cause) {
      if (signal.aborted) return;
      tell(socket, { type: "error", runId, error: publicError(cause) });
    }
    ofSocket.delete(runId);
    const { [runId]: _ended, ...others } = followsOf(socket);
    remember(socket, others);
  }
}

function followsOf(socket: ObjectSocket): Follows {
  const kept: unknown = socket.deserializeAttachment();
  return typeof kept === "object" && kept !== null ? (kept as Follows) : {};
}

/** Tells a client something, if it is still there. */
function tell(socket: ObjectSocket, message: object): void {
  try {
    socket.send(JSON.stringify(message));
  } catch {
    // It has gone; what it missed it can resume.
  }
}

function remember(socket: ObjectSocket, follows: Follows): void {
  try {
    socket.serializeAttachment(follows);
  } catch {
    // It has gone, and nothing is to be remembered for it.
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
