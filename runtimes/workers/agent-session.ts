import type { AgentEvent } from "../../src/contracts/agent.ts";
import type { LoggedEvent, StreamEnd } from "../../src/contracts/event-log.ts";
import type { Message } from "../../src/contracts/message.ts";
import type { Store } from "../../src/contracts/store.ts";
import { AIError } from "../../src/core/errors/ai-error.ts";
import type { CountedFetch } from "../../src/net/counted-fetch.ts";
import { type ReadStreamOptions, readStream } from "../../src/store/cancel-stream.ts";
import { plainJson } from "../../src/store/plain-json.ts";
import { type RunPlace, runPlace } from "../../src/store/run-place.ts";
import type { AgentObjectOptions } from "./agent-object.ts";
import type { AgentObjectState, SessionAgent } from "./object-state.ts";
import { isRunId, messageOf } from "./session-fields.ts";
import { type SessionLog, sessionLog } from "./session-log.ts";
import { recentFrom } from "./session-page.ts";
import { hasEnded, type RunRecord, type RunState, runState, SessionRecords } from "./session-records.ts";
import { invalidInput, noRun, sessionBusy } from "./session-refusals.ts";
import { durableOptions, type RunEnding, type SessionRun, startRun } from "./session-run.ts";
import { turnOf } from "./session-turn.ts";

/** What a session works with. */
export interface AgentSessionSetup {
  readonly state: Pick<AgentObjectState, "storage" | "id">;
  readonly store: Store;
  readonly agent: (sessionId: string) => SessionAgent;
  readonly requests: CountedFetch;
  readonly options: AgentObjectOptions;
}

const KEPT_MS = 604_800_000;
const REASON_UNITS = 1000;

/**
 * One conversation with an agent, whose runs survive the object that they run in. One run at a time is at work; the alarm is
 * set as long as one is open, so that there is always somebody who takes it up.
 */
export class AgentSession {
  readonly #setup: AgentSessionSetup;
  readonly #records: SessionRecords;
  readonly #place: RunPlace;
  readonly #keepMs: number;
  readonly #running: Map<string, { readonly run: SessionRun; readonly done: Promise<void> }> = new Map();
  #last: Promise<unknown> = Promise.resolve();

  constructor(setup: AgentSessionSetup) {
    this.#setup = setup;
    this.#keepMs = setup.options.keepMs ?? KEPT_MS;
    this.#records = new SessionRecords(setup.store, this.#keepMs);
    this.#place = runPlace(setup.store);
  }

  /** Begins a run, or finds the one of that id. Rejects with `SESSION_BUSY` and `INVALID_INPUT`. */
  async send(message: unknown, id?: unknown): Promise<RunState> {
    const { input, runId } = messageOf(message, id);
    const record = await this.#alone(async () => {
      const known = await this.#records.run(runId);
      if (known && known.input !== input)
        throw invalidInput(`The run "${runId}" was begun with another input.`);
      if (known) return known;
      const { open } = await this.#records.head();
      const { queue = 0 } = this.#setup.options;
      if (open[0] !== undefined && open.length > queue) throw sessionBusy(open[0], queue);
      // Before there is anything to take up there is somebody who will.
      await this.#wakeLater();
      return this.#records.add(runId, input, this.#setup.state.id.name);
    });
    await this.goOn();
    return runState(record);
  }

  messages(): Promise<readonly Message[]> {
    return this.#records.messages();
  }

  /** The runs that have not ended, the one at work first. */
  async openRuns(): Promise<readonly RunState[]> {
    const { open } = await this.#records.head();
    const records = await Promise.all(open.map((runId) => this.#records.run(runId)));
    return records.flatMap((record) => (record ? [runState(record)] : []));
  }

  /** Removes the conversation. Rejects with `SESSION_BUSY` while a run is open, which goes on from it. */
  clear(): Promise<void> {
    return this.#alone(async () => {
      const { open } = await this.#records.head();
      if (open[0] !== undefined) throw sessionBusy(open[0], 0);
      await this.#records.clear();
    });
  }

  /** How a run stands. Rejects with `STREAM_NOT_FOUND`. */
  async run(runId: string): Promise<RunState> {
    return runState(await this.#record(runId));
  }

  /** Waits until a run has ended. Rejects with `STREAM_NOT_FOUND`, and `STORE_…` where its end cannot be written down. */
  async result(runId: string): Promise<RunState> {
    for (;;) {
      const state = await this.run(runId);
      if (hasEnded(state)) return state;
      await this.#atWork(runId);
    }
  }

  /** The events of a run after an id, to its end. Throws `STREAM_NOT_FOUND`. */
  async *events(
    runId: string,
    options: ReadStreamOptions,
  ): AsyncGenerator<LoggedEvent<AgentEvent>, StreamEnd, undefined> {
    const record = await this.#record(runId);
    // An object that died between the end of the run and that of its stream.
    if (hasEnded(record) && !this.#running.has(runId)) {
      await this.#log(runId).end({ outcome: outcomeOf(record) });
    }
    const patience = { waitMs: Number.POSITIVE_INFINITY };
    return yield* readStream<AgentEvent>(this.#setup.store, runId, { ...options, ...patience });
  }

  /** Cancels a run for good, and waits until it has settled. Rejects with `STREAM_NOT_FOUND`. */
  async cancel(runId: string, why?: string): Promise<StreamEnd> {
    const reason = why?.slice(0, REASON_UNITS);
    const waited = await this.#alone(() => this.#cancelWaiting(runId, reason));
    if (waited) {
      await this.#putAway(runId);
      return waited;
    }
    await this.goOn();
    const atWork = this.#running.get(runId);
    if (!atWork) return { outcome: outcomeOf(await this.#record(runId)) };
    const end = await atWork.run.cancel(reason);
    await atWork.done;
    return end;
  }

  /** Ends a run that waits for another one. To a run that has lost its object the wish is left. */
  async #cancelWaiting(runId: string, reason: string | undefined): Promise<StreamEnd | undefined> {
    const record = await this.#record(runId);
    if (this.#running.has(runId) || hasEnded(record)) return undefined;
    const log = this.#log(runId);
    if ((await this.#records.head()).open[0] === runId) {
      await log.requestCancel(reason);
      return undefined;
    }
    const error = new AIError("AGENT_CANCELLED", "The run was cancelled before it began.", {}, "cancelled");
    await this.#writeEnd(runId, { outcome: "cancelled", error });
    const end: StreamEnd = { outcome: "cancelled", ...(reason === undefined ? {} : { reason }) };
    // A reader that comes later gives it its end.
    await log.end(end).catch(() => undefined);
    return end;
  }

  /** An alarm: what is open goes on, or there is nothing to do any more. */
  async alarm(): Promise<void> {
    const { open, ended } = await this.#records.head();
    if (open.length + ended.length === 0) return;
    await this.#wakeLater();
    await this.goOn();
  }

  /** Takes up what nobody is at work on. Every invocation of the object calls it. */
  async goOn(): Promise<void> {
    const { open, ended } = await this.#records.head();
    for (const runId of ended) {
      // What cannot be put away now shall not hold up what waits.
      if (!this.#running.has(runId)) await this.#tidyUp(runId).catch(() => undefined);
    }
    const [first] = open;
    if (first === undefined) return;
    const atWork = this.#running.get(first);
    if (atWork) atWork.run.goOn();
    else await this.#start(first);
  }

  /** Puts away what an object that died has left of an ended run. */
  async #tidyUp(runId: string): Promise<void> {
    const record = await this.#records.run(runId);
    // A reader that comes later gives it its end.
    if (record)
      await this.#log(runId)
        .end({ outcome: outcomeOf(record) })
        .catch(() => undefined);
    await this.#putAway(runId);
  }

  async #start(runId: string): Promise<void> {
    const record = await this.#records.run(runId);
    const { name } = await this.#records.head();
    if (this.#running.has(runId)) return;
    if (!record) {
      await this.#alone(() => this.#records.giveUp(runId));
      return this.goOn();
    }
    if (hasEnded(record)) return;
    const { agent, state, store, requests, options } = this.#setup;
    const { maxHistory = Number.POSITIVE_INFINITY } = options;
    let failure: { readonly cause: unknown } | undefined;
    const run = startRun({
      runId,
      input: record.input,
      sessionId: state.id.name ?? name ?? state.id.toString(),
      // Whoever cancels the run comes to this object: the store need not be asked for it again and again.
      stream: { store, keep: options.keep, ttlMs: this.#keepMs, pollMs: 600_000 },
      durable: durableOptions(store, requests, options),
      agent,
      history: async ({ from }) => (await this.#records.messages()).slice(from),
      begin: async () => {
        requests.reset();
        const checkpoints = (await this.#place.read(runId))?.length ?? 0;
        const begun = await this.#alone(async () => {
          const from = recentFrom(await this.#records.messages(), maxHistory);
          return this.#records.begin(await this.#record(runId), checkpoints, from);
        });
        // The runtime holds back requests until what was written before is safe, but not a crash.
        await this.#setup.state.storage.sync();
        return begun;
      },
      isToldEnd: () => this.#log(runId).isToldEnd(),
      askForInvocation: () => this.#setup.state.storage.setAlarm(Date.now()),
      end: async (ending) => {
        const write = (how: RunEnding): Promise<void> => this.#alone(() => this.#writeEnd(runId, how));
        await write(ending).catch(async (error: unknown) => {
          failure = { cause: error };
          // No later try would find it smaller.
          if (AIError.is(error) && error.code === "STORE_TOO_LARGE") {
            await write({ outcome: "failed", error });
            failure = undefined;
          }
          throw error;
        });
      },
    });
    const done = run.ended
      // What is left to put away where this fails, the next invocation finds.
      .then(() => (failure ? undefined : this.#putAway(runId).catch(() => undefined)))
      .then(() => {
        this.#running.delete(runId);
        // The run stays open, and the next alarm tries again.
        if (failure) throw failure.cause;
      });
    done.catch(() => undefined);
    this.#running.set(runId, { run, done });
  }

  /** Writes down how a run ended. From then on the session takes the next one. */
  async #writeEnd(runId: string, { outcome, result, error }: RunEnding): Promise<void> {
    const record = await this.#record(runId);
    const { text, data, usage } = result ?? {};
    const ended = plainJson({ text, data, usage, error, endedAt: new Date().toISOString() });
    const said = outcome === "completed" ? turnOf(await this.#place.read(runId), record.input, text) : [];
    await this.#records.end({ ...record, ...(ended as object), status: outcome }, said);
  }

  /** Removes what is not needed any more of an ended run, and begins the next. */
  async #putAway(runId: string): Promise<void> {
    await this.#place.delete(runId);
    await this.#alone(async () => {
      await this.#records.close(runId);
      const { open, ended } = await this.#records.head();
      const { storage } = this.#setup.state;
      if (open.length + ended.length === 0) await storage.deleteAlarm();
      // The next one gets an invocation of its own.
      else await storage.setAlarm(Date.now());
    });
  }

  #log(runId: string): SessionLog {
    return sessionLog(this.#setup.store, runId, this.#keepMs);
  }

  async #record(runId: string): Promise<RunRecord> {
    // What can be no run need not be a key of the store.
    const record = isRunId(runId) ? await this.#records.run(runId) : undefined;
    if (record) return record;
    throw noRun(String(runId));
  }

  /** Waits for the run that is at work, so that a run comes nearer to its end. */
  async #atWork(runId: string): Promise<void> {
    await this.goOn();
    const { open } = await this.#records.head();
    await (this.#running.get(runId) ?? this.#running.get(open[0] ?? ""))?.done;
  }

  #wakeLater(): Promise<void> {
    return this.#setup.state.storage.setAlarm(Date.now() + (this.#setup.options.wakeMs ?? 30_000));
  }

  /** Does one change after the other. */
  #alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

function outcomeOf({ status }: RunState): StreamEnd["outcome"] {
  return status === "completed" || status === "cancelled" ? status : "failed";
}
