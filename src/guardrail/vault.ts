import { ConfigError } from "../core/errors/config-error.ts";
import { lazy, whenLoaded } from "../core/lazy.ts";
import type { VaultLike, VaultOwner, VaultSession } from "./vault-session.ts";
import type { VaultValues } from "./vault-values.ts";

/** What a vault keeps, and who else than the caller gets it. */
export interface VaultOptions {
  /**
   * Which tools get the values themselves where a model passes placeholders: all, none (default), or those named. Events, reports
   * and what is saved show placeholders in any case, and what the tool brings back is hidden again before anybody sees it.
   */
  readonly restoreInTools?: boolean | readonly string[];
  /** How many conversations are remembered; the one that was used longest ago goes first. Default 1,000. */
  readonly maxSessions?: number;
  /** How many values of a conversation are remembered. The placeholder of a forgotten one stays as it is. Default 10,000. */
  readonly maxValues?: number;
}

/** Keeps the values of conversations in memory, for as many guards and agents as are given it. */
export interface Vault extends VaultLike {
  /** Forgets the values of a conversation, by its session id or, where it has none, by the id of its run. */
  forget(sessionId: string): boolean;
}

/**
 * Makes a place for the values that a guard keeps from a model: the model, messages, reports, events, logs, snapshots and tools
 * see placeholders such as `[EMAIL_1]`, and the caller gets the values back in the answer. A value has one placeholder all
 * through a session (`sessionId`, else the root run), and means nothing in any other one.
 *
 * What is hidden is what the `input` detectors of the guard redact in the input, the history and attached texts, and its `data`
 * detectors in what tools bring, and the same values wherever else they turn up: in the system prompt, in results and errors of tools. A text of the user that looks like a placeholder
 * is one value more. Only the caller's own side shows values: `agent.starting`, the deltas of text and objects, and the result.
 * Loggers and observers get none of these.
 *
 * Values are kept in this process and nowhere else: a run that is resumed in another one answers with placeholders. An output
 * schema is checked before values are put back, so it must take placeholders: a text, not an e-mail address. A tool that is given
 * values does with them what it does: an agent that is such a tool tells them in its own report, unless it has the vault as well.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for options that cannot work.
 * @example
 * const email = /\S+@\S+/;
 * const detector: ai.GuardrailDetector = {
 *   name: "email",
 *   check: (text) => {
 *     const found = email.exec(text);
 *     if (!found) return { type: "allow" };
 *     const span = [found.index, found.index + found[0].length] as const;
 *     return { type: "redact", text: "", matches: [{ rule: "email", label: "email", span }] };
 *   },
 * };
 * const values = ai.guardrail.vault({ restoreInTools: ["send_mail"] });
 * const guard = ai.guardrail({ vault: values, input: [detector] });
 */
export function vault(options: VaultOptions = {}): Vault {
  const { restoreInTools = false, maxSessions = 1000, maxValues = 10_000 } = options;
  if (typeof restoreInTools !== "boolean" && !Array.isArray(restoreInTools)) {
    throw new ConfigError("restoreInTools of a vault must be true, false or a list of names of tools.");
  }
  for (const [option, value] of Object.entries({ maxSessions, maxValues })) {
    if (value >= 1) continue;
    throw new ConfigError(`"${option}" of a vault is ${value}. Use a whole number of at least 1.`);
  }
  const tools = typeof restoreInTools === "boolean" ? undefined : new Set(restoreInTools);
  const sessions = new Map<string, VaultValues>();
  /** The sessions of runs inside of others: they can be resumed by themselves. */
  const nested = new Map<string, string>();
  const load = lazy(() => import("./vault-values.ts"));

  function keyOf({ runId, rootRunId = runId, sessionId }: VaultOwner): string {
    if (sessionId !== undefined) return `session ${sessionId}`;
    const known = nested.get(runId);
    if (known !== undefined || rootRunId === runId) return known ?? `run ${runId}`;
    keepLatest(nested, runId, `run ${rootRunId}`, maxSessions);
    return `run ${rootRunId}`;
  }

  return {
    // The key is found at once: a run must not wait to be known.
    session(owner): VaultSession | Promise<VaultSession> {
      const key = keyOf(owner);
      return whenLoaded(load(), ({ VaultValues }) => {
        const values = sessions.get(key) ?? new VaultValues(maxValues);
        keepLatest(sessions, key, values, maxSessions);
        return values;
      });
    },
    restoresIn: (toolName) => tools?.has(toolName) ?? restoreInTools === true,
    forget(sessionId) {
      const isSession = sessions.delete(`session ${sessionId}`);
      return sessions.delete(`run ${sessionId}`) || isSession;
    },
  };
}

function keepLatest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
