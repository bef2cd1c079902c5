import type {
  HarnessEdit,
  HarnessEditResult,
  HarnessEntry,
  HarnessScope,
  HarnessState,
} from "../contracts/harness.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { isNamed } from "../store/is-named.ts";
import { plainJson } from "../store/plain-json.ts";
import { freeId, isBasePrompt, isEntryId, routeId } from "./entry-id.ts";
import type { HarnessApplyOptions } from "./harness-store.ts";
import { type KnownEntries, nextVersion, putEntry, saysSame } from "./known-entries.ts";

/** What edits are applied with. */
export interface EditContext extends HarnessApplyOptions {
  readonly scope: HarnessScope;
  /** When, as ISO text. */
  readonly at: string;
  /** What was planned upon; whatever is there, where it is missing. */
  readonly baseline?: HarnessState | undefined;
  /** The ids that are there in the global scope, where a local one is edited. */
  readonly globalIds?: ReadonlySet<string> | undefined;
}

/** An edit that can be applied: to which entry, and what it makes of it. */
interface Change {
  readonly id: string;
  readonly before: HarnessEntry | undefined;
  readonly after: HarnessEntry | undefined;
}

const KINDS: readonly unknown[] = ["memory", "skill", "prompt", "subagent"];
const OPERATIONS: readonly unknown[] = ["create", "update", "delete"];
const TEXTS = ["title", "content", "path", "reference"] as const;
/** Of the JSON of an entry, in UTF-16 units: an entry is to be read in every run. */
const LONGEST_ENTRY = 32_000;

/**
 * Applies edits one after the other to what is known, each on top of those before it. One that cannot be applied fails by
 * itself, with its reason; whatever an edit holds, none throws.
 */
export function applyEdits(
  known: KnownEntries,
  edits: readonly HarnessEdit[],
  context: EditContext,
): readonly HarnessEditResult[] {
  const planned = context.baseline && new Map(context.baseline.entries.map((entry) => [entry.id, entry]));
  return edits.map((given, index) => {
    // It comes from a model or a program, and goes into the store.
    const plain = plainJson(given);
    const edit = (isNamed(plain) ? plain : {}) as unknown as HarnessEdit;
    const change = changeOf(edit, known, planned ?? known.entries, context);
    if (typeof change === "string") return { edit, status: "failed", reason: change };
    const { id, before, after } = change;
    const verdict = context.verdicts?.[index];
    if (verdict) return { edit, ...verdict, ...(before && { before }) };
    putEntry(known, id, after);
    if (after) planned?.set(id, after);
    else planned?.delete(id);
    return { edit, status: "applied", ...(before && { before }), ...(after && { after }) };
  });
}

/** What an edit does, or why it cannot be done. */
function changeOf(
  edit: HarnessEdit,
  known: KnownEntries,
  planned: ReadonlyMap<string, HarnessEntry>,
  context: EditContext,
): Change | string {
  const malformed = malformationOf(edit);
  if (malformed) return malformed;
  const { operation, kind } = edit;
  const title = edit.title ?? "";
  const { entries } = known;
  const isNew = operation === "create";
  const given = routeId(edit.id ?? "", edit.scope ?? context.scope);
  if (isBasePrompt(given.id) || isBasePrompt(title)) return "base system prompt is not editable";
  if (given.scope !== context.scope) {
    return context.scope === "local"
      ? "global is read-only; create a local entry"
      : "local entries are not for a global refinement";
  }
  if (isNew && !edit.id && !title.trim()) return "a new entry needs a title";
  const id =
    isNew && !edit.id ? freeId(title, kind, (taken) => entries.has(taken) || planned.has(taken)) : given.id;
  if (!isEntryId(id)) return "an id has letters and digits, then also _ - and ., at most 100";

  const before = entries.get(id);
  if (!saysSame(before, planned.get(id))) return "entry changed during refinement planning";
  if (isNew && before) return `entry "${id}" exists already`;
  if (!isNew && !before) {
    return context.globalIds?.has(id)
      ? "global is read-only; create a local entry"
      : `entry "${id}" does not exist`;
  }
  if (before && before.kind !== kind) return `entry "${id}" is a ${before.kind}`;
  if (operation === "delete") return { id, before, after: undefined };
  const after = entryAfter(edit, id, before, nextVersion(known, id), context);
  return problemOf(after, before, entries) ?? { id, before, after };
}

/** What about an edit is not of its type; a model may have written it. */
function malformationOf(edit: HarnessEdit): string | undefined {
  if (!OPERATIONS.includes(edit.operation)) return "the operation is none of create, update and delete";
  if (!KINDS.includes(edit.kind)) return "the kind is none of memory, skill, prompt and subagent";
  const wrong = ([...TEXTS, "id"] as const).find((name) => typeof (edit[name] ?? "") !== "string");
  return wrong && `the ${wrong} is no text`;
}

function entryAfter(
  edit: HarnessEdit,
  id: string,
  before: HarnessEntry | undefined,
  version: number,
  { at, scope, source = "refine", tainted }: EditContext,
): HarnessEntry {
  const given = [...TEXTS, "arguments" as const, "metadata" as const].filter(
    (name) => (edit[name] ?? null) !== null,
  );
  const { tainted: wasTainted, ...rest } = before ?? { title: id, content: "", createdAt: at };
  return {
    ...rest,
    ...Object.fromEntries(given.map((name) => [name, edit[name]])),
    ...{ id, kind: edit.kind, scope, source, version, updatedAt: at },
    ...((tainted ?? wasTainted) && { tainted: true }),
  };
}

/** Why an entry cannot be as it would be. */
function problemOf(
  after: HarnessEntry,
  before: HarnessEntry | undefined,
  entries: ReadonlyMap<string, HarnessEntry>,
): string | undefined {
  const { id, kind, content, reference } = after;
  if (kind === "skill" && !reference?.trim() && after.arguments === undefined) {
    return "a skill needs arguments or a reference";
  }
  if (canonicalJson(after).length > LONGEST_ENTRY) return `an entry has at most ${LONGEST_ENTRY} characters`;
  if (before && saysSame({ ...after, source: before.source }, before)) return "the entry says this already";
  const same = (text: string): string => text.normalize("NFC").trim();
  // What was there before may be a twin of old; only new content is compared.
  if (content.trim() === "" || before?.content === content) return undefined;
  const twin = [...entries.values()].find(
    (entry) => entry.id !== id && same(entry.content) === same(content),
  );
  return twin && `entry "${twin.id}" says the same`;
}
