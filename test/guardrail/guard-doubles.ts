import type { AgentEvent, AgentResult, AgentStream } from "../../src/contracts/agent.ts";
import type { GuardrailDetector, GuardrailStreamed, GuardrailVerdict } from "../../src/contracts/detector.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import type { ToolContract } from "../../src/contracts/tool.ts";
import { tool } from "../../src/tool/tool.ts";

/** What the tests hide: four digits. Their detectors hold back up to three of them. */
export const SECRET = /\d{4}/g;

/** A detector that finds four digits, looks at whole texts only, and notes what it sees. */
export function digits(type: "redact" | "block" | "flag", extra: Partial<GuardrailDetector> = {}) {
  const seen: string[] = [];
  const detector: GuardrailDetector = {
    name: `digits-${type}`,
    check(text) {
      seen.push(text);
      if (!text.match(SECRET)) return { type: "allow" };
      if (type === "redact") return { type, text: text.replace(SECRET, "[digits]") };
      return { type, reason: "four digits" };
    },
    ...(type === "flag" ? { onlyFlags: true } : {}),
    ...extra,
  };
  return { ...detector, seen };
}

/** The same, for texts that come in pieces. */
export function streamingDigits(type: "redact" | "block") {
  return digits(type, {
    name: `streaming-${type}`,
    stream() {
      let held = "";
      const pass = (isEnd: boolean): GuardrailStreamed => {
        let text = "";
        for (let found = /\d{4}/.exec(held); found; found = /\d{4}/.exec(held)) {
          text += held.slice(0, found.index);
          if (type === "block") return { text, block: { type, reason: "four digits" } };
          text += "[digits]";
          held = held.slice(found.index + 4);
        }
        const open = isEnd ? held.length : held.length - (/\d{0,3}$/.exec(held)?.[0].length ?? 0);
        text += held.slice(0, open);
        held = held.slice(open);
        return { text, held: held.length };
      };
      return {
        push(text) {
          held += text;
          return pass(false);
        },
        end: () => pass(true),
      };
    },
  });
}

export const verdict = (given: GuardrailVerdict, name = "fixed"): GuardrailDetector => ({
  name,
  check: () => given,
});

/** A tool that notes its arguments and gives an output. */
export function noting(name: string, output: unknown = "done"): { tool: ToolContract; calls: unknown[] } {
  const calls: unknown[] = [];
  return {
    calls,
    tool: tool({
      name,
      description: name,
      input: { type: "object" },
      execute: async (input) => {
        calls.push(input);
        return output;
      },
    }) as ToolContract,
  };
}

/** Keeps the `state` of a run. */
export function watching(): AgentMiddleware & { state: ReadonlyMap<string, unknown> } {
  const watch = {
    name: "watching",
    state: new Map<string, unknown>() as ReadonlyMap<string, unknown>,
    execute: {
      before({ state }: { state: Map<string, unknown> }) {
        watch.state = state;
      },
    },
  };
  return watch;
}

/** All that a stream says, and what it resolves to. */
export async function all<Data>(
  stream: AgentStream<Data>,
): Promise<{ events: AgentEvent[]; text: string; result: AgentResult<Data> }> {
  const events: AgentEvent[] = [];
  for await (const event of stream) events.push(event);
  const text = events.flatMap((event) => (event.type === "agent.trip.streaming" ? event.delta : [])).join("");
  return { events, text, result: await stream.result };
}

/** Everything as one text, errors with their words; without ids and times, in which any digits may stand. */
export const everything = (value: unknown): string =>
  JSON.stringify(value, (_key, item) => {
    if (item instanceof Error) return { ...item, message: item.message, cause: item.cause };
    if (typeof item === "number" && !Number.isInteger(item)) return 0;
    return typeof item === "string" ? item.replace(UUID, "id").replace(TIME, "time") : item;
  });

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
