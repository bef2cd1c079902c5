import type { ShownText, StreamedKind, TripContext } from "../contracts/middleware.ts";
import type { AgentDefinition } from "./agent-config.ts";

/** Makes what a streamed text passes before it is shown; `undefined` where nothing is in its way. */
export type Shown = (kind: StreamedKind, toolName?: string) => Promise<ShownText | undefined>;

/** What the hooks of a trip let a stream show: as `after` hooks do, the last middleware looks first. */
export function shownBy({ middleware }: AgentDefinition, context: TripContext): Shown | undefined {
  const guards = middleware.flatMap(({ trip }) => (trip?.shows ? [trip] : [])).reverse();
  if (guards.length === 0) return undefined;
  return async (kind, toolName) => {
    const stages: ShownText[] = [];
    for (const guard of guards) {
      const stage = await guard.shows?.(context, kind, toolName);
      if (stage) stages.push(stage);
    }
    return stages.length > 1 ? inRow(stages) : stages[0];
  };
}

function inRow(stages: readonly ShownText[]): ShownText {
  const pass = (text: string, from = 0): string =>
    stages.slice(from).reduce((rest, stage) => (rest === "" ? "" : stage.push(rest)), text);
  return {
    push: (text) => pass(text),
    end: () => stages.reduce((text, stage, index) => text + pass(stage.end(), index + 1), ""),
  };
}
