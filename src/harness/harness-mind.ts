import { callAround } from "../agent/invoke-tool.ts";
import type {
  HarnessEdit,
  HarnessPending,
  HarnessPlan,
  HarnessPlanResult,
  HarnessRefinement,
  HarnessRefineOptions,
  HarnessResult,
  HarnessScope,
  HarnessState,
  HarnessTurn,
} from "../contracts/harness.ts";
import { abortable } from "../core/abort.ts";
import type { AmbientRun } from "../core/ambient.ts";
import { cancellation } from "../core/cancellation.ts";
import { AgentCancelledError } from "../core/errors/agent-errors.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { type Lazy, lazy } from "../core/lazy.ts";
import { keyPart } from "../store/key-part.ts";
import { countTurn } from "./auto-turns.ts";
import type { HarnessAutoOptions, HarnessSettings } from "./harness.ts";
import { type HarnessStore, openHarness } from "./harness-store.ts";
import { warn } from "./harness-warning.ts";
import { overviewForAgent } from "./overview.ts";
import type { PlanningTask } from "./plan-refinement.ts";

const refining: Lazy<typeof import("./refining.ts")> = /* @__PURE__ */ lazy(() => import("./refining.ts"));

/** What was asked for inside a tool, until the turn is over. */
interface Scheduled {
  readonly options: HarnessRefineOptions;
  readonly wish: string | undefined;
  /** The runs of the agents whose turn it was, the innermost first. None where the tool was called by hand. */
  readonly runIds: readonly string[];
}

/** Pending edits older than so many refinements are not looked for. */
const LOOKS_BACK = 500;

/** How a harness thinks: plans, checks, applies, and learns by itself. Loaded when a harness is used first. */
export class HarnessMind {
  readonly store: HarnessStore;
  readonly #options: HarnessSettings;
  readonly #scheduled: Set<Scheduled> = new Set();
  #overview = "";

  constructor(options: HarnessSettings) {
    this.#options = options;
    this.store = openHarness(options);
  }

  async refine(options: HarnessRefineOptions): Promise<HarnessResult> {
    return callAround(options.parent) ? this.schedule(options.parent, options) : this.#refine(options);
  }

  /** Notes what is to be done when the turn is over. Nothing in a tool may wait for the end of its own turn. */
  schedule(
    within: AmbientRun | undefined,
    { wish, ...options }: HarnessRefineOptions & { readonly wish?: string },
  ): HarnessResult {
    this.#scheduled.add({ options, wish, runIds: agentsAround(within) });
    return { type: "harness", status: "scheduled", usage: {}, warnings: [] };
  }

  async plan(
    options: HarnessRefineOptions,
    more: Pick<PlanningTask, "wish" | "unasked"> = {},
  ): Promise<HarnessPlanResult> {
    const { scope = "local" } = options;
    const { model, maxTokens } = this.#options;
    const [baseline, history, ...beside] = await Promise.all([
      this.store.state(scope),
      this.store.history(scope),
      ...(scope === "local" ? [this.store.state("global")] : []),
    ]);
    const { planRefinement } = await refining();
    return planRefinement({ ...options, ...more, model, maxTokens, baseline, beside, history });
  }

  async apply(
    { scope, baseline, proposal, material, tainted }: HarnessPlan,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<HarnessResult> {
    const { guards, approval } = this.#options;
    const judged = { scope, tainted, material, guards, approval, signal };
    const { judgeEdits } = await refining();
    const verdicts = await abortable(judgeEdits(proposal.edits, judged), signal).catch((cause) => {
      throw signal?.aborted
        ? new AgentCancelledError("The refinement was cancelled.", cancellation(signal))
        : cause;
    });
    const options = { verdicts, ...(tainted && { tainted }) };
    const data = await this.store.apply(scope, baseline, proposal, options);
    return { type: "harness", status: data.status, data, usage: {}, warnings: [] };
  }

  remember(edits: HarnessEdit | readonly HarnessEdit[], scope?: HarnessScope): Promise<HarnessRefinement> {
    const all = [edits].flat();
    return this.store.edit(scope ?? all[0]?.scope ?? "local", all, { source: "user" });
  }

  async rollback(id: string): Promise<HarnessRefinement> {
    const isGlobal = await this.store.find("global", id);
    return this.store.rollback(isGlobal ? "global" : "local", id);
  }

  async pending(): Promise<readonly HarnessPending[]> {
    const found = await Promise.all((["local", "global"] as const).map((scope) => this.#pendingIn(scope)));
    return found
      .flat()
      .sort((one, other) =>
        one.refinement === other.refinement
          ? one.edit - other.edit
          : one.refinement < other.refinement
            ? -1
            : 1,
      );
  }

  async approve(refinement: string, edit = 0): Promise<HarnessRefinement> {
    const waiting = await this.#waiting(refinement, edit);
    const { scope, proposed } = waiting;
    const { guards } = this.#options;
    const { judgeEdits } = await refining();
    const [verdict] = await judgeEdits([proposed], { scope, tainted: false, guards });
    return this.#decide(waiting, verdict?.status === "failed" ? verdict.reason : undefined);
  }

  async reject(refinement: string, edit = 0, reason = "rejected"): Promise<HarnessRefinement> {
    return this.#decide(await this.#waiting(refinement, edit), reason);
  }

  async overview(): Promise<string> {
    try {
      this.#overview = overviewForAgent(await this.#states());
    } catch (cause) {
      this.#warn("overview.failed", "What was read last is used.", cause);
    }
    return this.#overview;
  }

  async turnEnded(turn: HarnessTurn): Promise<void> {
    const { run: parent, signal, depth, goesOn } = turn;
    const due = [...this.#scheduled].filter(
      ({ runIds }) => runIds.length === 0 || !parent || runIds.includes(parent.runId),
    );
    for (const scheduled of due) this.#scheduled.delete(scheduled);
    for (const { options, wish } of due) {
      const isOwn = options.conversation !== undefined || options.messages !== undefined;
      const told = isOwn ? {} : { conversation: turn.conversation, tainted: turn.tainted };
      const marked = (turn.tainted || options.tainted) && { tainted: true };
      await this.#tell(this.#refine({ ...options, ...told, ...marked, parent, signal }, { wish }));
    }
    const { auto = true } = this.#options;
    if (goesOn || depth > 0 || !auto) return;
    const { waitUntil, ...pace }: HarnessAutoOptions = auto === true ? {} : auto;
    if (waitUntil) waitUntil(this.#learn(turn, pace, {}));
    else await this.#learn(turn, pace, { parent, signal });
  }

  /** Learns without being asked, where it is time and a reviewer finds it worth it. Never rejects. */
  async #learn(
    turn: HarnessTurn,
    {
      turnInterval: interval = 25,
      cooldownMs: cooldown = 20 * 60_000,
      afterCompaction = true,
    }: HarnessAutoOptions,
    within: Pick<HarnessRefineOptions, "parent" | "signal">,
  ): Promise<void> {
    try {
      const { store, id, prefix, model, reviewer = model, branch, now = Date.now } = this.#options;
      // Where the conversation is must be known before the reviewer takes its time.
      const at = branch?.();
      const key = `${prefix}/turns/${await keyPart(store.name, "id of a harness", id)}`;
      const isReason = afterCompaction && turn.compacted === true;
      if (!(await countTurn(store, key, { interval, cooldown }, now(), isReason))) return;
      const { conversation, tainted } = turn;
      const { reviewConversation } = await refining();
      if (!(await reviewConversation(within, reviewer, conversation))) return;
      await this.#tell(this.#refine({ ...within, conversation, tainted }, { unasked: true }, at));
    } catch (cause) {
      this.#warn("auto.failed", "Nothing was learned; the cooldown has begun.", cause);
    }
  }

  /** Both phases. Between them the conversation may have gone another way. */
  async #refine(
    options: HarnessRefineOptions,
    more?: Pick<PlanningTask, "wish" | "unasked">,
    begunAt?: unknown,
  ): Promise<HarnessResult> {
    const { branch = this.#options.branch } = options;
    const at = begunAt ?? branch?.();
    const { plan, error, ...spent } = await this.plan(options, more);
    if (!plan) return { type: "harness", status: "failed", error, ...spent };
    if (branch?.() !== at) return { type: "harness", status: "discarded", ...spent };
    return { ...(await this.apply(plan, { signal: options.signal ?? options.parent?.signal })), ...spent };
  }

  async #tell(refining: Promise<HarnessResult>): Promise<void> {
    const { error } = await refining.catch((cause: unknown) => ({ error: cause }));
    if (error) this.#warn("refine.failed", "Nothing was learned.", error);
  }

  #states(): Promise<readonly HarnessState[]> {
    return Promise.all([this.store.state("local"), this.store.state("global")]);
  }

  async #pendingIn(scope: HarnessScope): Promise<readonly HarnessPending[]> {
    const history = await this.store.history(scope, LOOKS_BACK);
    const decided = new Set(history.map(({ approves: of }) => of && `${of.refinement} ${of.edit}`));
    return history.flatMap(({ id, edits }) =>
      edits.flatMap(({ edit: proposed, status, reason = "", before }, edit) =>
        status !== "needs-approval" || decided.has(`${id} ${edit}`)
          ? []
          : [{ refinement: id, edit, scope, proposed, reason, ...(before && { before }) }],
      ),
    );
  }

  async #waiting(refinement: string, edit: number): Promise<HarnessPending> {
    const waiting = (await this.pending()).find((one) => one.refinement === refinement && one.edit === edit);
    if (waiting) return waiting;
    const message = `No edit ${edit} of "${refinement}" waits. Take one that pending() gives.`;
    throw new InvalidRequestError(message);
  }

  /** Records a decision; where it is a yes, upon the entry as it was when the edit was planned. */
  #decide(
    { refinement, edit, scope, proposed, before }: HarnessPending,
    no?: string,
  ): Promise<HarnessRefinement> {
    const baseline = { version: 0, entries: before ? [before] : [] };
    const summary = `${no === undefined ? "Approved" : "Turned down"} edit ${edit} of ${refinement}.`;
    const proposal = { summary, rationale: "", expectedOutcome: "", edits: [proposed] };
    return this.store.apply(scope, baseline, proposal, {
      approves: { refinement, edit },
      tainted: false,
      ...(no !== undefined && { verdicts: [{ status: "failed", reason: no }] }),
    });
  }

  #warn(action: string, message: string, cause: unknown): void {
    warn(this.#options.logger, action, message, AIError.is(cause) ? cause.code : undefined);
  }
}

/** The runs of the agents that wait for a tool, the innermost first. */
function agentsAround(within: AmbientRun | undefined): readonly string[] {
  const run = callAround(within)?.execution.run;
  return run ? [run.runId, ...agentsAround(run.parent)] : [];
}
