import type {
  HarnessApproval,
  HarnessEdit,
  HarnessEditResult,
  HarnessOutcome,
  HarnessProposal,
  HarnessRefinement,
  HarnessScope,
  HarnessState,
} from "../contracts/harness.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { timedId } from "../core/timed-id.ts";
import { keyPart } from "../store/key-part.ts";
import { applyEdits } from "./apply-edits.ts";
import type { HarnessSettings } from "./harness.ts";
import { HarnessPlace, type RefinementDraft } from "./harness-place.ts";
import type { KnownEntries } from "./known-entries.ts";
import { undoEdits } from "./undo-edits.ts";

/** Where a harness keeps what it learns. */
export type HarnessStoreOptions = Pick<HarnessSettings, "store" | "id" | "prefix" | "now" | "logger">;

/** Why an edit of a proposal is not to be applied, as somebody found who knows more than its text. */
export interface HarnessVerdict {
  readonly status: "failed" | "needs-approval";
  readonly reason: string;
}

/** Options of one application of edits. */
export interface HarnessApplyOptions {
  /** Who writes. Default `"refine"`. */
  readonly source?: "refine" | "agent" | "user" | undefined;
  /** The edits come from a conversation with untrusted text: the entries are marked. */
  readonly tainted?: boolean | undefined;
  /** What was found of the edits, in their order. An edit that cannot be applied anyway fails with its own reason. */
  readonly verdicts?: readonly (HarnessVerdict | undefined)[] | undefined;
  /** Which waiting edit is applied hereby. */
  readonly approves?: HarnessApproval | undefined;
}

/** What was learned, and how it came about. All methods reject with `StoreError` where the store does. */
export interface HarnessStore {
  /** What is known in a scope. Where it cannot be read it is empty, with a warning in the log. */
  state(scope: HarnessScope): Promise<HarnessState>;
  /** The last refinements of a scope, the oldest of them first, each with its outcome so far. Default: the last 20. */
  history(scope: HarnessScope, limit?: number): Promise<readonly HarnessRefinement[]>;
  /** One refinement by its id, however old it is. */
  find(scope: HarnessScope, id: string): Promise<HarnessRefinement | undefined>;
  /**
   * Applies what of a proposal can be applied, and records all of it. An entry that is not any more as it is in `baseline`,
   * the state that was planned upon, is left alone; without a baseline the edits go upon whatever is there.
   */
  apply(
    scope: HarnessScope,
    baseline: HarnessState | undefined,
    proposal: HarnessProposal,
    options?: HarnessApplyOptions,
  ): Promise<HarnessRefinement>;
  /** Edits by the agent itself or by a person: the same as `apply` with neither plan nor baseline. */
  edit(
    scope: HarnessScope,
    edits: readonly HarnessEdit[],
    options: HarnessApplyOptions & { readonly source: "agent" | "user" },
  ): Promise<HarnessRefinement>;
  /**
   * Takes a refinement back, edit by edit from its last one. What was changed since stays, as a conflict in the result.
   * Rejects with `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for an id that the scope does not have.
   */
  rollback(scope: HarnessScope, id: string): Promise<HarnessRefinement>;
}

/**
 * Opens what a harness has learned: entries of two scopes and the history of each, in a store that other processes use too.
 *
 * @example
 * const store = openHarness({ store: memoryStore(), id: "chat-1", prefix: "harness" });
 * await store.edit("local", [{ operation: "create", kind: "memory", title: "Tabs", content: "The user likes tabs." }], {
 *   source: "user",
 * });
 * (await store.state("local")).entries[0]?.id; // "tabs"
 */
export function openHarness({
  store,
  id,
  prefix,
  now = Date.now,
  logger,
}: HarnessStoreOptions): HarnessStore {
  const placeOf = async (scope: HarnessScope): Promise<HarnessPlace> => {
    const part = scope === "global" ? scope : `local/${await keyPart(store.name, "id of a harness", id)}`;
    return new HarnessPlace(store, `${prefix}/${part}`, scope, now, logger);
  };
  const stateOf = async (scope: HarnessScope): Promise<HarnessState> => {
    const { version, entries } = (await (await placeOf(scope)).read()).head;
    return { version, entries };
  };
  const findIn = async (place: HarnessPlace, wanted: string): Promise<HarnessRefinement | undefined> => {
    for await (const line of place.lines(await place.read())) if (line.id === wanted) return line;
    return undefined;
  };
  /** Records what `make` does to the entries. Its id and its moment stay, however often it is tried. */
  const record = async (
    place: HarnessPlace,
    scope: HarnessScope,
    make: (
      known: KnownEntries,
      at: string,
    ) => Pick<RefinementDraft, "summary" | "edits"> & Partial<RefinementDraft>,
    decides?: HarnessApproval,
  ): Promise<HarnessRefinement> => {
    const time = now();
    const at = new Date(time).toISOString();
    const refinement = timedId(time);
    return place.change((known) => {
      const made = { rationale: "", expectedOutcome: "", ...make(known, at) };
      return { id: refinement, at, scope, status: statusOf(made.edits), ...made };
    }, decides);
  };

  const harness: HarnessStore = {
    state: stateOf,

    async history(scope, limit = 20) {
      const place = await placeOf(scope);
      const lines: HarnessRefinement[] = [];
      const outcomes = new Map<string, HarnessOutcome>();
      if (limit < 1) return lines;
      for await (const line of place.lines(await place.read())) {
        const outcome = outcomes.get(line.id);
        lines.unshift(outcome ? { ...line, outcome } : line);
        if (lines.length >= limit) break;
        // The newest word on a refinement counts.
        for (const [of, said] of Object.entries(line.outcomes ?? {})) {
          if (!outcomes.has(of)) outcomes.set(of, said);
        }
      }
      return lines;
    },

    find: async (scope, wanted) => findIn(await placeOf(scope), wanted),

    async apply(scope, baseline, proposal, options = {}) {
      const place = await placeOf(scope);
      const { edits, outcomes } = proposal;
      const globalIds =
        scope === "local" && edits.some((edit) => edit?.operation !== "create")
          ? new Set((await stateOf("global")).entries.map((entry) => entry.id))
          : undefined;
      return record(
        place,
        scope,
        (known, at) => ({
          summary: textOf(proposal.summary),
          rationale: textOf(proposal.rationale),
          expectedOutcome: textOf(proposal.expectedOutcome),
          edits: applyEdits(known, edits, { ...options, scope, at, baseline, globalIds }),
          ...(outcomes && { outcomes }),
          ...(options.approves && { approves: options.approves }),
        }),
        options.approves,
      );
    },

    edit: (scope, edits, options) =>
      harness.apply(
        scope,
        undefined,
        { summary: `Edited by the ${options.source}.`, rationale: "", expectedOutcome: "", edits },
        options,
      ),

    async rollback(scope, wanted) {
      const place = await placeOf(scope);
      const target = await findIn(place, wanted);
      if (!target) {
        const message = `The ${scope} history of the harness has no refinement "${wanted}". Take an id that history() gives.`;
        throw new InvalidRequestError(message);
      }
      return record(place, scope, (known, at) => ({
        summary: `Took back ${wanted}.`,
        edits: undoEdits(known, target.edits, at),
        rollbackOf: wanted,
      }));
    },
  };
  return harness;
}

/** What is recorded must be readable again, whatever a plan was made of. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function statusOf(edits: readonly HarnessEditResult[]): HarnessRefinement["status"] {
  const statuses = edits.map(({ status }) => status);
  if (statuses.length === 0) return "no_edits";
  return (
    statuses.find((status) => status === "applied") ??
    statuses.find((status) => status !== "failed") ??
    "failed"
  );
}
