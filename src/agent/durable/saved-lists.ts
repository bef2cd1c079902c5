import type { Json } from "../../contracts/message.ts";
import type { BaseReport } from "../../core/report.ts";
import { plainJson } from "../../store/plain-json.ts";
import { isSuspended } from "../is-suspended.ts";
import { isCallOfTrip } from "./restore.ts";

/** Lists as they are saved: those without items are left out, unless all are wanted. */
export function listsOf(
  lists: { readonly [list: string]: readonly unknown[] },
  all = false,
): { readonly [list: string]: readonly Json[] } {
  const wanted = Object.entries(lists).filter(([, items]) => all || items.length > 0);
  return Object.fromEntries(wanted.map(([list, items]) => [list, items.map(plainJson)]));
}

/** Reports of ended tools and of ended runs that hooks started, and how many tools stand before each of the latter. */
export interface UnsavedReports {
  readonly toolCalls: readonly BaseReport[];
  readonly children: readonly BaseReport[];
  readonly places: readonly number[];
}

/** The reports below a run that are not among the saved ones. A call that waits for a person has not ended. */
export function unsavedReports(
  report: Pick<BaseReport, "children">,
  saved: ReadonlySet<string>,
): UnsavedReports {
  const toolCalls: BaseReport[] = [];
  const children: BaseReport[] = [];
  const places: number[] = [];
  let tools = 0;
  for (const child of report.children) {
    const isTool = isCallOfTrip(child);
    if (isTool && isSuspended(child)) continue;
    if (isTool) tools += 1;
    if (child.endedAt === "" || saved.has(child.runId)) continue;
    if (isTool) toolCalls.push(child);
    else {
      children.push(child);
      places.push(tools);
    }
  }
  return { toolCalls, children, places };
}
